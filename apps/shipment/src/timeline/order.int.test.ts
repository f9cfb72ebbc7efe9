/** The order of a timeline, in whatever order its facts arrive. */
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import type { TrackingStatus } from '@waybill/contracts/events/internal-events'
import { publicEvent } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { describe, expect, test } from 'vitest'
import { aMerchant, aNewShipment, getData, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

const BOOKING_REQUEST = 'req_booking'

/** A claimed shipment whose booking was requested a minute from now, and what the carrier reports of it. */
async function aBookingInProgress({ onDemand = false } = {}) {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const { shipment_id: id } = await merchant.created(undefined, { onDemand })
  const bookingId = newId('bkg')
  let claim_id = (await merchant.find(id)).claim_id
  if (!onDemand) {
    claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'BOOK' })
  }
  const startMs = Date.now()
  const later = (seconds: number) => new Date(startMs + 60_000 + seconds * 1_000)
  const subject = { environmentId, subjectType: 'booking', subjectId: bookingId }
  const opened: DomainEvent = {
    ...subject,
    eventId: newId('evt'),
    type: 'booking.opened',
    sequence: null,
    occurredAt: later(0),
    public: null,
    internal: { shipment_id: id, claim_id, request: { id: BOOKING_REQUEST, idempotency_key: 'key-1' } },
  }
  function updated(
    sequence: number,
    reports: { status: TrackingStatus; at: Date }[],
    { occurredAt = later(30), facts = {}, object = {} } = {},
  ): DomainEvent {
    const event = publicEvent(
      { environmentId, merchantId: 'mer_1', livemode: false, requestId: 'req_1', idempotencyKey: null },
      {
        type: 'booking.updated',
        subject: { type: 'booking', id: bookingId },
        sequence,
        occurredAt,
        object: {
          shipment_id: id,
          status: 'assigned',
          failure_reason: null,
          booked_at: later(2).toISOString(),
          carrier_code: 'swift_courier',
          carrier_job_id: 'job-1',
          tracking_number: null,
          carrier_tracking_url: null,
          quote_option: { quote_option_id: newId('qop'), service_code: 'swift_now' },
          ...object,
        },
      },
    )
    const tracking = reports.map(({ status, at }) => ({
      fact_key: status,
      status,
      description: null,
      incident: null,
      location: null,
      occurred_at: at.toISOString(),
      carrier_code: 'swift_courier',
      shipment_status: null,
    }))
    const nothing = { ended_before_pickup: false, shipment_status: null, incident: null }
    return {
      ...subject,
      eventId: event.id,
      type: 'booking.updated',
      sequence,
      occurredAt,
      public: event,
      internal: { ...nothing, ...facts, tracking },
    }
  }
  const settle = () =>
    merchant.settle(
      id,
      { claim_id, booked: { booking_id: bookingId, booked_at: later(2).toISOString() } },
      { requestId: BOOKING_REQUEST, idempotencyKey: 'key-1' },
    )
  return { merchant, id, bookingId, later, opened, updated, settle }
}

async function deliver(...events: DomainEvent[]): Promise<void> {
  for (const event of events) expect(await service.bus.publish([event])).toEqual([{ outcome: 'published' }])
  expect(await service.db.selectFrom('inbox_parked').select('error').execute()).toEqual([])
}

async function readTimeline(merchant: ReturnType<typeof aMerchant>, shipment_id: string, limit = 100) {
  const entries: PublicTimelineEntry[] = []
  for (let cursor = ''; ; ) {
    const answer = await service.client.ListEvents({
      context: merchant.context(),
      shipment_id,
      page: { limit, cursor },
    })
    entries.push(...getData<PublicTimelineEntry[]>(answer))
    const { meta } = JSON.parse(answer.body.toString())
    if (!meta.has_more) return entries
    cursor = meta.next_cursor
  }
}

const readable = ({ type, status, tracking_status, description }: PublicTimelineEntry) =>
  tracking_status ?? description ?? `${type}: ${status}`

describe.each([
  ['scheduled', false, 'ready'],
  ['on demand', true, 'in_transit'],
] as const)('a booking of a shipment %s', (_, onDemand, status) => {
  type Step = 'opened' | 'settled' | 'assigned' | 'en route'
  const orders: Step[][] = [
    ['opened', 'settled', 'assigned', 'en route'],
    ['assigned', 'opened', 'en route', 'settled'],
    ['settled', 'en route', 'assigned', 'opened'],
    ['en route', 'assigned', 'settled', 'opened'],
  ]

  test.each(orders)('reads the same if its facts arrive as %s, %s, %s, %s', async (...order) => {
    const { merchant, id, later, bookingId, opened, updated, settle } = await aBookingInProgress({ onDemand })
    const atOnce = later(10) // a carrier's clock of whole seconds
    const events = {
      opened,
      assigned: updated(2, [{ status: 'assigned', at: atOnce }]),
      'en route': updated(3, [{ status: 'en_route_to_pickup', at: atOnce }]),
    }
    for (const step of order) {
      if (step === 'settled') await settle()
      else await deliver(events[step], events[step])
    }
    await deliver(...Object.values(events).reverse())

    const timeline = await readTimeline(merchant, id)
    expect(timeline.map(readable)).toEqual([
      `status_changed: ${status}`,
      'Booking requested',
      'Booked',
      'assigned',
      'en_route_to_pickup',
    ])
    expect(timeline.slice(1)).toMatchObject([
      { occurred_at: later(0).toISOString(), status, booking_id: bookingId },
      { occurred_at: later(2).toISOString(), status, booking_id: bookingId },
      { occurred_at: atOnce.toISOString() },
      { occurred_at: atOnce.toISOString() },
    ])
    expect(await readTimeline(merchant, id, 1)).toEqual(timeline)

    const updates = (await merchant.events(id)).filter(({ type }) => type === 'shipment.updated')
    const ofBooking = { data: { object: { booking_id: bookingId }, previous_attributes: { booking_id: null } } }
    const request = { id: BOOKING_REQUEST, idempotency_key: 'key-1' }
    expect(updates.map((event) => event.public)).toMatchObject([{ ...ofBooking, request }])
  })
})

