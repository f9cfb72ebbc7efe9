import type { Answer } from '@waybill/chassis/idempotency/operations'
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { quoteFromMessage, quoteOptionFromMessage } from '@waybill/contracts/quote'
import { bookShipmentSchema } from '@waybill/contracts/shipment-documents'
import { parseDocument } from '@waybill/contracts/validation'
import { findBooking, findLiveBooking } from '../bookings/repository.ts'
import { newHolding } from '../operations/operation.ts'
import { shipmentNotFound } from './change.ts'
import { type CommandDependencies, perform } from './command-operation.ts'
import { assertShipment } from './reads.ts'

/** Books an option for a shipment: 201; 202 while the carrier's answer is unknown; 200 if it is already booked. */
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
    const found = await findOption()
    if (found.quote === null || found.option === null)
      throw new TypeError('invalid reply of the quoting service: no quote or option')
    const quote = quoteFromMessage(found.quote)
    if (quote.shipmentId !== shipmentId) {
      await assertShipment(dependencies, context, shipmentId)
      const message = `Quote option ${optionId} belongs to shipment ${quote.shipmentId}, not to ${shipmentId}.`
      throw new AppError('quote_mismatch', message)
    }
    const live = await findLiveBooking(dependencies.db, environmentId, shipmentId)
    if (live?.quoteOption.quoteOptionId === optionId) return toAnswer(live, live.status === 'pending' ? 202 : 200)
    if (live) {
      throw new AppError(
        'shipment_already_booked',
        `Shipment ${shipmentId} already has active booking ${live.bookingId}. Cancel it first.`,
        { meta: { current_status: live.shipment.status, booking_id: live.bookingId } },
      )
    }
    const option = quoteOptionFromMessage(found.option)
    return { kind: 'book', step: 'claim', desired: { ...newHolding, quote, option, bookingId: null } } as const
  }

  return await perform(dependencies, context, {
    shipmentId,
    prepare,
    async pending({ desired: { bookingId } }, because) {
      const booking = bookingId === null ? undefined : await findBooking(dependencies.db, environmentId, bookingId)
      if (booking === undefined) throw because
      return toAnswer(booking, 202)
    },
  })
}
