/** `waybill track`. */
import { styleText } from 'node:util'
import type { TimelineEntry } from '@waybill/sdk'
import { Command } from 'commander'
import { plain } from '../../table.ts'
import { isJson, type MerchantContext } from '../context.ts'
import { endOfFollowing } from '../follow.ts'
import { withExamples } from '../options.ts'

export function trackCommand(context: MerchantContext): Command {
  const track = new Command('track')
    .description('Follow a shipment live, from the first entry of its timeline to its final status.')
    .argument('<shipment_id>')
    .option('--after <event_id>', 'begin after this entry')
    .action(async (shipmentId: string, { after }: { after?: string }, command: Command) => {
      const { shipments } = await context.client(command)
      const signal = context.terminal.interruption?.()
      let last = after
      try {
        for await (const entry of shipments.track(shipmentId, { lastEventId: after, signal })) {
          context.terminal.out(isJson(command) ? `${JSON.stringify(entry)}\n` : line(entry, context))
          last = entry.event_id
        }
      } catch (error) {
        const repeat = last && `waybill track ${shipmentId} --after ${last}`
        throw endOfFollowing(context, error, { signal, repeat })
      }
    })
  return withExamples(track, 'waybill track shp_…')
}

function line(
  { occurred_at: at, tracking_status: tracking, status, type, ...entry }: TimelineEntry,
  context: MerchantContext,
) {
  const state = plain(tracking && tracking !== 'unknown' ? tracking : status).padEnd(20)
  const shown = context.terminal.hasColours ? styleText('bold', state, { validateStream: false }) : state
  // The carrier's own report comes before, in its words.
  const change = type === 'status_changed' ? `The shipment is ${status.replaceAll('_', ' ')}` : entry.description
  const facts = [entry.incident, change, tracking && entry.carrier_code].filter(Boolean).map(String)
  return `${at}  ${shown}  ${plain(facts.join(', '))}`.trimEnd().concat('\n')
}
