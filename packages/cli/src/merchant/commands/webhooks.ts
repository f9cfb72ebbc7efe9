/** `waybill webhooks …`. */
import { Command, InvalidArgumentError } from 'commander'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { collect, idempotencyKeyOption, limitOption, withExamples } from '../options.ts'
import { listenCommand } from './listen.ts'

export const webhooksCommand = (context: MerchantContext): Command =>
  new Command('webhooks')
    .description('List webhook subscriptions, send events again, and forward them to this machine.')
    .addCommand(listCommand(context))
    .addCommand(replayCommand(context))
    .addCommand(listenCommand(context))

const listCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('list')
      .description('List subscriptions, newest first.')
      .addOption(limitOption())
      .action(async ({ limit }: { limit: number }, command: Command) => {
        const { webhooks } = await context.client(command)
        const found = await webhooks.subscriptions.list({ limit: Math.min(limit, 100) }).toArray({ limit })
        context.showList(command, found, (rows) => table(rows, ['subscription_id', 'status', 'url', 'events']))
      }),
    'waybill webhooks list',
  )

interface ReplayOptions {
  since: string
  until?: string
  event?: string[]
  idempotencyKey?: string
}

const replayCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('replay')
      .description('Send the events of a period to a subscription again.')
      .argument('<subscription_id>')
      .requiredOption(
        '--since <time>',
        'events from this time on: 2026-12-01T09:00:00Z, or 30m, 12h, 7d ago',
        parseTime,
      )
      .option('--until <time>', 'events before this time (default: now)', parseTime)
      .option('--event <type>', 'only of this type or wildcard; repeatable', collect)
      .addOption(idempotencyKeyOption())
      .action(async (subscriptionId: string, options: ReplayOptions, command: Command) => {
        const { webhooks } = await context.client(command)
        const { since, until, event: events, idempotencyKey } = options
        const replay = await context.change(
          { words: ['webhooks', 'replay', subscriptionId], options: { since, until, event: events } },
          webhooks.replays.create(subscriptionId, { since, until, events }, { idempotencyKey }),
        )
        context.show(command, replay, record)
      }),
    'waybill webhooks replay sub_… --since 24h',
  )

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** As the API takes it. */
function parseTime(text: string): string {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(Date.now() - Number(count) * (UNIT_MS[unit] as number)).toISOString()
  if (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new InvalidArgumentError('Expected a time such as 2026-12-01T09:00:00Z, or 30m, 12h or 7d.')
}
