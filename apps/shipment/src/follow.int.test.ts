import type { DomainEvent } from '@waybill/chassis/outbox'
import type { BookingStatus } from '@waybill/contracts/booking'
import { publicEvent } from '@waybill/contracts/event'
import { newId } from '@waybill/contracts/ids'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, aRunningService, dataOf, type RunningTestService } from './a-running-service.ts'

let service: RunningTestService
beforeAll(async () => {
  service = await aRunningService()
})
afterAll(() => service.stop())

type Merchant = ReturnType<typeof aMerchant>
interface Subject {
  merchant: Merchant
  id: string
  bookingId: string
}

/** Booked by an operation of the booking service; its events begin at sequence 1. */
async function aBookedShipment({ onDemand = false } = {}): Promise<Subject & { claimId: string }> {
  const merchant = aMerchant(service)
  const { shipment_id: id } = await merchant.created(undefined, { onDemand })
  const bookingId = newId('bkg')
  const claimId = onDemand ? (await merchant.find(id)).claim_id : newId('op')
  if (!onDemand) await merchant.claim(id, { claim_id: claimId, kind: 'BOOK' })
  await merchant.settle(id, { claim_id: claimId, booked: { booking_id: bookingId } })
  return { merchant, id, bookingId, claimId }
}

const factOf = (key: string, status: BookingStatus, occurredAt: string) => ({
  fact_key: key,
  status,
  description: `It is ${status}`,
  incident: null,
  location: { latitude: 51.5, longitude: -0.1 },
  occurred_at: occurredAt,
  carrier_code: 'city_van',
})

/** An event as the booking service writes it. */
function bookingEvent(
  { merchant, id, bookingId }: Subject,
  sequence: number,
  facts: Record<string, unknown>,
  type: 'booking.updated' | 'booking.delivered' = 'booking.updated',
): DomainEvent {
  const occurredAt = new Date()
  const { environmentId } = merchant
  const event = publicEvent(
    { environmentId, merchantId: 'mer_1', livemode: false, requestId: 'req_of_courier', idempotencyKey: null },
    {
      type,
      subject: { type: 'booking', id: bookingId },
      sequence,
      object: { booking_id: bookingId, shipment_id: id, failure_reason: null },
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
    internal: { ended_before_pickup: false, shipment_status: null, incident: null, tracking: [], ...facts },
  }
}

async function publish(...events: DomainEvent[]) {
  for (const event of events) {
    expect(await service.bus.publish([event])).toEqual([{ outcome: 'published' }])
  }
}
const timelineOf = async ({ merchant, id }: Subject) =>
  dataOf<PublicTimelineEntry[]>(await service.client.ListEvents({ context: merchant.context(), shipment_id: id }))

describe('a shipment follows its booking', () => {
  test('from pickup to the door, with events and timeline', async () => {
    const subject = await aBookedShipment()
    const { merchant, id, bookingId } = subject
    await publish(
      bookingEvent(subject, 3, {
        shipment_status: 'in_transit',
        tracking: [factOf('f1', 'picked_up', '2026-12-01T09:00:00.000Z')],
      }),
      bookingEvent(subject, 4, {
        shipment_status: 'out_for_delivery',
        tracking: [factOf('f2', 'arrived_at_dropoff', '2026-12-01T09:20:00.000Z')],
      }),
      bookingEvent(subject, 5, {
        shipment_status: 'delivered',
        tracking: [factOf('f3', 'delivered', '2026-12-01T09:25:00.000Z')],
      }),
    )
    expect(await merchant.get(id)).toMatchObject({ status: 'delivered', booking_id: bookingId })
    const types = (await merchant.events(id)).map(({ type, sequence }) => `${sequence} ${type}`)
    expect(types).toEqual([
      '1 shipment.created',
      '2 shipment.updated',
      '3 shipment.updated',
      '4 shipment.in_transit',
      '5 shipment.updated',
      '6 shipment.out_for_delivery',
      '7 shipment.updated',
      '8 shipment.delivered',
    ])
    const tracked = (await timelineOf(subject)).filter(({ type }) => type === 'tracking')
    expect(tracked).toMatchObject([
      { tracking_status: 'picked_up', occurred_at: '2026-12-01T09:00:00.000Z', carrier_code: 'city_van' },
      { tracking_status: 'arrived_at_dropoff', location: { latitude: 51.5, longitude: -0.1 } },
      { tracking_status: 'delivered', booking_id: bookingId, event_id: expect.stringMatching(/^evt_/) },
    ])
  })

  test('the same news twice change nothing more', async () => {
    const subject = await aBookedShipment()
    const event = bookingEvent(subject, 3, {
      shipment_status: 'in_transit',
      tracking: [factOf('f1', 'picked_up', '2026-12-01T09:00:00.000Z')],
    })
    await publish(event, event, { ...event, eventId: newId('evt') })
    expect(await subject.merchant.events(subject.id)).toHaveLength(4)
    expect((await timelineOf(subject)).filter(({ type }) => type === 'tracking')).toHaveLength(1)
  })

  test('news that come late do not turn it back, but their facts are kept', async () => {
    const subject = await aBookedShipment()
    await publish(
      bookingEvent(subject, 4, { shipment_status: 'out_for_delivery' }),
      bookingEvent(subject, 3, {
        shipment_status: 'in_transit',
        tracking: [factOf('f1', 'picked_up', '2026-12-01T09:00:00.000Z')],
      }),
    )
    expect(await subject.merchant.get(subject.id)).toMatchObject({ status: 'out_for_delivery' })
    expect((await timelineOf(subject)).map(({ type }) => type)).toContain('tracking')
  })

  test('news that say nothing of it do not outdate earlier ones that do', async () => {
    const subject = await aBookedShipment()
    await publish(bookingEvent(subject, 4, {}), bookingEvent(subject, 3, { shipment_status: 'in_transit' }))
    expect(await subject.merchant.get(subject.id)).toMatchObject({ status: 'in_transit' })
  })

  test('a final status stands against later news, and that is counted', async () => {
    const subject = await aBookedShipment()
    await publish(
      bookingEvent(subject, 3, { shipment_status: 'delivered' }, 'booking.delivered'),
      bookingEvent(subject, 4, { shipment_status: 'in_transit' }),
    )
    expect(await subject.merchant.get(subject.id)).toMatchObject({ status: 'delivered' })
    const page = await (await fetch(`http://127.0.0.1:${service.opsPort}/metrics`)).text()
    expect(page).toMatch(/shipment_contradicting_facts_total\{[^}]*\} [1-9]/)
  })

  test('news of another booking do not concern it', async () => {
    const subject = await aBookedShipment()
    await publish(bookingEvent({ ...subject, bookingId: newId('bkg') }, 9, { shipment_status: 'delivered' }))
    expect(await subject.merchant.get(subject.id)).toMatchObject({ status: 'ready' })
  })

  test('news that overtake the settlement are read again after it', async () => {
    const merchant = aMerchant(service)
    const { shipment_id: id } = await merchant.created()
    const claim_id = newId('op')
    const bookingId = newId('bkg')
    await merchant.claim(id, { claim_id, kind: 'BOOK' })
    await publish(bookingEvent({ merchant, id, bookingId }, 2, { shipment_status: 'in_transit' }))
    expect(await merchant.get(id)).toMatchObject({ status: 'ready' })
    await merchant.settle(id, { claim_id, booked: { booking_id: bookingId } })
    await eventually(async () => expect(await merchant.get(id)).toMatchObject({ status: 'in_transit' }))
  })
})

