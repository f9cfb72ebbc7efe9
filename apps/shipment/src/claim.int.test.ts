import { newId } from '@waybill/contracts/ids'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, aRunningService, type RunningTestService } from './a-running-service.ts'

let service: RunningTestService
beforeAll(async () => {
  service = await aRunningService()
})
afterAll(() => service.stop())

type Merchant = ReturnType<typeof aMerchant>

const patch = (document: object) => Buffer.from(JSON.stringify(document))
const newRoute = patch({ dropoff_address: { address_line_1: '9 Hill Street' } })

async function aNewShipment() {
  const merchant = aMerchant(service)
  const { shipment_id: id } = await merchant.created()
  return { merchant, id }
}

async function aBookedShipment() {
  const { merchant, id } = await aNewShipment()
  const claim_id = newId('op')
  const bookingId = newId('bkg')
  await merchant.claim(id, { claim_id, kind: 'BOOK' })
  await merchant.settle(id, { claim_id, booked: { booking_id: bookingId } })
  return { merchant, id, bookingId }
}

/** Sequences 1, 2, 3, … in the order written, and none written beside them. */
async function expectNoHole(merchant: Merchant, id: string) {
  const sequences = (await merchant.events(id)).map(({ sequence }) => sequence).filter((sequence) => sequence !== null)
  expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  expect((await merchant.find(id)).sequence).toBe(sequences.length)
}

describe('booking', () => {
  test('holds the shipment, then gives it its booking, each however often it is asked', async () => {
    const { merchant, id } = await aNewShipment()
    const claim_id = newId('op')
    const booking_id = newId('bkg')
    const held = await merchant.claim(id, { claim_id, kind: 'BOOK' })
    expect(held).toMatchObject({ outcome: 'HELD', shipment: { claim_id, claim_kind: 'book' } })
    expect(await merchant.claim(id, { claim_id, kind: 'BOOK' })).toEqual(held)

    const settled = await merchant.settle(id, { claim_id, booked: { booking_id } })
    expect(settled).toMatchObject({ cancel_requested: false, shipment: { booking_id, claim_id: '', status: 'ready' } })
    expect(await merchant.settle(id, { claim_id, booked: { booking_id } })).toEqual(settled)
    expect(await merchant.claim(id, { claim_id, kind: 'BOOK' })).toMatchObject({
      outcome: 'HELD',
      shipment: { booking_id, claim_id: '' },
    })
    await expectNoHole(merchant, id)
  })

  test('ten at once: one holds, the others are told to wait', async () => {
    const { merchant, id } = await aNewShipment()
    const claims = Array.from({ length: 10 }, () => merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' }))
    const results = await Promise.allSettled(claims)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'shipment_busy', retryAfterSeconds: 1 })
      }
    }
  })

  test('is refused by an If-Match of another version, and taken by that of the present one', async () => {
    const { merchant, id } = await aNewShipment()
    const claim = { claim_id: newId('op'), kind: 'BOOK' } as const
    await expect(merchant.claim(id, claim, { ifMatch: '7' })).rejects.toMatchObject({ code: 'version_conflict' })
    expect(await merchant.claim(id, claim, { ifMatch: '1' })).toMatchObject({ outcome: 'HELD' })
    expect(await merchant.claim(id, claim, { ifMatch: '1' })).toMatchObject({ outcome: 'HELD' })
  })

  test('of a booked shipment is refused', async () => {
    const { merchant, id, bookingId } = await aBookedShipment()
    await expect(merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })).rejects.toMatchObject({
      code: 'shipment_already_booked',
      meta: { booking_id: bookingId },
    })
  })

  test('that came to nothing leaves the shipment free', async () => {
    const { merchant, id } = await aNewShipment()
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'BOOK' })
    await merchant.settle(id, { claim_id, released: {} })
    expect(await merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })).toMatchObject({ outcome: 'HELD' })
    expect(await merchant.events(id)).toHaveLength(1)
  })
})

