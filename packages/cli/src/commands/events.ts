/** `waybill admin parked …` and `waybill admin outbox …`: events that failed, and events to publish again. */
import { Command, Option } from 'commander'
import { CliError, EXIT } from '../cli-error.ts'
import { type CommandContext, id, print, query } from '../command-context.ts'
import { record, table } from '../table.ts'

interface ParkedEvent {
  service: string
  environment_id: string
  event_id: string
  consumer: string
  type: string
  subject_id: string
  reason: string
  error: string | null
  attempts: number
  due_at: string
  first_failed_at: string
}

interface OutboxEvent {
  service: string
  event_id: string
  environment_id: string
  type: string
  subject_id: string
  sequence: number | null
  created_at: string
  published_at: string | null
}

interface Counted {
  count: number
  services: Record<string, number>
}

const services = ['shipment', 'quoting', 'booking', 'webhook']
const serviceOption = () => new Option('--service <service>', 'restrict to this service').choices(services)

/** The number of events, in total and by service. */
function counted(what: string, { count, services: byService }: Counted): string {
  const where = Object.entries(byService).filter(([, number]) => number > 0)
  return `${what} ${count} (${where.map(([service, number]) => `${service} ${number}`).join(', ') || 'none'}).\n`
}

function assertSome({ count }: Counted, eventId: string | undefined, where: string): void {
  if (count > 0 || eventId === undefined) return
  throw new CliError(EXIT.refused, `No event ${eventId} ${where}.`)
}

export function parkedCommand(context: CommandContext): Command {
  const parked = new Command('parked').description(
    'Inspect, retry and discard events that a service failed to process.',
  )
  parked
    .command('list')
    .description('List parked events, oldest first.')
    .addOption(serviceOption())
    .option('--limit <number>', 'maximum number per service, up to 1000')
    .action(async ({ service, limit }: { service?: string; limit?: string }, command: Command) => {
      const found = await context.call<ParkedEvent[]>('GET', `/admin/parked${query({ service, limit })}`)
      print(context, command, found, (rows) =>
        table(rows, ['service', 'event_id', 'type', 'subject_id', 'attempts', 'first_failed_at', 'due_at', 'error']),
      )
    })
  parked
    .command('show')
    .description('Show a parked event and its content, which may include personal data.')
    .argument('<event_id>')
    .addOption(serviceOption())
    .action(async (eventId: string, { service }: { service?: string }, command: Command) => {
      const path = `/admin/parked/${id(eventId)}${query({ service })}`
      const found = await context.call<(ParkedEvent & { event: object })[]>('GET', path)
      if (found.length === 0) throw new CliError(EXIT.refused, `No event ${eventId} is parked.`)
      print(context, command, found, (rows) =>
        rows.map(({ event, ...shown }) => `${record(shown)}${JSON.stringify(event, null, 2)}\n`).join('\n'),
      )
    })
  parked
    .command('replay')
    .description('Retry one parked event now, or all of them with --all.')
    .argument('[event_id]')
    .addOption(serviceOption())
    .option('--all', 'retry every parked event')
    .action(async (eventId: string | undefined, options: { service?: string; all?: boolean }, command: Command) => {
      if ((eventId === undefined) === !options.all) throw new CliError(EXIT.usage, 'Pass an event id or --all.')
      const body = { service: options.service, event_id: eventId }
      const replayed = await context.call<Counted>('POST', '/admin/parked/replay', body)
      assertSome(replayed, eventId, 'is parked')
      print(context, command, replayed, (data) => counted('Tried again at once:', data))
    })
  parked
    .command('discard')
    .description('Discard a parked event. It counts as processed, and its effect is lost.')
    .argument('<event_id>')
    .addOption(serviceOption())
    .option('--yes', 'skip the confirmation')
    .action(async (eventId: string, options: { service?: string; yes?: boolean }, command: Command) => {
      if (!options.yes && !(await context.confirm(`Discard event ${eventId}? Its effect is lost.`))) {
        throw new CliError(EXIT.refused, 'Nothing was discarded.')
      }
      const body = { service: options.service, event_id: eventId }
      const discarded = await context.call<Counted>('POST', '/admin/parked/discard', body)
      assertSome(discarded, eventId, 'is parked after an error')
      print(context, command, discarded, (data) => counted('Discarded', data))
    })
  return parked
}

interface OutboxFilters {
  service?: string
  since?: string
  until?: string
  type?: string
  subject?: string
  limit?: string
}

export function outboxCommand(context: CommandContext): Command {
  const outbox = new Command('outbox').description('Inspect and republish events of the last 7 days.')
  outbox
    .command('list')
    .description('List events, newest first. An event without PUBLISHED AT has not been published yet.')
    .addOption(serviceOption())
    .option('--since <time>', 'created at or after this time, such as 2026-12-01T09:00:00Z')
    .option('--until <time>', 'created before this time')
    .option('--type <type>', 'event type, such as booking.updated')
    .option('--subject <id>', 'id of a shipment, quote or booking')
    .option('--limit <number>', 'maximum number per service, up to 1000')
    .action(async ({ subject, ...filters }: OutboxFilters, command: Command) => {
      const path = `/admin/outbox${query({ ...filters, subject_id: subject })}`
      const found = await context.call<OutboxEvent[]>('GET', path)
      print(context, command, found, (rows) =>
        table(rows, ['service', 'event_id', 'type', 'subject_id', 'sequence', 'created_at', 'published_at']),
      )
    })
  outbox
    .command('replay')
    .description('Publish one event or a period again. Consumers skip events that they have already processed.')
    .argument('[event_id]')
    .addOption(serviceOption())
    .option('--since <time>', 'created at or after this time')
    .option('--until <time>', 'created before this time')
    .action(async (eventId: string | undefined, { service, since, until }: OutboxFilters, command: Command) => {
      const isPeriod = since !== undefined && until !== undefined
      if ((eventId !== undefined) === isPeriod) {
        throw new CliError(EXIT.usage, 'Pass an event id, or both --since and --until.')
      }
      const body = isPeriod ? { service, since, until } : { service, event_id: eventId }
      const replayed = await context.call<Counted>('POST', '/admin/outbox/replay', body)
      assertSome(replayed, eventId, 'was published in the last 7 days')
      print(context, command, replayed, (data) => counted('Published once more:', data))
    })
  return outbox
}