test.each([
  ['before', ['opened', 'settled', 'assigned', 'en route']],
  ['after', ['assigned', 'en route', 'settled', 'opened']],
] as const)(
  'reports by a clock that is behind follow the booking, which is settled %s they arrive',
  async (_, order) => {
    const { merchant, id, later, opened, updated, settle } = await aBookingInProgress()
    const assigned = updated(2, [{ status: 'assigned', at: later(-3_600) }])
    const events = { opened, assigned, 'en route': updated(3, [{ status: 'en_route_to_pickup', at: later(-3_000) }]) }
    for (const step of order) {
      if (step === 'settled') await settle()
      else await deliver(events[step])
    }
    const timeline = await readTimeline(merchant, id)
    expect(timeline.slice(1).map(readable)).toEqual(['Booking requested', 'Booked', 'assigned', 'en_route_to_pickup'])
    expect(timeline.at(-1)).toMatchObject({ occurred_at: later(2).toISOString() })
    expect(await readTimeline(merchant, id, 1)).toEqual(timeline)
  },
)

test('reports of one time keep the carrier’s order', async () => {
  const { merchant, id, later, opened, updated, settle } = await aBookingInProgress()
  await deliver(opened)
  await settle()
  const statuses = ['assigned', 'en_route_to_pickup', 'arrived_at_pickup'] as const
  await deliver(
    updated(
      2,
      statuses.map((status) => ({ status, at: later(5) })),
    ),
  )
  expect((await readTimeline(merchant, id)).map(readable).slice(-3)).toEqual(statuses)
})

test('a late event of a booking that moves the shipment has its own time', async () => {
  const { merchant, id, later, updated, settle } = await aBookingInProgress()
  await settle()
  await deliver(updated(2, [], { occurredAt: later(20), facts: { ended_before_pickup: true } }))
  expect((await readTimeline(merchant, id)).at(-1)).toMatchObject({
    description: 'Booking ended before the pickup',
    occurred_at: later(20).toISOString(),
  })
})

test('a cancelled booking has the time of its cancellation', async () => {
  const { merchant, id } = await aNewShipment(service)
  const book = newId('op')
  const booking_id = newId('bkg')
  await merchant.claim(id, { claim_id: book, kind: 'BOOK' })
  await merchant.settle(id, { claim_id: book, booked: { booking_id } })
  const claim_id = newId('op')
  await merchant.claim(id, { claim_id, kind: 'CANCEL_BOOKING', booking_id })
  const cancelled_at = new Date(Date.now() + 60_000).toISOString()
  await merchant.settle(id, { claim_id, booking_cancelled: { reason_code: 'pickup_late', cancelled_at } })
  expect((await readTimeline(merchant, id)).at(-1)).toMatchObject({
    description: 'Booking cancelled: pickup_late',
    reason: 'booking_cancelled',
    occurred_at: cancelled_at,
  })
})

test('entries without a sequence are listed in pages too', async () => {
  const { merchant, id, later, opened, updated, settle } = await aBookingInProgress()
  await deliver(opened, updated(2, [{ status: 'assigned', at: later(2) }]))
  await settle()
  await service.db.updateTable('timeline').set({ sequence: null }).where('shipment_id', '=', id).execute()
  const timeline = await readTimeline(merchant, id)
  expect(timeline).toHaveLength(4)
  expect(await readTimeline(merchant, id, 1)).toEqual(timeline)
})

test('a stream has the reports of an event before the status to which they led', async () => {
  const { id, later, opened, updated, settle } = await aBookingInProgress()
  await deliver(opened)
  await settle()
  const reports = (['en_route_to_pickup', 'picked_up', 'delivered'] as const).map((status, index) => ({
    status,
    at: later(10 + index),
  }))
  const known = { incident: null, tracking_number: '1Z1', carrier_tracking_url: null }
  const parcels = [1, 2].map((number) => ({ number, status: 'delivered', ...known }))
  const object = { parcels: parcels.map((parcel) => ({ ...parcel, label_url: 'https://signed.example' })) }
  await deliver(updated(2, reports, { facts: { shipment_status: 'delivered' }, object }))
  const stored = await service.db
    .selectFrom('timeline')
    .selectAll()
    .where('shipment_id', '=', id)
    .orderBy('position')
    .execute()
  expect(stored.slice(-4).map(({ type, status, tracking_status }) => tracking_status ?? `${type}: ${status}`)).toEqual([
    ...['en_route_to_pickup', 'picked_up', 'delivered'],
    'status_changed: delivered',
  ])
  const carried = service.db.selectFrom('shipment').select('carried_parcels').where('shipment_id', '=', id)
  expect(await carried.executeTakeFirst()).toEqual({ carried_parcels: parcels })
})
