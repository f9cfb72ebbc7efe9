/** Writes what was decided about a booking, and tells of it, in the caller's transaction. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { type PublicBooking, publicBooking } from '@waybill/contracts/booking'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { publicEvent } from '@waybill/contracts/events/public-event'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { Trx } from '../db.ts'
import { shownProof } from '../documents/proof-media.ts'
import type { LabelUrls } from '../documents/signed-urls.ts'
import type { Fact } from '../tracking/facts.ts'
import type { BookingRecord, Decision } from './booking.ts'
import { endedBeforePickup } from './consequences.ts'
import { insertBooking, updateBooking } from './repository.ts'

/** When, and on whose request. */
export interface Cause {
  at: Date
  requestId: string | null
  idempotencyKey: string | null
}

/** What the shipment service learns besides. */
export interface News {
  shipmentStatus: ShipmentStatus | null
  facts: readonly Fact[]
}

const noNews: News = { shipmentStatus: null, facts: [] }

/** The booking as merchants see it, with addresses of its label and its proof that are valid from now on. */
export const shownBooking = (booking: BookingRecord, labelUrls: LabelUrls, at: Date): PublicBooking =>
  publicBooking(
    {
      ...booking,
      pod: booking.pod && shownProof(booking.pod, (name) => labelUrls.signMedia({ ...booking, name }, at)),
    },
    labelUrls.sign(booking, at),
  )

/** The booking as the answer to a command or a read. */
export const bookingAnswer = (booking: BookingRecord, status: number, labelUrls: LabelUrls, at: Date): Answer => ({
  // A carrier that has not answered yet may still refuse.
  status: status !== 200 || booking.status !== 'pending' ? status : 202,
  body: envelopeBytes(successEnvelope(shownBooking(booking, labelUrls, at))),
  etag: String(booking.sequence),
})

/** Stores a new booking with its event; false, and nothing is written, if its shipment has another live one. */
export async function recordNewBooking(
  trx: Trx,
  decision: Decision,
  cause: Cause,
  labelUrls: LabelUrls,
): Promise<boolean> {
  if (!(await insertBooking(trx, decision.booking))) return false
  await tell(trx, null, decision, { cause, labelUrls, news: noNews })
  return true
}

/** Writes a change of the locked booking, with its events. */
export async function recordChange(
  trx: Trx,
  before: BookingRecord,
  decision: Decision,
  { news = noNews, ...how }: { cause: Cause; labelUrls: LabelUrls; news?: News },
): Promise<BookingRecord> {
  await updateBooking(trx, decision.booking)
  await tell(trx, before, decision, { ...how, news })
  return decision.booking
}

async function tell(
  trx: Trx,
  before: BookingRecord | null,
  { booking, events }: Decision,
  { cause, labelUrls, news }: { cause: Cause; labelUrls: LabelUrls; news: News },
): Promise<void> {
  const { environmentId, merchantId, livemode, bookingId } = booking
  const { at, requestId, idempotencyKey } = cause
  const firstSequence = booking.sequence - events.length + 1
  const internal = {
    ended_before_pickup: endedBeforePickup(booking),
    shipment_status: news.shipmentStatus,
    incident: booking.incident,
    quote_id: booking.quoteId,
    quote_option_id: booking.quoteOption.quoteOptionId,
    tracking: news.facts.map((fact) => ({
      fact_key: fact.factKey,
      status: fact.status,
      description: fact.description,
      incident: fact.incident,
      location: fact.location,
      occurred_at: fact.occurredAt.toISOString(),
      carrier_code: booking.carrierCode,
    })),
  }
  await appendOutbox(
    trx,
    events.map((type, index) => {
      const sequence = firstSequence + index
      const event = publicEvent(
        { environmentId, merchantId, livemode, requestId, idempotencyKey },
        {
          type,
          subject: { type: 'booking', id: bookingId },
          sequence,
          object: shownBooking(booking, labelUrls, at),
          ...(before && { before: shownBooking(before, labelUrls, at) }),
          occurredAt: at,
        },
      )
      return {
        eventId: event.id,
        type,
        environmentId,
        subjectType: 'booking',
        subjectId: bookingId,
        sequence,
        occurredAt: at,
        public: event,
        internal,
      }
    }),
  )
}
