/** `waybill webhooks listen`. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type WaybillEvent, Webhook } from '@waybill/sdk'
import { Command, InvalidArgumentError } from 'commander'
import { CliError } from '../../cli-error.ts'
import { plain } from '../../table.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { explainReason } from '../failures.ts'
import { type EventFilter, followEvents, withEventFilter } from '../follow.ts'
import { withExamples } from '../options.ts'

interface ListenOptions extends EventFilter {
  forwardTo: URL
}

/** As for webhooks. */
const RECEIVER_TIMEOUT_MS = 15_000
/** Between tries to reach a receiver that is down. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000]
const SECRET = 'WAYBILL_WEBHOOK_SECRET'

export function listenCommand(context: MerchantContext): Command {
  const listen = withEventFilter(new Command('listen'))
    .description('Send each event to a server on this machine, signed like a webhook, until Ctrl-C.')
    .requiredOption('--forward-to <url>', 'where your server listens', parseUrl)
    .action(async ({ forwardTo: url, ...filter }: ListenOptions, command: Command) => {
      const { webhook, secret } = signer(context.terminal.env[SECRET])
      context.terminal.err(`Events go to ${url.href}, signed with ${secret}\nCtrl-C ends.\n`)
      const repeat = `waybill webhooks listen --forward-to ${url.href}`
      await followEvents({ context, command, repeat }, filter, async (event, signal) => {
        const { status, durationMs } = await deliver(context, { url, webhook, event, signal })
        const { id, type } = event
        context.terminal.out(
          isJson(command)
            ? `${JSON.stringify({ event_id: id, type, status, duration_ms: durationMs })}\n`
            : `${new Date().toISOString()}  ${plain(type).padEnd(28)}  ${status}  ${durationMs} ms  ${id}\n`,
        )
      })
    })
  listen.addHelpText(
    'after',
    `
A response of any status counts as delivered. A server that does not respond is tried again for half a minute; then the
command ends and says how to go on after the last event that was delivered. ${SECRET} sets the secret;
without it, each start makes a new one.`,
  )
  return withExamples(listen, 'waybill webhooks listen --forward-to http://localhost:3000/hook')
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Expected an http or https address such as http://localhost:3000/hook.')
  return url
}

function signer(secret = `whsec_${randomBytes(32).toString('base64')}`): { webhook: Webhook; secret: string } {
  try {
    return { webhook: new Webhook(secret), secret }
  } catch (error) {
    throw new CliError(EXIT.usage, `${SECRET}: ${(error as Error).message}`, { cause: error })
  }
}

interface Delivery {
  url: URL
  webhook: Webhook
  event: WaybillEvent
  signal: AbortSignal | undefined
}

interface Outcome {
  status: number
  durationMs: number
}

/** Resolves once the server has responded. Throws a CliError if it does not respond after several tries. */
async function deliver(context: MerchantContext, delivery: Delivery): Promise<Outcome> {
  const { url, event, signal } = delivery
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(delivery)
    } catch (error) {
      if (signal?.aborted) throw error
      const problem = `${url.href} does not respond (${explainReason(error as Error)}).`
      const pauseMs = PAUSES_MS[attempt]
      if (pauseMs === undefined)
        throw new CliError(EXIT.unreachable, `${problem} ${event.type} ${event.id} is not delivered.`)
      context.terminal.err(`${problem} Next try in ${pauseMs / 1_000} s.\n`)
      await sleep(pauseMs, undefined, { signal })
    }
  }
}

async function attemptOnce({ url, webhook, event, signal }: Delivery): Promise<Outcome> {
  const body = JSON.stringify(event)
  const timeout = AbortSignal.timeout(RECEIVER_TIMEOUT_MS)
  const headers = { 'content-type': 'application/json', ...(await webhook.sign(event.id, body)) }
  const startMs = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  await response.body?.cancel()
  return { status: response.status, durationMs: Math.round(performance.now() - startMs) }
}