describe('a booking that ends before pickup', () => {
  test('leaves a scheduled shipment ready for another', async () => {
    const subject = await aBookedShipment()
    const { merchant, id } = subject
    await publish(bookingEvent(subject, 3, { ended_before_pickup: true }))
    expect(await merchant.get(id)).toMatchObject({ status: 'ready', booking_id: null })
    expect(await merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })).toMatchObject({ outcome: 'HELD' })
  })

  test('lets the dispatch of an on-demand shipment go on under its claim, which can end once more', async () => {
    const subject = await aBookedShipment({ onDemand: true })
    const { merchant, id, claimId: claim_id } = subject
    await expect(merchant.claim(id, { claim_id, kind: 'DISPATCH' })).rejects.toMatchObject({ code: 'shipment_busy' })
    await publish(bookingEvent(subject, 3, { ended_before_pickup: true }))
    expect(await merchant.get(id)).toMatchObject({ status: 'in_transit', booking_id: null })
    expect(await merchant.claim(id, { claim_id, kind: 'DISPATCH' })).toMatchObject({
      outcome: 'HELD',
      shipment: { claim_id, claim_kind: 'dispatch' },
    })
    const next = newId('bkg')
    await merchant.settle(id, { claim_id, booked: { booking_id: next } })
    expect(await merchant.get(id)).toMatchObject({ booking_id: next })
  })

  test('by our own cancellation stays visible on the cancelled shipment', async () => {
    const subject = await aBookedShipment()
    const { merchant, id, bookingId } = subject
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'CANCEL', reason_code: 'fraud' })
    await publish(bookingEvent(subject, 3, { ended_before_pickup: true }))
    expect(await merchant.get(id)).toMatchObject({ status: 'ready', booking_id: bookingId })
    await merchant.settle(id, { claim_id, cancelled: {} })
    expect(await merchant.get(id)).toMatchObject({
      status: 'cancelled',
      booking_id: bookingId,
      cancellation_reason_code: 'fraud',
    })
  })

  test('while its cancellation is refused leaves the shipment free', async () => {
    const subject = await aBookedShipment()
    const { merchant, id } = subject
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'CANCEL', reason_code: 'fraud' })
    await publish(bookingEvent(subject, 3, { ended_before_pickup: true }))
    await merchant.settle(id, { claim_id, released: {} })
    expect(await merchant.get(id)).toMatchObject({ status: 'ready', booking_id: null })
  })
})
