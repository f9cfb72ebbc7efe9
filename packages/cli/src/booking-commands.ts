/** `waybill admin bookings …`: bookings whose carrier's answer is not known. */
import { Command } from 'commander'
import { CliError, EXIT } from './cli-error.ts'
import { type CommandContext, id, print } from './command-context.ts'
import { record, table } from './table.ts'

interface DoubtfulBooking {
  environment_id: string
  booking_id: string
  shipment_id: string
  carrier_code: string
  attempt_id: string
  sent_at: string
  recovery: string | null
  reported_job_id: string | null
  failure: object | null
  tries: number
  resolution: Resolution | null
}

interface Resolution {
  booking_id: string
  outcome: string
  carrier_job_id: string | null
  note: string | null
  resolved_at: string
}

interface ResolveOptions {
  booked?: string
  notBooked?: boolean
  note: string
}

export function doubtfulCommand(context: CommandContext): Command {
  const bookings = new Command('bookings').description("Bookings whose carrier's answer is not known.")
  const pathOf = (environmentId: string, bookingId: string) =>
    `/admin/environments/${id(environmentId)}/bookings/${id(bookingId)}`
  bookings
    .command('list')
    .description('List them, the oldest first. Those whose RECOVERY is not none are still being found out.')
    .action(async (_options, command: Command) => {
      const found = await context.call<DoubtfulBooking[]>('GET', '/admin/bookings')
      print(context, command, found, (rows) =>
        table(
          rows.map(({ resolution, ...row }) => ({ ...row, resolution: resolution?.outcome ?? null })),
          ['environment_id', 'booking_id', 'carrier_code', 'attempt_id', 'sent_at', 'recovery', 'tries', 'resolution'],
        ),
      )
    })
  bookings
    .command('show')
    .description('Show one, with what was said to the carrier and what it said.')
    .argument('<environment_id>')
    .argument('<booking_id>')
    .action(async (environmentId: string, bookingId: string, _options, command: Command) => {
      const path = pathOf(environmentId, bookingId)
      const found = await context.call<{ booking: DoubtfulBooking; exchanges: object[] }>('GET', path)
      print(context, command, found, ({ booking: { resolution, failure, ...booking }, exchanges }) =>
        [
          record({
            ...booking,
            failure: failure && JSON.stringify(failure),
            resolution: resolution && JSON.stringify(resolution),
          }),
          ...exchanges.map((exchange) => `\n${record(exchange)}`),
        ].join(''),
      )
    })
  bookings
    .command('resolve')
    .description('Say what became of one, once the carrier has told you. It is kept, with your note.')
    .argument('<environment_id>')
    .argument('<booking_id>')
    .option('--booked <carrier_job_id>', "it was booked: the carrier's id of the job")
    .option('--not-booked', 'there is no job, and there will be none')
    .requiredOption('--note <text>', 'who told you, and how')
    .action(async (environmentId: string, bookingId: string, options: ResolveOptions, command: Command) => {
      const { booked, notBooked, note } = options
      if ((booked === undefined) === !notBooked) {
        throw new CliError(EXIT.usage, 'Say either --booked <carrier_job_id> or --not-booked.')
      }
      const word =
        booked === undefined ? { outcome: 'not_booked', note } : { outcome: 'booked', carrier_job_id: booked, note }
      const resolution = await context.call<Resolution>('POST', `${pathOf(environmentId, bookingId)}/resolve`, word)
      print(context, command, resolution, record)
    })
  return bookings
}
