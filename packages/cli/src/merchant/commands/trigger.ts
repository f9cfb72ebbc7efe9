/** `waybill trigger`, in test environments. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WaybillEvent } from '@waybill/sdk'
import { Argument, Command } from 'commander'
import { CliError } from '../../cli-error.ts'
import { record } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { wholeNumber, withExamples } from '../options.ts'
import { findEvent, pull, triggers } from '../triggers.ts'

const POLL_MS = 500

export function triggerCommand(context: MerchantContext): Command {
  const trigger = new Command('trigger')
    .description(
      'Make an event happen in a test environment: a shipment is really registered, booked and moved until the log has the event. Without a type, list those that can be triggered.',
    )
    .addArgument(new Argument('[event]', 'type of the event').choices(Object.keys(triggers)))
    .option('--wait <seconds>', 'how long to wait for the event', wholeNumber(1, 3_600), 60)
    .action(async (type: string | undefined, { wait }: { wait: number }, command: Command) => {
      const steps = type === undefined ? undefined : triggers[type]
      if (type === undefined || steps === undefined) {
        const types = Object.keys(triggers).map((one) => ({ type: one }))
        return context.showList(command, types, () => `${Object.keys(triggers).join('\n')}\n`)
      }
      const { apiKey } = await context.access(command)
      if (!apiKey.startsWith('wb_test_'))
        throw new CliError(
          EXIT.usage,
          'trigger registers and books shipments: sign in with a key of a test environment, wb_test_….',
        )
      const waybill = await context.client(command)
      const subjectId = await pull(waybill, type, steps)
      const until = performance.now() + wait * 1_000
      let event = await findEvent(waybill, type, subjectId)
      while (event === null && performance.now() < until) {
        await sleep(POLL_MS)
        event = await findEvent(waybill, type, subjectId)
      }
      if (event === null) throw new CliError(EXIT.refused, `${subjectId} has no ${type} after ${wait} s.`)
      context.show(command, event, asText)
    })
  return withExamples(trigger, 'waybill trigger shipment.delivered', 'waybill trigger')
}

const asText = ({ id, type, timestamp, subject }: WaybillEvent): string =>
  record({ event_id: id, type, subject_id: subject.id, timestamp })
