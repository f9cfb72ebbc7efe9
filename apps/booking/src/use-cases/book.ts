import type { Answer } from '@waybill/chassis/idempotency/operations'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import type { PublicBooking } from '@waybill/contracts/booking'
import { accountRevisionFromMessage } from '@waybill/contracts/carrier-accounts/account-revision'
import { isId } from '@waybill/contracts/ids'
import { type Quote, quoteFromMessage } from '@waybill/contracts/quote'
import { quoteOptionFromMessage } from '@waybill/contracts/quotes/quote-option'
import { bookShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { storeAccountRevision } from '../accounts/repository.ts'
import { findBooking, findLiveBooking } from '../bookings/repository.ts'
import { errorFromStored } from '../operations/errors.ts'
import { newHolding } from '../operations/operation.ts'
import { findLaterBookingId, noteAnsweredPending } from '../operations/repository.ts'
import { shipmentNotFound } from './change.ts'
import { type CommandDependencies, perform } from './command-operation.ts'
import { assertShipment } from './reads.ts'

/**
 * Books an option for a shipment: 201; 202 while no carrier has the booking; 200 if it is already booked. A repeat of a
 * call that was answered 202 gets 201 with the booking as it is by then.
 */
export async function book(
  dependencies: CommandDependencies,
  context: CallContext,
  { shipmentId, document }: { shipmentId: string; document: Buffer },
): Promise<Answer> {
  const { quote_option_id: optionId } = parseDocument(bookShipmentSchema, JSON.parse(document.toString()))
  const { environmentId } = context
  const { toAnswer } = dependencies.codec

  /** A quote option for the shipment proves that the shipment exists. It is looked up only if there is none. */
  async function findOption() {
    try {
      return await dependencies.quotes.FindOption({ context: contextMessage(context), quote_option_id: optionId })
    } catch (error) {
      await assertShipment(dependencies, context, shipmentId)
      throw error
    }
  }

  async function prepare() {
    if (!isId('shp', shipmentId)) throw shipmentNotFound(shipmentId)
    const [found, live] = await Promise.all([findOption(), findLiveBooking(dependencies.db, environmentId, shipmentId)])
    if (found.quote === null || found.option === null)
      throw new TypeError('invalid reply of the quoting service: no quote or option')
    const quote = quoteFromMessage(found.quote)
    // Before the operation: whichever process continues that, and whether or not quoting is up then, the account is known.
    if (found.account) await storeAccountRevision(dependencies.db, accountRevisionFromMessage(found.account))
    if (quote.shipmentId !== shipmentId) {
      await assertShipment(dependencies, context, shipmentId)
      const message = `Quote option ${optionId} belongs to shipment ${quote.shipmentId}, not to ${shipmentId}.`
      throw new AppError('quote_mismatch', message)
    }
    if (live?.quoteOption.quoteOptionId === optionId) return toAnswer(live, live.status === 'pending' ? 202 : 200)
    if (live) {
      throw new AppError(
        'shipment_already_booked',
        `Shipment ${shipmentId} already has active booking ${live.bookingId}. To book another option, cancel that booking: POST /api/v1/bookings/${live.bookingId}/cancel leaves the shipment ready.`,
        { meta: { current_status: live.shipment.status, booking_id: live.bookingId } },
      )
    }
    const option = quoteOptionFromMessage(found.option)
    const desired = { ...newHolding, quote: withLastOption(quote), option, bookingId: null }
    return { kind: 'book', step: 'claim', desired } as const
  }

  return await perform(dependencies, context, {
    shipmentId,
    prepare,
    async pending(operation, because) {
      const { db } = dependencies
      const { opId, desired } = operation
      const booking = desired.bookingId === null ? undefined : await findBooking(db, environmentId, desired.bookingId)
      if (booking === undefined) throw because
      if (booking.status === 'failed' && 'failure' in desired && desired.failure) throw errorFromStored(desired.failure)
      if (booking.status === 'failed' || booking.status === 'cancelled') throw because
      await noteAnsweredPending(db, environmentId, opId)
      return toAnswer(booking, booking.status === 'pending' ? 202 : 201)
    },
    async later(opId, stored) {
      const { db } = dependencies
      // The call found the pending booking of another call with this option.
      const foundId = stored.status === 202 ? bookingIdIn(stored) : null
      const bookingId = foundId ?? (await findLaterBookingId(db, environmentId, opId))
      const booking = bookingId === null ? undefined : await findBooking(db, environmentId, bookingId)
      return booking ? toAnswer(booking, booking.status === 'pending' ? 202 : 201) : null
    },
  })
}

/** An operation only needs to know until when one of the other options can be booked. */
function withLastOption(quote: Quote): Quote {
  const [last] = quote.options.toSorted((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime())
  return { ...quote, options: last ? [last] : [], messages: [] }
}

const bookingIdIn = ({ body }: Answer): string =>
  (JSON.parse(body.toString()) as { data: PublicBooking }).data.booking_id
