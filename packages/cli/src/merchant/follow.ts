/** Shared parts of the commands that run until Ctrl-C. */
import { type EventPattern, WaybillError, type WaybillEvent } from '@waybill/sdk'
import { type Command, Option } from 'commander'
import { CliError } from '../cli-error.ts'
import type { MerchantContext } from './context.ts'
import { EXIT } from './exit-codes.ts'
import { collect } from './options.ts'

export interface EventFilter {
  event?: string[]
  subject?: string
  after?: string
}

/** The log does not contain the last event any more. */
const GONE: readonly string[] = ['events_expired', 'event_not_found']

/** Adds the options of an EventFilter. */
export const withEventFilter = (command: Command): Command =>
  command
    .addOption(new Option('--event <type>', 'only of this type or wildcard; repeatable').argParser(collect))
    .option('--subject <id>', 'only of this shipment, quote or booking')
    .option('--after <event_id>', 'begin after this event (default: with the next one)')

/**
 * Hands on each event of the log, one at a time, until Ctrl-C. Throws a CliError that names the last event handed on, with
 * the command that goes on after it.
 */
export async function followEvents(
  { context, command, repeat }: { context: MerchantContext; command: Command; repeat: string },
  { event, subject: subjectId, after }: EventFilter,
  handle: (event: WaybillEvent, signal: AbortSignal | undefined) => Promise<void>,
): Promise<void> {
  const { events } = await context.client(command)
  const types = event as EventPattern[] | undefined // the API refuses others, with the one that was probably meant
  const signal = context.terminal.interruption?.()
  let last = after
  try {
    // Events that arrive before the stream is open are in it.
    last ??= (await events.list({ limit: 1 }, { signal })).data[0]?.id
    for await (const event of events.stream({ types, subjectId, after: last, signal })) {
      await handle(event, signal)
      last = event.id
    }
  } catch (error) {
    throw endOfFollowing(context, error, { signal, repeat: last && `${repeat} --after ${last}` })
  }
}

/** The error for the caller, with the command that goes on. */
export function endOfFollowing(
  context: MerchantContext,
  error: unknown,
  { signal, repeat }: { signal: AbortSignal | undefined; repeat: string | undefined },
): unknown {
  const isGone = error instanceof WaybillError && GONE.includes(error.code)
  const goOn = repeat === undefined || isGone ? '' : `\nGo on where this ended: ${repeat}`
  if (signal?.aborted) return new CliError(EXIT.interrupted, `Stopped.${goOn}`)
  const failure = error instanceof CliError ? error : context.explain(error)
  return failure === null ? error : new CliError(failure.exitCode, `${failure.message}${goOn}`, { cause: error })
}
