import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { publicEvent } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import type { PublicQuote } from '@waybill/contracts/quote'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aMerchant,
  firstOptionId,
  type Merchant,
  type RunningService,
  runningService,
} from './testing/running-service.ts'
import { aShipment } from './testing/shipment.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service.stop())

interface EventContent {
  type: 'shipment.updated' | 'booking.updated'
  subjectId: string
  sequence: number
  object: Record<string, unknown>
  internal: object
}

function anEvent(environmentId: string, { type, subjectId, sequence, object, internal }: EventContent): DomainEvent {
  const subject = { type: type === 'shipment.updated' ? 'shipment' : 'booking', id: subjectId } as const
  const origin = { environmentId, merchantId: 'mer_1', livemode: false, requestId: 'req_7', idempotencyKey: null }
  const occurredAt = new Date()
  const event = publicEvent(origin, { type, subject, sequence, object, occurredAt })
  return {
    eventId: event.id,
    type,
    environmentId,
    subjectType: subject.type,
    subjectId,
    sequence,
    occurredAt,
    public: event,
    internal,
  }
}

/** The event of a changed shipment. */
const shipmentUpdated = (
  { environmentId }: Merchant,
  shipmentId: string,
  { sequence = 2, status = 'ready', routeRevision = 1 },
) =>
  anEvent(environmentId, {
    type: 'shipment.updated',
    subjectId: shipmentId,
    sequence,
    object: { shipment_id: shipmentId, status },
    internal: { route_revision: routeRevision, status, on_demand: false },
  })

/** The event of a changed booking of the quote's first option. */
const bookingUpdated = (
  { environmentId }: Merchant,
  quote: PublicQuote,
  { bookingId = newId('bkg'), sequence = 2, status = 'assigned' } = {},
) =>
  anEvent(environmentId, {
    type: 'booking.updated',
    subjectId: bookingId,
    sequence,
    object: {
      booking_id: bookingId,
      shipment_id: quote.shipment_id,
      status,
      failure_reason: null,
      booked_at: '2026-12-01T08:30:00.000Z',
      tracking_number: null,
      carrier_tracking_url: null,
      carrier_code: quote.options[0]?.carrier_code,
      carrier_job_id: 'job-1',
      quote_option: quote.options[0],
    },
    internal: { ended_before_pickup: false, shipment_status: null, incident: null, tracking: [] },
  })

/** Hands events to the service, one after another; all are dealt with once it resolves. */
async function deliver(...events: DomainEvent[]): Promise<void> {
  for (const event of events) {
    const outcomes = await service.bus.publish([event])
    expect(outcomes).toEqual([{ outcome: 'published' }])
  }
  const parked = await service.db.selectFrom('inbox_parked').select('error').execute()
  expect(parked).toEqual([])
}

const readTypes = async (merchant: Merchant, quoteId: string) =>
  (await merchant.events(quoteId)).map(({ type, sequence }) => [type, sequence])

describe('a change of the shipment', () => {
  test('that raises its route revision supersedes the quotes of an earlier one', async () => {
    const merchant = aMerchant(service)
    const { environmentId } = merchant
    const shipment = service.shipments.keep(aShipment({ environmentId }))
    const { quote_id: earlier } = await merchant.createdFor(shipment.shipmentId)
    service.shipments.keep({ ...shipment, routeRevision: 2 })
    const { quote_id: current } = await merchant.createdFor(shipment.shipmentId)

    await deliver(shipmentUpdated(merchant, shipment.shipmentId, { routeRevision: 2 }))
    expect(await merchant.getStatus(earlier)).toBe('superseded')
    expect(await merchant.getStatus(current)).toBe('pending')
    const [, event] = await merchant.events(earlier)
    expect(event).toMatchObject({
      type: 'quote.superseded',
      sequence: 2,
      public: { data: { previous_attributes: { status: 'pending' } }, request: { id: 'req_7' } },
    })
  })

  test('that does not change the route changes no quote', async () => {
    const merchant = aMerchant(service)
    const { quote_id: quoteId, shipment_id: shipmentId } = await merchant.created()
    await deliver(shipmentUpdated(merchant, shipmentId, {}))
    expect(await readTypes(merchant, quoteId)).toEqual([['quote.created', 1]])
  })

  test.each(['cancelled', 'expired', 'failed', 'delivered'])('to %s cancels its open quotes', async (status) => {
    const merchant = aMerchant(service)
    const { quote_id: quoteId, shipment_id: shipmentId } = await merchant.created()
    await deliver(shipmentUpdated(merchant, shipmentId, { status }))
    expect(await merchant.getStatus(quoteId)).toBe('cancelled')
    expect(await readTypes(merchant, quoteId)).toEqual([
      ['quote.created', 1],
      ['quote.cancelled', 2],
    ])
  })

  test('does not change an accepted quote', async () => {
    const merchant = aMerchant(service)
    const quote = await merchant.created()
    await merchant.accept(quote.quote_id, firstOptionId(quote))
    await deliver(shipmentUpdated(merchant, quote.shipment_id, { status: 'cancelled', routeRevision: 9 }))
    expect(await merchant.getStatus(quote.quote_id)).toBe('accepted')
  })

  test('changes nothing when redelivered or late', async () => {
    const merchant = aMerchant(service)
    const { environmentId } = merchant
    const { shipmentId } = service.shipments.keep({ ...aShipment({ environmentId }), routeRevision: 2 })
    const { quote_id: quoteId } = await merchant.createdFor(shipmentId)
    const late = shipmentUpdated(merchant, shipmentId, { sequence: 2, routeRevision: 1 })
    const ended = shipmentUpdated(merchant, shipmentId, { sequence: 3, routeRevision: 2, status: 'cancelled' })
    await deliver(late)
    expect(await readTypes(merchant, quoteId)).toEqual([['quote.created', 1]])
    await deliver(ended, ended, late)
    expect(await readTypes(merchant, quoteId)).toEqual([
      ['quote.created', 1],
      ['quote.cancelled', 2],
    ])
  })

  test('with the same ID in another environment changes nothing', async () => {
    const merchant = aMerchant(service)
    const { quote_id: quoteId, shipment_id: shipmentId } = await merchant.created()
    await deliver(shipmentUpdated(aMerchant(service), shipmentId, { status: 'cancelled' }))
    expect(await merchant.getStatus(quoteId)).toBe('pending')
  })
})

