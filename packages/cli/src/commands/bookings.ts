/** `waybill admin bookings …`: bookings whose outcome at the carrier is unknown. */
import { Command } from 'commander'
import { CliError, EXIT } from '../cli-error.ts'
import { type CommandContext, id, print } from '../command-context.ts'
import { record, table } from '../table.ts'

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
  const bookings = new Command('bookings').description(
    'Inspect and resolve bookings whose outcome at the carrier is unknown.',
  )
  const bookingPath = (environmentId: string, bookingId: string) =>
    `/admin/environments/${id(environmentId)}/bookings/${id(bookingId)}`
  bookings
    .command('list')
    .description('List them, oldest first. A RECOVERY other than none means that Waybill still queries the carrier.')
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
    .description('Show one booking and the requests and responses exchanged with its carrier.')
    .argument('<environment_id>')
    .argument('<booking_id>')
    .action(async (environmentId: string, bookingId: string, _options, command: Command) => {
      const path = bookingPath(environmentId, bookingId)
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
    .description('Record the outcome of a booking as confirmed by the carrier. The outcome and the note are stored.')
    .argument('<environment_id>')
    .argument('<booking_id>')
    .option('--booked <carrier_job_id>', 'the carrier accepted the booking: the job id at the carrier')
    .option('--not-booked', 'the carrier has no job for this booking and will not create one')
    .requiredOption('--note <text>', 'who confirmed the outcome, and how')
    .action(async (environmentId: string, bookingId: string, options: ResolveOptions, command: Command) => {
      const { booked, notBooked, note } = options
      if ((booked === undefined) === !notBooked) {
        throw new CliError(EXIT.usage, 'Pass either --booked <carrier_job_id> or --not-booked.')
      }
      const body =
        booked === undefined ? { outcome: 'not_booked', note } : { outcome: 'booked', carrier_job_id: booked, note }
      const resolution = await context.call<Resolution>(
        'POST',
        `${bookingPath(environmentId, bookingId)}/resolve`,
        body,
      )
      print(context, command, resolution, record)
    })
  return bookings
}
