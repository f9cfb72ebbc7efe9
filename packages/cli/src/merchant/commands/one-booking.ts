/** `waybill bookings get | cancel`. */
import { Command } from 'commander'
import type { MerchantContext } from '../context.ts'
import { idempotencyKeyOption, withExamples } from '../options.ts'
import { bookingFacts } from './booking-facts.ts'

export const getBookingCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('get')
      .description('Show a booking: its carrier, price, status and tracking.')
      .argument('<booking_id>')
      .action(async (bookingId: string, _options, command: Command) => {
        const { bookings } = await context.client(command)
        context.show(command, await bookings.get(bookingId), bookingFacts)
      }),
    'waybill bookings get bkg_…',
  )

export const cancelBookingCommand = (context: MerchantContext): Command =>
  withExamples(
    new Command('cancel')
      .description("Cancel the carrier's job. The shipment can be booked again.")
      .argument('<booking_id>')
      .requiredOption('--reason <code>', 'your reason code, such as changed_carrier')
      .option('--note <text>', 'a note in your own words')
      .addOption(idempotencyKeyOption())
      .action(
        async (
          bookingId: string,
          { reason, note, idempotencyKey }: { reason: string; note?: string; idempotencyKey?: string },
          command: Command,
        ) => {
          const { bookings } = await context.client(command)
          const cancelled = await context.change(
            { words: ['bookings', 'cancel', bookingId], options: { reason, note } },
            bookings.cancel(bookingId, { reason_code: reason, reason_note: note }, { idempotencyKey }),
          )
          context.show(command, cancelled, bookingFacts)
        },
      ),
    'waybill bookings cancel bkg_… --reason changed_carrier',
  )
