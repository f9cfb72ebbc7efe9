import { appendOutbox, type DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import type { Write } from '@waybill/chassis/postgres/pipelining'
import { publicEta } from '@waybill/contracts/booking'
import { parcelStatus } from '@waybill/contracts/bookings/booked-parcel'
import type { BookingFacts } from '@waybill/contracts/events/internal-events'
import { previousAttributes, publicEvent } from '@waybill/contracts/events/public-event'
import type { PublicShipment, ShipmentStatus } from '@waybill/contracts/shipment'
import type { Trx } from '../db.ts'
import { type Fact, findParcel } from '../facts/stored-fact.ts'
import type { BookingChange, BookingRecord } from './booking.ts'
import type { BookingCodec } from './codec.ts'
import { endedBeforePickup, shipmentUnder } from './consequences.ts'
import { dueTimes } from './eta.ts'
import { bookingWrites, insertBooking, type Schedule } from './repository.ts'

/** When a change is made, and the request that asked for it. */
interface ChangeContext {
  at: Date
  requestId: string | null
  idempotencyKey: string | null
}

/** The context of a change that no merchant asked for: a carrier's report, a label, a photo of a proof. */
export const systemChange = (at = new Date()): ChangeContext => ({ at, requestId: null, idempotencyKey: null })

/** Facts from the carrier's reports for the shipment service, beside the booking. */
interface ShipmentNews {
  shipmentStatus: ShipmentStatus | null
  /** Each with the status that it and the reports before it give the shipment. */
  facts: readonly (Fact & { shipmentStatus: ShipmentStatus | null })[]
}

/** Stored with a change of a booking, in one statement. */
interface ChangeDetails extends Schedule {
  further?: Write[]
  news?: ShipmentNews
  /** The event with the courier's position, if it is time for one. */
  position?: DomainEvent | null
}

/** Stores changes of bookings together with their events, all at one time and for one request. */
export interface BookingRecorder extends Readonly<ChangeContext> {
  /**
   * Stores a new booking with further writes, and further events after its own; false, and nothing is written, if its
   * shipment has another live one.
   */
  insert(trx: Trx, change: BookingChange, further: { events: DomainEvent[]; writes: Write[] }): Promise<boolean>
  /** Stores a change of the locked booking. Resolves to the booking after it. */
  update(trx: Trx, before: BookingRecord, change: BookingChange, details?: ChangeDetails): Promise<BookingRecord>
}

export type RecorderFactory = (context: ChangeContext) => BookingRecorder

const noNews: ShipmentNews = { shipmentStatus: null, facts: [] }

export function createRecorderFactory({ toPublic }: BookingCodec): RecorderFactory {
  return (context) => ({
    ...context,
    async insert(trx, change, further) {
      const shown = asShown(null, change)
      if (!(await insertBooking(trx, shown.booking))) return false
      const events = toEvents(null, shown, noNews, context)
      await appendOutbox(trx, [...events, ...further.events], further.writes)
      return true
    },
    async update(trx, before, change, { news = noNews, position = null, further = [], ...schedule } = {}) {
      const { booking, events: types } = asShown(before, change)
      const events = toEvents(before, { booking, events: types }, news, context)
      const tellsPosition = position !== null && isPositionDue(before, context.at)
      const after = tellsPosition ? { ...booking, positionToldAt: context.at } : booking
      const changed = bookingWrites(trx, before, after, schedule)
      await appendOutbox(trx, tellsPosition ? [...events, position] : events, [...changed, ...further])
      return after
    },
  })

  function toEvents(
    before: BookingRecord | null,
    { booking, events }: BookingChange,
    news: ShipmentNews,
    { at, requestId, idempotencyKey }: ChangeContext,
  ): DomainEvent[] {
    const { environmentId, merchantId, livemode, bookingId, updatedAt: occurredAt } = booking
    const firstSequence = booking.sequence - events.length + 1
    const internal = internalPayload(booking, news)
    const shown = (record: BookingRecord) => ({
      ...toPublic(record, at),
      shipment: record.shownShipment ?? shipmentUnder(record),
    })
    const object = shown(booking)
    const earlier = before && shown(before)
    const parcel = findNewsParcel(booking, news)
    return events.map((type, index) => {
      const sequence = firstSequence + index
      const event = publicEvent(
        { environmentId, merchantId, livemode, requestId, idempotencyKey },
        {
          type,
          subject: { type: 'booking', id: bookingId },
          sequence,
          object,
          parcel,
          ...(earlier && { before: earlier }),
          occurredAt,
        },
      )
      return {
        eventId: event.id,
        type,
        environmentId,
        subjectType: 'booking',
        subjectId: bookingId,
        sequence,
        occurredAt,
        public: event,
        internal: { ...internal, ...(index === 0 && events.length > 1 && { detailed_by: events.slice(1) }) },
      }
    })
  }
}

/** Time between two events with a courier's position. */
const POSITION_EVERY_MS = 20_000

const isPositionDue = ({ positionToldAt }: BookingRecord, at: Date): boolean =>
  positionToldAt === null || positionToldAt.getTime() <= at.getTime() - POSITION_EVERY_MS

/** The change, with the shipment as its events show it. */
const asShown = (before: BookingRecord | null, { booking, events }: BookingChange): BookingChange =>
  events.length === 0
    ? { booking, events }
    : { booking: { ...booking, shownShipment: shownShipment(before, booking) }, events }

/**
 * As the event before showed it if only `updated_at` differs: that is the time of the booking's change until the copy follows,
 * and the shipment's own afterwards.
 */
function shownShipment(before: BookingRecord | null, booking: BookingRecord): PublicShipment {
  const [last, next] = [before?.shownShipment ?? null, shipmentUnder(booking)]
  if (last === null) return next
  const changed = Object.keys(previousAttributes(next, last))
  return changed.every((name) => name === 'updated_at') ? last : next
}

function shipmentDue(booking: BookingRecord): BookingFacts['due'] {
  const { pickupBy, deliveryBy } = dueTimes(booking)
  return { pickup_by: pickupBy?.toISOString() ?? null, delivery_by: deliveryBy?.toISOString() ?? null }
}

function shipmentEta(booking: BookingRecord): BookingFacts['eta'] {
  const eta = publicEta(booking)
  return eta && { from: eta.from, to: eta.to }
}

/** For the shipment and quoting services. */
const internalPayload = (booking: BookingRecord, { shipmentStatus, facts }: ShipmentNews): BookingFacts => ({
  ended_before_pickup: endedBeforePickup(booking),
  shipment_status: shipmentStatus,
  incident: booking.incident,
  eta: shipmentEta(booking),
  due: shipmentDue(booking),
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
    shipment_status: fact.shipmentStatus,
    ...(fact.parcel && {
      parcel: {
        number: (findParcel(fact, booking) ?? 0) + 1,
        status: fact.parcel.status,
        tracking_number: fact.parcel.trackingNumber,
      },
    }),
  })),
})

/** The parcel that all reports are about; undefined: they are about the job, or about several. */
function findNewsParcel(booking: BookingRecord, { facts }: ShipmentNews) {
  const indexes = new Set(facts.map((fact) => findParcel(fact, booking)))
  const [index = null] = indexes
  const parcel = index === null ? undefined : booking.shipment.parcels[index]
  if (indexes.size !== 1 || index === null || parcel === undefined || booking.shipment.parcels.length < 2) return
  const known = booking.parcels?.[index]
  const { parcel_id } = parcel
  return {
    parcel_id,
    number: index + 1,
    status: parcelStatus(booking, known),
    tracking_number: known?.trackingNumber ?? null,
  }
}