describe('a claim that was never taken', () => {
  test('may be released, and have no other outcome', async () => {
    const { merchant, id } = await aNewShipment()
    const claim_id = newId('op')
    expect(await merchant.settle(id, { claim_id, released: {} })).toMatchObject({ shipment: { sequence: 1 } })
    await expect(merchant.settle(id, { claim_id, booked: { booking_id: newId('bkg') } })).rejects.toMatchObject({
      code: 'internal_error',
    })
    expect(await merchant.get(id)).toMatchObject({ booking_id: null })
  })
})

describe('cancelling', () => {
  test('holds, then cancels, once', async () => {
    const { merchant, id, bookingId } = await aBookedShipment()
    const claim_id = newId('op')
    const cancel = { claim_id, kind: 'CANCEL', reason_code: 'fraud', reason_note: 'Stolen' } as const
    expect(await merchant.claim(id, cancel)).toMatchObject({ outcome: 'HELD' })
    const end = { claim_id, cancelled: { reason_code: 'fraud', reason_note: 'Stolen' } }
    const settled = await merchant.settle(id, end)
    expect(await merchant.settle(id, end)).toEqual(settled)
    expect(await merchant.get(id)).toMatchObject({
      status: 'cancelled',
      cancellation_reason_code: 'fraud',
      cancellation_reason_note: 'Stolen',
      booking_id: bookingId,
    })
    await expect(merchant.claim(id, { ...cancel, claim_id: newId('op') })).rejects.toMatchObject({
      code: 'shipment_not_cancellable',
      meta: { current_status: 'cancelled' },
    })
    expect((await merchant.events(id)).map(({ type }) => type).slice(-2)).toEqual([
      'shipment.updated',
      'shipment.cancelled',
    ])
    await expectNoHole(merchant, id)
  })

  test('while a booking is under way is left to it: success is refused, then it is cancelled', async () => {
    const { merchant, id } = await aNewShipment()
    const book = newId('op')
    const cancel = newId('op')
    await merchant.claim(id, { claim_id: book, kind: 'BOOK' })
    const wish = { claim_id: cancel, kind: 'CANCEL', reason_code: 'fraud', reason_note: 'Stolen' } as const
    const deferred = await merchant.claim(id, wish)
    expect(deferred).toMatchObject({ outcome: 'DEFERRED', holder_claim_id: book, shipment: { cancel_requested: true } })
    expect(await merchant.claim(id, wish)).toEqual(deferred)
    expect((await merchant.get(id)).cancellation_requested_at).not.toBeNull()
    await expect(merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })).rejects.toMatchObject({
      code: 'shipment_not_bookable',
      meta: { cancellation_pending: true },
    })

    const refused = await merchant.settle(id, { claim_id: book, booked: { booking_id: newId('bkg') } })
    expect(refused).toMatchObject({
      cancel_requested: true,
      reason_code: 'fraud',
      reason_note: 'Stolen',
      shipment: { booking_id: '', claim_id: book },
    })
    await merchant.settle(id, { claim_id: book, cancelled: {} })
    expect(await merchant.get(id)).toMatchObject({ status: 'cancelled', cancellation_reason_code: 'fraud' })
    expect(await merchant.claim(id, wish)).toMatchObject({ outcome: 'DEFERRED', shipment: { status: 'cancelled' } })
    await expectNoHole(merchant, id)
  })

  test('that the carrier refuses to the holder lets the booking stand', async () => {
    const { merchant, id } = await aNewShipment()
    const book = newId('op')
    const booking_id = newId('bkg')
    await merchant.claim(id, { claim_id: book, kind: 'BOOK' })
    await merchant.claim(id, { claim_id: newId('op'), kind: 'CANCEL', reason_code: 'fraud' })
    await merchant.settle(id, { claim_id: book, booked: { booking_id }, cancellation_refused: true })
    expect(await merchant.get(id)).toMatchObject({
      status: 'ready',
      booking_id,
      cancellation_requested_at: null,
      cancellation_reason_code: null,
    })
    await expectNoHole(merchant, id)
  })

  test('without an answer of the carrier is shown, then refused and forgotten', async () => {
    const { merchant, id } = await aBookedShipment()
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'CANCEL', reason_code: 'fraud' })
    await merchant.settle(id, { claim_id, cancellation_pending: {} })
    expect(await merchant.get(id)).toMatchObject({
      status: 'ready',
      cancellation_requested_at: expect.any(String),
      cancellation_reason_code: 'fraud',
    })
    const change = merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document: newRoute })
    await expect(change).rejects.toMatchObject({
      code: 'shipment_not_updatable',
      meta: { cancellation_pending: true },
    })
    await merchant.settle(id, { claim_id, released: {} })
    expect(await merchant.get(id)).toMatchObject({ cancellation_requested_at: null, cancellation_reason_code: null })
  })
})