describe('a booking that its carrier has accepted', () => {
  test('accepts the quote and supersedes the others of the shipment', async () => {
    const merchant = aMerchant(service)
    const quote = await merchant.created()
    const { quote_id: otherId } = await merchant.createdFor(quote.shipment_id)
    const bookingId = newId('bkg')
    await deliver(bookingUpdated(merchant, quote, { bookingId }))

    expect(await merchant.get(quote.quote_id)).toMatchObject({ status: 'accepted', selected_option: quote.options[0] })
    expect((await merchant.findOption(firstOptionId(quote))).quote).toMatchObject({ booking_id: bookingId })
    expect(await merchant.getStatus(otherId)).toBe('superseded')
  })

  test('supersedes no quote that was requested after it', async () => {
    const merchant = aMerchant(service)
    const quote = await merchant.created()
    const late = bookingUpdated(merchant, quote)
    const { quote_id: nextId } = await merchant.createdFor(quote.shipment_id)
    await deliver({ ...late, occurredAt: new Date(late.occurredAt.getTime() - 1) })
    expect(await merchant.getStatus(quote.quote_id)).toBe('accepted')
    expect(await merchant.getStatus(nextId)).toBe('pending')
  })

  test('accepts once, redelivered, after the direct call and in later statuses', async () => {
    const merchant = aMerchant(service)
    const quote = await merchant.created()
    const bookingId = newId('bkg')
    await merchant.accept(quote.quote_id, firstOptionId(quote), bookingId)
    const assigned = bookingUpdated(merchant, quote, { bookingId, sequence: 2 })
    await deliver(assigned, assigned, bookingUpdated(merchant, quote, { bookingId, sequence: 4, status: 'delivered' }))
    expect(await readTypes(merchant, quote.quote_id)).toEqual([
      ['quote.created', 1],
      ['quote.accepted', 2],
    ])
  })

  test.each(['pending', 'failed', 'cancelled'])('does not accept the quote while it is %s', async (status) => {
    const merchant = aMerchant(service)
    const quote = await merchant.created()
    await deliver(bookingUpdated(merchant, quote, { status }))
    expect(await merchant.getStatus(quote.quote_id)).toBe('pending')
  })

  test('in another environment accepts nothing', async () => {
    const merchant = aMerchant(service)
    const quote = await merchant.created()
    await deliver(bookingUpdated(aMerchant(service), quote))
    expect(await merchant.getStatus(quote.quote_id)).toBe('pending')
  })
})

test('an event that does not have the form of its type is parked with the reason, and changes nothing', async () => {
  const merchant = aMerchant(service)
  const { quote_id: quoteId, shipment_id: shipmentId } = await merchant.created()
  const event = shipmentUpdated(merchant, shipmentId, { status: 'cancelled' })
  const malformed = { ...event, internal: { status: 'cancelled', route_revision: '2', on_demand: false } }
  expect(await service.bus.publish([malformed])).toEqual([{ outcome: 'published' }])

  const parked = service.db.selectFrom('inbox_parked').where('event_id', '=', event.eventId)
  expect(await parked.select(['consumer', 'reason', 'error']).execute()).toEqual([
    {
      consumer: 'shipment.updated',
      reason: 'error',
      error: expect.stringContaining(`shipment.updated event ${event.eventId}: internal.route_revision: `),
    },
  ])
  expect(await merchant.getStatus(quoteId)).toBe('pending')
  await service.db.deleteFrom('inbox_parked').where('event_id', '=', event.eventId).execute()
})
