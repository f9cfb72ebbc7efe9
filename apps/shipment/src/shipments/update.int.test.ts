import { newId } from '@waybill/contracts/ids'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import {
  aBookedShipment,
  aMerchant,
  aNewShipment,
  expectNoGap,
  startSharedService,
} from '../testing/running-service.ts'

const service = await startSharedService()

const patch = (document: object) => Buffer.from(JSON.stringify(document))
const newRoute = patch({ dropoff_address: { address_line_1: '9 Hill Street' } })

test('an update of a shipment without booking is applied at once, and once', async () => {
  const { merchant, id } = await aNewShipment(service)
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
    post_code: 'N1 9GU',
  })
  const [, event] = await merchant.events(id)
  expect(event).toMatchObject({ type: 'shipment.updated', internal: { route_revision: 2 } })
  expect(event?.public).toMatchObject({ data: { object: shipment, previous_attributes: { dropoff_address: {} } } })
  await expectNoGap(merchant, id)
})

test('an update replaces parcels and stores the new ids that it returned', async () => {
  const { merchant, id } = await aNewShipment(service)
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

test('items and customs are stored with a new shipment and by an update, and both are in the event', async () => {
  const shirt = { description: 'Cotton T-shirt', quantity: 2, unit_value: { amount: 9.5, currency: 'GBP' } }
  const merchant = aMerchant(service)
  const created = await merchant.created(
    aShipmentDocument({ parcels: [aParcelDocument({ items: [shirt] })], customs: { contents: 'gift' } }),
  )
  expect(await merchant.get(created.shipment_id)).toEqual(created)
  expect(created).toMatchObject({ parcels: [{ items: [{ quantity: 2 }] }], customs: { contents: 'gift' } })
  const [parcel] = created.parcels
  const parcels = [{ ...parcel, items: [{ ...shirt, quantity: 3, hs_code: '6109.10' }] }]
  const document = patch({ parcels, customs: { incoterm: 'DAP' } })
  await merchant.claim(created.shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document })
  const changed = await merchant.get(created.shipment_id)
  expect(changed).toMatchObject({
    parcels: [{ parcel_id: parcel?.parcel_id, items: [{ quantity: 3, hs_code: '610910' }] }],
    customs: { contents: 'gift', incoterm: 'DAP' },
  })
  const [, event] = await merchant.events(created.shipment_id)
  expect(event?.public).toMatchObject({ data: { object: changed } })
})

test('an update keeps the ids of parcels that it names, and the event shows what has changed', async () => {
  const { merchant, id } = await aNewShipment(service)
  const [stored] = (await merchant.get(id)).parcels
  const parcels = [aParcelDocument({ title: 'Rolls' }), { ...stored, weight_kg: 3 }]
  await merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document: patch({ parcels }) })
  const shipment = await merchant.get(id)
  expect(shipment.parcels).toMatchObject([
    { title: 'Rolls' },
    { ...stored, weight_kg: '3.000', weight: { value: '3.000', unit: 'kg' } },
  ])
  expect(shipment.parcels[0]?.parcel_id).not.toBe(stored?.parcel_id)
  const [, event] = await merchant.events(id)
  expect(event?.public).toMatchObject({ data: { object: shipment, previous_attributes: { parcels: [stored] } } })
})

test('an update without a change changes nothing', async () => {
  const { merchant, id } = await aNewShipment(service)
  for (const document of [patch({}), patch({ metadata: { source: 'webshop' } })]) {
    expect(await merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document })).toMatchObject({
      outcome: 'APPLIED',
      shipment: { sequence: 1 },
    })
  }
  expect(await merchant.events(id)).toHaveLength(1)
})

test('an update of a booked shipment is held until the carrier accepts, with the desired parcels and dates', async () => {
  const { merchant, id } = await aBookedShipment(service)
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
  await expectNoGap(merchant, id)
})

test('an update that the carrier refuses changes nothing', async () => {
  const { merchant, id } = await aBookedShipment(service)
  const before = await merchant.get(id)
  const claim_id = newId('op')
  await merchant.claim(id, { claim_id, kind: 'UPDATE', document: newRoute })
  await merchant.settle(id, { claim_id, released: {} })
  expect(await merchant.get(id)).toEqual(before)
})

test('an update is busy while another operation holds the shipment', async () => {
  const { merchant, id } = await aNewShipment(service)
  await merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })
  const change = merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document: newRoute })
  await expect(change).rejects.toMatchObject({ code: 'shipment_busy' })
})

test('twenty updates at once lose none of them', async () => {
  const { merchant, id } = await aNewShipment(service)
  const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
  await Promise.all(
    keys.map((key) =>
      merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document: patch({ metadata: { [key]: 'x' } }) }),
    ),
  )
  expect(Object.keys((await merchant.get(id)).metadata).sort()).toEqual([...keys, 'source'].sort())
  await expectNoGap(merchant, id)
})

test('concurrent changes of parcels end with the parcels of one of them', async () => {
  const { merchant, id } = await aNewShipment(service)
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
  ['too many metadata', { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'x'])) }, false],
])('an update refuses %s', async (_, document, onDemand) => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aShipmentDocument(), { onDemand })
  const change = merchant.claim(shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document: patch(document) })
  await expect(change).rejects.toMatchObject({ kind: { status: 422 } })
  expect((await merchant.find(shipment_id)).sequence).toBe(1)
})
