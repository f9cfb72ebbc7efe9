/** A carrier that makes a job from a booking call once more, or long after the call. */
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import { newId } from '@waybill/contracts/ids'
import { shipmentFromMessage } from '@waybill/contracts/shipment'
import { bareAccount } from '../accounts/account-access.ts'
import { findBooking } from '../bookings/repository.ts'
import { bookRequest } from '../saga/carrier-requests.ts'
import type { BookingSystem } from './booking-system.ts'

/** Makes city_van create a job from the request of a booking, as if it had never seen the key. */
export async function makeJobAgain(
  system: BookingSystem,
  environmentId: string,
  bookingId: string,
): Promise<{ id: string; reference: string }> {
  const attempt = await system.db
    .selectFrom('carrier_attempt')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const known = await findBooking(system.db, environmentId, bookingId)
  const adapter = system.withShortTimeouts().get('city_van')
  if (known === undefined || adapter === undefined) throw new Error(`cannot repeat the booking request of ${bookingId}`)
  const { shipmentId, merchantId, livemode } = known
  const context = contextMessage(systemContext({ environmentId, merchantId, livemode, timeoutMs: 5_000 }))
  const found = await system.shipments.Find({ context, shipment_id: shipmentId })
  const { attempt_id: attemptId, sent_at: sentAt } = attempt
  const again = { attemptId, draftId: null, sentAt, callbackUrl: attempt.callback_url }
  const outcome = await adapter.book(bookRequest(shipmentFromMessage(found), known.quoteOption, again), {
    account: bareAccount({ environmentId, carrierAccountId: attempt.carrier_account_id, livemode: false }),
    deadlineAt: new Date(Date.now() + 10_000),
    idempotencyKey: newId('att'),
    requestId: newId('req'),
  })
  if (outcome.kind !== 'booked') throw new Error(`the job of ${bookingId} is ${outcome.kind}`)
  return { id: outcome.job.carrierJobId, reference: attemptId }
}
