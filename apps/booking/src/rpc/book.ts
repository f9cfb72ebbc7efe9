import type { Answer } from '@waybill/chassis/idempotency/operations'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { quoteFromMessage, quoteOptionFromMessage } from '@waybill/contracts/quote'
import { bookShipmentSchema } from '@waybill/contracts/shipment-documents'
import { parseDocument } from '@waybill/contracts/validation'
import { bookingAnswer } from '../bookings/recorder.ts'
import { findBooking, findLiveBooking } from '../bookings/repository.ts'
import { straight } from '../operations/operation.ts'
import { shipmentNotFound } from './change.ts'
import { type CommandParts, perform } from './command-operation.ts'

/** Books an offer for a shipment: 201, 202 while the carrier's answer is not known, 200 if it is booked already. */
export async function book(
  parts: CommandParts,
  context: CallContext,
  { shipmentId, document }: { shipmentId: string; document: Buffer },
): Promise<Answer> {
  const { quote_option_id: optionId } = parseDocument(bookShipmentSchema, JSON.parse(document.toString()))
  const { environmentId } = context

  async function prepare() {
    if (!isId('shp', shipmentId)) throw shipmentNotFound(shipmentId)
    await parts.shipments.Find({ context: contextMessage(context), shipment_id: shipmentId })
    const found = await parts.quotes.FindOption({ context: contextMessage(context), quote_option_id: optionId })
    if (found.quote === null || found.option === null) throw new TypeError('the reply holds no quote option')
    const quote = quoteFromMessage(found.quote)
    if (quote.shipmentId !== shipmentId) {
      const message = `Quote option ${optionId} is for shipment ${quote.shipmentId}, not for ${shipmentId}.`
      throw new AppError('quote_mismatch', message)
    }
    const live = await findLiveBooking(parts.db, environmentId, shipmentId)
    if (live?.quoteOption.quoteOptionId === optionId) return bookingAnswer(live, 200, parts.labelUrls, new Date())
    if (live) {
      throw new AppError(
        'shipment_already_booked',
        `Shipment ${shipmentId} has booking ${live.bookingId}; cancel it first.`,
        { meta: { current_status: live.shipment.status, booking_id: live.bookingId } },
      )
    }
    const option = quoteOptionFromMessage(found.option)
    return { kind: 'book', step: 'claim', desired: { ...straight, quote, option, shipment: null } } as const
  }

  return await perform(parts, context, {
    shipmentId,
    prepare,
    async pending({ bookingId }, because) {
      const booking = bookingId === null ? undefined : await findBooking(parts.db, environmentId, bookingId)
      if (booking === undefined) throw because
      return bookingAnswer(booking, 202, parts.labelUrls, new Date())
    },
  })
}
