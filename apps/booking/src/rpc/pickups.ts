/** Pickups: parse → transaction → command → encode. */
import { type Answer, answerOnce, findEarlierAnswer } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { CallContext, UnaryMethods } from '@waybill/chassis/rpc/server'
import { errorEnvelope } from '@waybill/contracts/app-error'
import {
  type CreatePickup,
  createPickupSchema,
  type PickupStatus,
  type PublicPickup,
} from '@waybill/contracts/bookings/pickup'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { type Address, publicAddress } from '@waybill/contracts/values/address'
import { moneyText } from '@waybill/contracts/values/money'
import { cancelPickup, createPickup, getPickup } from '../batches/pickups/commands.ts'
import type { Pickup } from '../batches/pickups/pickup.ts'
import { listPickups } from '../batches/pickups/repository.ts'
import { findBooking } from '../bookings/repository.ts'
import type { Dependencies } from '../dependencies.ts'
import { errorFromStored } from '../operations/errors.ts'
import { getShipment } from '../use-cases/reads.ts'

/** `wakePickups` makes the worker look for due pickups now. `publicUrl`: base of the URLs in errors. */
export interface PickupCalls {
  publicUrl: string
  wakePickups: () => void
}

export const pickupHandlers = (dependencies: Dependencies & PickupCalls) => {
  const { db, publicUrl, wakePickups } = dependencies

  const toPublic = (pickup: Pickup): PublicPickup => {
    const { environmentId, jobs, address, price, error } = pickup
    const grams = jobs.reduce((sum, { weightGrams }) => sum + weightGrams, 0)
    return {
      pickup_id: pickup.pickupId,
      merchant_id: pickup.merchantId,
      environment_id: environmentId,
      status: pickup.status,
      carrier_code: pickup.carrierCode,
      carrier_account_id: pickup.carrierAccountId,
      booking_ids: pickup.bookingIds,
      parcels: jobs.reduce((sum, { parcels }) => sum + parcels, 0),
      weight_kg: (grams / 1_000).toFixed(3),
      window_from: pickup.windowFrom.toISOString(),
      window_to: pickup.windowTo.toISOString(),
      address: address && publicAddress(environmentId, address),
      instructions: pickup.instructions,
      confirmation_number: pickup.confirmation,
      price: price && { amount: moneyText(price), currency: price.currency },
      error: error && errorEnvelope(errorFromStored(error), error.requestId, publicUrl).error,
      cancellation_requested_at: pickup.cancelRequestedAt?.toISOString() ?? null,
      scheduled_at: pickup.scheduledAt?.toISOString() ?? null,
      cancelled_at: pickup.cancelledAt?.toISOString() ?? null,
      created_at: pickup.createdAt.toISOString(),
      updated_at: pickup.updatedAt.toISOString(),
    }
  }
  const toAnswer = (status: number, pickup: Pickup): Answer => ({
    status,
    body: envelopeBytes(successEnvelope(toPublic(pickup))),
    etag: String(pickup.version),
  })

  /**
   * Null: the document has an address and the carrier comes anywhere, or the first booking does not exist, which the command
   * refuses.
   */
  async function readAddress(context: CallContext, document: CreatePickup): Promise<Address | null> {
    const [bookingId = ''] = document.booking_ids
    const booking = await findBooking(db, context.environmentId, bookingId)
    if (!booking) return null
    const support = dependencies.carriers.get(booking.carrierCode)?.descriptor.pickups
    if (document.address !== null && !support?.atLabels) return null
    return (await getShipment(dependencies, context, booking.shipmentId)).pickupAddress
  }

  return {
    async CreatePickup(request, context) {
      const document = parseDocument(createPickupSchema, JSON.parse(request.document.toString()))
      const earlier = context.idempotencyKey === null ? null : await findEarlierAnswer(db, context)
      if (earlier) return earlier
      const address = await readAddress(context, document)
      const answer = await answerOnce(db, context, async (trx) =>
        toAnswer(202, await createPickup(trx, dependencies, context, { document, address, now: new Date() })),
      )
      wakePickups()
      return answer
    },

    async GetPickup({ pickup_id: pickupId }, { environmentId }) {
      return toAnswer(200, await getPickup(db, { environmentId, pickupId }))
    },

    async ListPickups({ page, status, booking_id: bookingId }, { environmentId }) {
      const { limit, cursor } = pageRequest(page)
      const filters = { status: (status || null) as PickupStatus | null, bookingId: bookingId || null }
      const list = ['pickups', environmentId, filters]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listPickups(db, environmentId, filters, { after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.pickupId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(toPublic), meta)) }
    },

    async CancelPickup({ pickup_id: pickupId }, context) {
      const { environmentId } = context
      const answer = await answerOnce(db, context, async (trx) => {
        const pickup = await cancelPickup(trx, dependencies, { environmentId, pickupId }, new Date())
        return toAnswer(pickup.status === 'cancelled' ? 200 : 202, pickup)
      })
      wakePickups()
      return answer
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}
