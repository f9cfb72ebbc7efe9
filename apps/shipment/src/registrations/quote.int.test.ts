import { newId } from '@waybill/contracts/ids'
import { aDropoffAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, aRunningService, type RunningTestService } from '../testing/running-service.ts'

let service: RunningTestService
beforeAll(async () => {
  service = await aRunningService()
})
afterAll(() => service.stop())

type Merchant = ReturnType<typeof aMerchant>

const quoted = (merchant: Merchant, document: object = aShipmentDocument(), quoteId = newId('qte')) =>
  service.client.FindOrRegister({
    context: merchant.context(),
    quote_id: quoteId,
    document: Buffer.from(JSON.stringify(document)),
  })

test('a quote without a shipment registers one, with its event', async () => {
  const merchant = aMerchant(service)
  const shipment = await quoted(merchant)
  expect(shipment).toMatchObject({ status: 'ready', on_demand: false, route_revision: 1, booking_id: '' })
  expect(await merchant.get(shipment.shipment_id)).toMatchObject({ metadata: { source: 'webshop' } })
  expect((await merchant.events(shipment.shipment_id)).map(({ type }) => type)).toEqual(['shipment.created'])
})

test('a quote finds the newest ready shipment of its order, route and parcels, on any day', async () => {
  const merchant = aMerchant(service)
  await merchant.created()
  const { shipment_id } = await merchant.created()
  await merchant.created(aShipmentDocument({ merchant_order_ref: 'OTHER' }))
  await merchant.created(aShipmentDocument({ dropoff_address: aDropoffAddress({ city: 'Leeds' }) }))
  await merchant.created(aShipmentDocument({ parcels: [aParcelDocument({ weight_kg: 2 })] }))
  const found = await quoted(merchant, aShipmentDocument({ collection_date: '2099-01-01', metadata: {} }))
  expect(found.shipment_id).toBe(shipment_id)
  expect(await merchant.events(shipment_id)).toHaveLength(1)
})

test('a quote does not find a shipment that is held, booked, cancelled or on-demand', async () => {
  const merchant = aMerchant(service)
  const held = await merchant.created()
  await merchant.claim(held.shipment_id, { claim_id: newId('op'), kind: 'BOOK' })
  const booked = await merchant.created()
  const book = newId('op')
  await merchant.claim(booked.shipment_id, { claim_id: book, kind: 'BOOK' })
  await merchant.settle(booked.shipment_id, { claim_id: book, booked: { booking_id: newId('bkg') } })
  const cancelled = await merchant.created()
  const cancel = newId('op')
  await merchant.claim(cancelled.shipment_id, { claim_id: cancel, kind: 'CANCEL', reason_code: 'fraud' })
  await merchant.settle(cancelled.shipment_id, { claim_id: cancel, cancelled: { reason_code: 'fraud' } })
  const onDemand = await merchant.created(undefined, { onDemand: true })

  const taken = [held, booked, cancelled, onDemand].map((shipment) => shipment.shipment_id)
  const found = await quoted(merchant)
  expect(taken).not.toContain(found.shipment_id)
})

test('a quote follows a changed route to the shipment that has it now', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created()
  const document = Buffer.from(JSON.stringify({ parcels: [aParcelDocument({ weight_kg: 4 })] }))
  await merchant.claim(shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document })
  const changed = await quoted(merchant, aShipmentDocument({ parcels: [aParcelDocument({ weight_kg: 4 })] }))
  expect(changed).toMatchObject({ shipment_id, route_revision: 2 })
  expect((await quoted(merchant)).shipment_id).not.toBe(shipment_id)
})

test('a repeated quote gets the same shipment, even if a newer one would fit', async () => {
  const merchant = aMerchant(service)
  const quoteId = newId('qte')
  const first = await quoted(merchant, aShipmentDocument(), quoteId)
  await merchant.created()
  expect((await quoted(merchant, aShipmentDocument(), quoteId)).shipment_id).toBe(first.shipment_id)
})

test('ten quotes at once register one shipment', async () => {
  const merchant = aMerchant(service)
  const found = await Promise.all(Array.from({ length: 10 }, () => quoted(merchant)))
  expect(new Set(found.map(({ shipment_id }) => shipment_id)).size).toBe(1)
  const rows = await service.db
    .selectFrom('shipment')
    .select('shipment_id')
    .where('environment_id', '=', merchant.environmentId)
    .execute()
  expect(rows).toHaveLength(1)
  expect(await merchant.events(rows[0]?.shipment_id as string)).toHaveLength(1)
})

test('a quote that names its shipment gets it while it is free', async () => {
  const merchant = aMerchant(service)
  await merchant.created()
  const { shipment_id } = await merchant.created(aShipmentDocument({ merchant_order_ref: 'NAMED' }))
  await merchant.created(aShipmentDocument({ merchant_order_ref: 'NAMED' }))
  const quoteId = newId('qte')
  expect((await quoted(merchant, { shipment_id }, quoteId)).shipment_id).toBe(shipment_id)

  const claim_id = newId('op')
  await merchant.claim(shipment_id, { claim_id, kind: 'BOOK' })
  await merchant.settle(shipment_id, { claim_id, booked: { booking_id: newId('bkg') } })
  await expect(quoted(merchant, { shipment_id }, quoteId)).rejects.toMatchObject({
    code: 'shipment_not_bookable',
    meta: { current_status: 'ready' },
  })
})

test('a quote with other values than its shipment is rejected, naming the fields that differ', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created()
  const body = { ...aShipmentDocument({ parcels: [aParcelDocument({ height_cm: 99 })] }), shipment_id }
  await expect(quoted(merchant, body)).rejects.toMatchObject({
    code: 'quote_mismatch',
    details: [expect.objectContaining({ field: 'parcels' })],
  })
  expect((await quoted(merchant, { ...aShipmentDocument(), shipment_id })).shipment_id).toBe(shipment_id)
})

test.each(['shp_1', newId('shp')])('a quote that names %s, which does not exist, is rejected', async (shipment_id) => {
  await expect(quoted(aMerchant(service), { shipment_id })).rejects.toMatchObject({ code: 'shipment_not_found' })
})
