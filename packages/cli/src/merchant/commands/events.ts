/** `waybill events …`. */
import { styleText } from 'node:util'
import type { WaybillEvent } from '@waybill/sdk'
import { Command } from 'commander'
import { plain } from '../../table.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { type EventFilter, followEvents, withEventFilter } from '../follow.ts'
import { withExamples } from '../options.ts'

export const eventsCommand = (context: MerchantContext): Command =>
  new Command('events').description('Follow the events of the environment.').addCommand(tailCommand(context))

const tailCommand = (context: MerchantContext): Command =>
  withExamples(
    withEventFilter(new Command('tail'))
      .description('Print each event as it happens, until Ctrl-C. Reconnects by itself.')
      .action(async (filter: EventFilter, command: Command) => {
        context.note(command, 'Waiting for events. Ctrl-C ends.')
        await followEvents({ context, command, repeat: 'waybill events tail' }, filter, async (event) =>
          context.terminal.out(isJson(command) ? `${JSON.stringify(event)}\n` : line(event, context)),
        )
      }),
    "waybill events tail --event 'shipment.*'",
  )

function line({ id, type, timestamp, subject }: WaybillEvent, context: MerchantContext): string {
  const name = plain(type).padEnd(28)
  const shown = context.terminal.hasColours ? styleText('bold', name, { validateStream: false }) : name
  return `${timestamp}  ${shown}  ${subject.id}  ${id}\n`
}
