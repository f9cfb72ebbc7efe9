import { appendOutbox, type DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import type { BookingFacts } from '@waybill/contracts/events/internal-events'
import { publicEvent } from '@waybill/contracts/events/public-event'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { Trx } from '../db.ts'
import type { Fact } from '../tracking/stored-fact.ts'
import type { BookingChange, BookingRecord } from './booking.ts'
import type { BookingCodec } from './codec.ts'
import { endedBeforePickup } from './consequences.ts'
import { insertBooking, updateBooking } from './repository.ts'

/** When a change is made, and the request that asked for it. */
interface ChangeContext {
  at: Date
  requestId: string | null
  idempotencyKey: string | null
}

/** The context of a change that no merchant asked for: a carrier's report, a label, a photo of a proof. */
export const systemChange = (at = new Date()): ChangeContext => ({ at, requestId: null, idempotencyKey: null })

/** What the shipment service learns from the carrier's reports, beside the booking. */
export interface ShipmentNews {
  shipmentStatus: ShipmentStatus | null
  facts: readonly Fact[]
}

/** Stores changes of bookings together with their events, all at one time and for one request. */
export interface BookingRecorder {
  readonly at: Date
  /** Stores a new booking; false, and nothing is written, if its shipment has another live one. */
  insert(trx: Trx, change: BookingChange): Promise<boolean>
  /** Stores a change of the locked booking. Resolves to the booking after it. */
  update(trx: Trx, before: BookingRecord, change: BookingChange, news?: ShipmentNews): Promise<BookingRecord>
}

export type RecorderFactory = (context: ChangeContext) => BookingRecorder

const noNews: ShipmentNews = { shipmentStatus: null, facts: [] }

export function createRecorderFactory({ toPublic }: BookingCodec): RecorderFactory {
  return (context) => ({
    at: context.at,
    async insert(trx, change) {
      if (!(await insertBooking(trx, change.booking))) return false
      await appendOutbox(trx, toEvents(null, change, noNews, context))
      return true
    },
    async update(trx, before, change, news = noNews) {
      await updateBooking(trx, change.booking)
      await appendOutbox(trx, toEvents(before, change, news, context))
      return change.booking
    },
  })

  function toEvents(
    before: BookingRecord | null,
    { booking, events }: BookingChange,
    news: ShipmentNews,
    { at, requestId, idempotencyKey }: ChangeContext,
  ): DomainEvent[] {
    const { environmentId, merchantId, livemode, bookingId } = booking
    const firstSequence = booking.sequence - events.length + 1
    const internal = internalPayload(booking, news)
    return events.map((type, index) => {
      const sequence = firstSequence + index
      const event = publicEvent(
        { environmentId, merchantId, livemode, requestId, idempotencyKey },
        {
          type,
          subject: { type: 'booking', id: bookingId },
          sequence,
          object: toPublic(booking, at),
          ...(before && { before: toPublic(before, at) }),
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
    })
  }
}

/** For the shipment and quoting services. */
const internalPayload = (booking: BookingRecord, { shipmentStatus, facts }: ShipmentNews): BookingFacts => ({
  ended_before_pickup: endedBeforePickup(booking),
  shipment_status: shipmentStatus,
  incident: booking.incident,
  quote_id: booking.quoteId,
  quote_option_id: booking.quoteOption.quoteOptionId,
  tracking: facts.map((fact) => ({
    fact_key: fact.factKey,
    status: fact.status,
    description: fact.description,
    incident: fact.incident,
    location: fact.location,
    occurred_at: fact.occurredAt.toISOString(),
    carrier_code: booking.carrierCode,
  })),
})
