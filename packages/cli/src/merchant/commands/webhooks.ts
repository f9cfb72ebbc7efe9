/** `waybill webhooks …`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import { CliError } from '../../cli-error.ts'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { collect, idempotencyKeyOption, limitOption, withExamples } from '../options.ts'
import { listenCommand } from './listen.ts'

export const webhooksCommand = (context: MerchantContext): Command =>
  new Command('webhooks')
    .description('Subscribe webhooks, test them, send events again, and forward them to this machine.')
    .addCommand(createCommand(context))
    .addCommand(testCommand(context))
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

const createCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('create')
      .description('Subscribe a URL to events. The secret that verifies them is shown once.')
      .argument('<url>', 'where your receiver listens')
      .option('--event <type>', 'a type or wildcard; repeatable (default: all)', collect)
      .addOption(idempotencyKeyOption())
      .action(
        async (
          url: string,
          { event, idempotencyKey }: { event?: string[]; idempotencyKey?: string },
          command: Command,
        ) => {
          const { webhooks } = await context.client(command)
          const created = await context.change(
            { words: ['webhooks', 'create', url], options: { event } },
            webhooks.subscriptions.create({ url, events: event ?? ['*'] }, { idempotencyKey }),
          )
          const { subscription_id, status, events, secret } = created
          context.show(command, created, () => record({ subscription_id, status, url, events, secret }))
        },
      ),
    "waybill webhooks create https://shop.example.com/waybill --event 'shipment.*'",
  )

const TEST_WITHIN_MS = 10_000
const POLL_MS = 300
const UNDECIDED: readonly string[] = ['pending', 'sending']

const testCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('test')
      .description('Send a webhook.test event to a subscription, and show whether it arrived.')
      .argument('<subscription_id>')
      .action(async (subscriptionId: string, _options, command: Command) => {
        const { webhooks } = await context.client(command)
        const until = performance.now() + TEST_WITHIN_MS
        let delivery = await webhooks.subscriptions.test(subscriptionId)
        while (UNDECIDED.includes(delivery.status) && performance.now() < until) {
          await sleep(POLL_MS)
          delivery = await webhooks.deliveries.get(delivery.delivery_id)
        }
        const attempt = delivery.attempts?.at(-1)
        context.show(command, delivery, ({ delivery_id, status }) =>
          record({ delivery_id, status, http_status: attempt?.response_status, error: attempt?.error_code }),
        )
        if (delivery.status !== 'succeeded') throw new CliError(EXIT.refused, 'The test has not arrived.')
      }),
    'waybill webhooks test whs_…',
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