describe('updating', () => {
  test('a shipment without booking is done at once, once', async () => {
    const { merchant, id } = await aNewShipment()
    const update = { claim_id: newId('op'), kind: 'UPDATE', document: newRoute } as const
    const applied = await merchant.claim(id, update, { ifMatch: '1' })
    expect(applied).toMatchObject({ outcome: 'APPLIED', shipment: { route_revision: 2, claim_id: '', sequence: 2 } })
    expect(await merchant.claim(id, update, { ifMatch: '1' })).toEqual(applied)
    const shipment = await merchant.get(id)
    expect(shipment.dropoff_address).toMatchObject({
      address_line_1: '9 Hill Street',
      city: 'London',
      latitude: null,
      longitude: null,
      post_code: null,
    })
    const [, event] = await merchant.events(id)
    expect(event).toMatchObject({ type: 'shipment.updated', internal: { route_revision: 2 } })
    expect(event?.public).toMatchObject({ data: { object: shipment, previous_attributes: { dropoff_address: {} } } })
    await expectNoHole(merchant, id)
  })

  test('replaces parcels, whose new ids are the ones stored', async () => {
    const { merchant, id } = await aNewShipment()
    const parcels = [aParcelDocument({ weight_kg: 2 }), aParcelDocument({ title: 'Rolls' })]
    const { shipment } = await merchant.claim(id, {
      claim_id: newId('op'),
      kind: 'UPDATE',
      document: patch({ parcels }),
    })
    const stored = (await merchant.get(id)).parcels
    expect(stored.map(({ parcel_id }) => parcel_id)).toEqual(shipment?.parcels.map(({ parcel_id }) => parcel_id))
    expect(stored.map(({ weight_kg }) => weight_kg)).toEqual(['2.000', '1.250'])
  })

  test('with nothing new changes nothing', async () => {
    const { merchant, id } = await aNewShipment()
    for (const document of [patch({}), patch({ metadata: { source: 'webshop' } })]) {
      expect(await merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document })).toMatchObject({
        outcome: 'APPLIED',
        shipment: { sequence: 1 },
      })
    }
    expect(await merchant.events(id)).toHaveLength(1)
  })

  test('a booked shipment is held until the carrier has agreed, with parcels and dates as they will be', async () => {
    const { merchant, id } = await aBookedShipment()
    const claim_id = newId('op')
    const document = patch({ parcels: [aParcelDocument({ weight_kg: 5 })], ready_at: '2099-01-01T10:00:00Z' })
    const held = await merchant.claim(id, { claim_id, kind: 'UPDATE', document })
    expect(held).toMatchObject({
      outcome: 'HELD',
      shipment: { route_revision: 1, claim_id },
      desired: { route_revision: 2, ready_at: '2099-01-01T10:00:00.000Z' },
    })
    expect(await merchant.claim(id, { claim_id, kind: 'UPDATE', document })).toEqual(held)

    const between = patch({ metadata: { since: 'then' } })
    expect(await merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document: between })).toMatchObject({
      outcome: 'APPLIED',
    })
    const { shipment } = await merchant.settle(id, { claim_id, updated: {} })
    expect(shipment).toMatchObject({
      claim_id: '',
      route_revision: 2,
      ready_at: '2099-01-01T10:00:00.000Z',
      metadata: { source: 'webshop', since: 'then' },
      parcels: held.desired?.parcels,
    })
    await expectNoHole(merchant, id)
  })

  test('that the carrier refuses changes nothing', async () => {
    const { merchant, id } = await aBookedShipment()
    const before = await merchant.get(id)
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'UPDATE', document: newRoute })
    await merchant.settle(id, { claim_id, released: {} })
    expect(await merchant.get(id)).toEqual(before)
  })

  test('waits while another operation holds the shipment', async () => {
    const { merchant, id } = await aNewShipment()
    await merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })
    const change = merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document: newRoute })
    await expect(change).rejects.toMatchObject({ code: 'shipment_busy' })
  })

  test('twenty at once lose none of them', async () => {
    const { merchant, id } = await aNewShipment()
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
    await Promise.all(
      keys.map((key) =>
        merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document: patch({ metadata: { [key]: 'x' } }) }),
      ),
    )
    expect(Object.keys((await merchant.get(id)).metadata).sort()).toEqual([...keys, 'source'].sort())
    await expectNoHole(merchant, id)
  })

  test('concurrent changes of parcels end with the parcels of one of them', async () => {
    const { merchant, id } = await aNewShipment()
    const changes = [2, 3, 4, 5, 6].map((weight_kg) => {
      const document = patch({ parcels: [aParcelDocument({ weight_kg }), aParcelDocument({ weight_kg })] })
      return merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document })
    })
    await Promise.all(changes)
    const { parcels } = await merchant.get(id)
    expect(parcels).toHaveLength(2)
    expect(parcels[0]?.weight_kg).toBe(parcels[1]?.weight_kg)
    expect(await merchant.find(id)).toMatchObject({ route_revision: 6, sequence: 6 })
  })

  test.each([
    ['mode and priority of an on-demand shipment', { metadata: { mode: 'slow' } }, true],
    ['a reference', { merchant_order_ref: 'OTHER' }, false],
    [
      'too many metadata',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'x'])) },
      false,
    ],
  ])('refuses %s', async (_, document, onDemand) => {
    const merchant = aMerchant(service)
    const { shipment_id } = await merchant.created(aShipmentDocument(), { onDemand })
    const change = merchant.claim(shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document: patch(document) })
    await expect(change).rejects.toMatchObject({ kind: { status: 422 } })
    expect((await merchant.find(shipment_id)).sequence).toBe(1)
  })
})

describe('dispatch', () => {
  test('that finds no courier fails the shipment', async () => {
    const merchant = aMerchant(service)
    const { shipment_id } = await merchant.created(undefined, { onDemand: true })
    const { claim_id } = await merchant.find(shipment_id)
    await merchant.settle(shipment_id, { claim_id, dispatch_failed: { reason: 'no_courier_available' } })
    expect(await merchant.get(shipment_id)).toMatchObject({ status: 'failed', failure_reason: 'no_courier_available' })
    await expectNoHole(merchant, shipment_id)
  })

  test('that is to be cancelled ends as cancelled', async () => {
    const merchant = aMerchant(service)
    const { shipment_id } = await merchant.created(undefined, { onDemand: true })
    const { claim_id } = await merchant.find(shipment_id)
    const wish = { claim_id: newId('op'), kind: 'CANCEL', reason_code: 'fraud' } as const
    expect(await merchant.claim(shipment_id, wish)).toMatchObject({ outcome: 'DEFERRED', holder_claim_id: claim_id })
    await merchant.settle(shipment_id, { claim_id, released: {} })
    expect(await merchant.get(shipment_id)).toMatchObject({ status: 'cancelled', cancellation_reason_code: 'fraud' })
  })
})
