import { transact } from '@waybill/chassis/postgres/database'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { newId } from '@waybill/contracts/ids'
import { noListFilters } from '@waybill/contracts/requests/list-filters'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { expireOverdueShipments } from '../sweeps/commands.ts'
import { aMerchant, expectNoGap, getData, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

const shirts = { description: 'T-shirt', sku: 'TS', quantity: 3, unit_value: { amount: 9, currency: 'GBP' } }

/** A merchant with a booked shipment of three shirts, and a function that registers returns of it. */
async function aBooked(document: Record<string, unknown> = {}) {
  const merchant = aMerchant(service)
  const parcel = { ...(aShipmentDocument().parcels as object[])[0], items: [shirts] }
  const { shipment_id: id } = await merchant.created(aShipmentDocument({ parcels: [parcel], ...document }))
  const claim_id = newId('op')
  await merchant.claim(id, { claim_id, kind: 'BOOK' })
  await merchant.settle(id, { claim_id, booked: { booking_id: newId('bkg') } })
  const back = async (goods: object = {}) => getData<PublicShipment>(await merchant.return(id, goods))
  return { merchant, id, back }
}

/** The error of an answer. */
const errorIn = async (answer: Promise<Answer__Output>) => JSON.parse((await answer).body.toString()).error

test('a return goes from the recipient to the pickup, is linked both ways, and announced with both', async () => {
  const { merchant, id, back } = await aBooked()
  const terms = { reason: 'wrong_size', note: 'Too small', pay: 'on_use', label: 'qr' }
  const original = await merchant.get(id)
  const returned = await back({ items: [{ sku: 'TS', quantity: 1 }], ...terms })
  expect(returned).toMatchObject({
    status: 'ready',
    direction: 'return',
    return_of: id,
    return_terms: terms,
    return_ids: [],
    merchant_order_ref: original.merchant_order_ref,
    pickup_address: original.dropoff_address,
    dropoff_address: original.pickup_address,
    parcels: [{ items: [{ sku: 'TS', quantity: 1 }] }],
  })
  expect(await merchant.get(returned.shipment_id)).toEqual(returned)
  expect(await merchant.get(id)).toMatchObject({
    direction: 'outbound',
    return_of: null,
    return_ids: [returned.shipment_id],
  })
  const objects = async (shipmentId: string) =>
    (await merchant.events(shipmentId)).map(({ type, public: event }) => [
      type,
      (event as { data: { object: unknown } }).data.object,
    ])
  expect(await objects(returned.shipment_id)).toEqual([['shipment.created', returned]])
  expect((await objects(id)).at(-1)).toMatchObject(['shipment.updated', { return_ids: [returned.shipment_id] }])
  await expectNoGap(merchant, id)
})

test('goes to the return address of the shipment, and has the metadata and the reference that are sent', async () => {
  const desk = { name: 'Returns desk', address_line_1: '1 Back Street', city: 'Leeds', country: 'GB' }
  const { back } = await aBooked({ service_options: { return_address: desk } })
  expect(await back({ merchant_order_ref: 'RMA-7', metadata: { rma: '7' } })).toMatchObject({
    dropoff_address: { name: 'Returns desk', city: 'Leeds' },
    merchant_order_ref: 'RMA-7',
    metadata: { rma: '7' },
    service_options: null,
  })
})

test('a piece is in one return only, until that is cancelled', async () => {
  const { merchant, id, back } = await aBooked()
  const first = await back({ items: [{ sku: 'TS', quantity: 2 }] })
  expect(await errorIn(merchant.return(id, { items: [{ sku: 'TS', quantity: 2 }] }))).toMatchObject({
    code: 'validation_error',
    details: [{ pointer: '/items/0/quantity', code: 'too_large' }],
  })
  await back()
  expect(await errorIn(merchant.return(id))).toMatchObject({ code: 'shipment_not_returnable' })
  const claim_id = newId('op')
  await merchant.claim(first.shipment_id, { claim_id, kind: 'CANCEL', reason_code: 'x' })
  await merchant.settle(first.shipment_id, { claim_id, cancelled: { reason_code: 'x' } })
  expect((await back()).parcels).toMatchObject([{ items: [{ quantity: 2 }] }])
  expect((await merchant.get(id)).return_ids).toHaveLength(3)
})

test('concurrent returns of everything: one is registered', async () => {
  const { merchant, id } = await aBooked()
  const answers = await Promise.all([merchant.return(id), merchant.return(id), merchant.return(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect((await merchant.get(id)).return_ids).toHaveLength(1)
})

test('a repeat with the key gets the same return, and the same refusal', async () => {
  const { merchant, id } = await aBooked()
  const first = await merchant.return(id, { reason: 'x' }, { key: 'once' })
  const again = await merchant.return(id, { reason: 'x' }, { key: 'once' })
  expect(again).toMatchObject({ status: 201, replayed: true })
  expect(again.body).toEqual(first.body)
  expect((await merchant.get(id)).return_ids).toHaveLength(1)
})

test('a shipment that no carrier has, that has ended without a delivery, or that is a return has no return', async () => {
  const { merchant, id, back } = await aBooked()
  const refused = async (shipmentId: string, words: RegExp) =>
    expect(await errorIn(merchant.return(shipmentId))).toMatchObject({
      code: 'shipment_not_returnable',
      message: expect.stringMatching(words),
    })
  await refused((await merchant.created()).shipment_id, /has no carrier yet/)
  await refused((await back()).shipment_id, /is itself the return/)
  for (const status of ['returning', 'returned', 'failed', 'cancelled', 'expired'] as const) {
    await service.db.updateTable('shipment').set({ status }).where('shipment_id', '=', id).execute()
    await refused(id, /already|failed|cancelled|expired/)
  }
  expect(await errorIn(aMerchant(service).return(id))).toMatchObject({ code: 'shipment_not_found' })
})

test('an erased shipment has no address to send a return from', async () => {
  const { merchant, id } = await aBooked()
  await service.db.updateTable('shipment').set({ erased_at: new Date() }).where('shipment_id', '=', id).execute()
  expect(await errorIn(merchant.return(id))).toMatchObject({ code: 'data_erased' })
})

test('erasing a return erases its note', async () => {
  const { merchant, back } = await aBooked()
  const { shipment_id } = await back({ note: 'Grace is ill: grace.miller@example.org', reason: 'other' })
  const found = await service.client.FindToErase({ context: merchant.context(), email: 'grace.miller@example.org' })
  expect(found.shipments).toMatchObject([{ shipment_id }])
  await service.db.updateTable('shipment').set({ status: 'expired' }).where('shipment_id', '=', shipment_id).execute()
  await service.client.Erase({ context: merchant.context(), shipment_id })
  expect((await merchant.get(shipment_id)).return_terms).toMatchObject({ reason: 'other', note: null })
})

test('lists find the returns, and those of one shipment; its reference finds the shipment', async () => {
  const { merchant, id, back } = await aBooked({ merchant_order_ref: 'R-1' })
  const { shipment_id: first } = await back({ items: [{ sku: 'TS', quantity: 1 }] })
  const { shipment_id: second } = await back()
  const find = async (filters: object) => {
    const { body } = await service.client.List({
      context: merchant.context(),
      filters: { ...noListFilters, ...filters },
      page: {},
    })
    return JSON.parse(body.toString()).data.map(({ shipment_id }: PublicShipment) => shipment_id)
  }
  expect(await find({ direction: 'return' })).toEqual([second, first])
  expect(await find({ return_of: id })).toEqual([second, first])
  expect(await find({ return_of: first })).toEqual([])
  expect(await find({ direction: 'outbound' })).toEqual([id])
  const refs = { context: merchant.context(), merchant_order_refs: ['R-1'] }
  expect((await service.client.FindByReferences(refs)).found).toMatchObject([{ shipment_id: id }])
})

test('a change keeps the goods of a return, and may measure its parcels anew', async () => {
  const { merchant, back } = await aBooked()
  const { shipment_id, parcels } = await back()
  const update = (sent: object[]) =>
    merchant.claim(shipment_id, {
      claim_id: newId('op'),
      kind: 'UPDATE',
      document: Buffer.from(JSON.stringify({ parcels: sent })),
    })
  const [parcel] = parcels
  const measures = { title: 'Box', weight_kg: 9, length_cm: 30, width_cm: 20, height_cm: 15 }
  const wrong = (pointer: string) => ({ code: 'validation_error', details: [expect.objectContaining({ pointer })] })
  await expect(update([measures])).rejects.toMatchObject(wrong('/parcels'))
  const { parcel_id } = parcel ?? {}
  await expect(update([{ ...measures, parcel_id, items: [{ ...shirts, quantity: 4 }] }])).rejects.toMatchObject(
    wrong('/parcels/0/items'),
  )
  await update([{ ...measures, parcel_id, items: [shirts] }])
  expect((await merchant.get(shipment_id)).parcels).toMatchObject([{ weight_kg: '9.000', items: [{ quantity: 3 }] }])
})

test('a shipment with returns keeps the parcels and goods that are counted in them', async () => {
  const { merchant, id, back } = await aBooked()
  await back({ items: [{ sku: 'TS', quantity: 1 }] })
  const { parcels } = await merchant.get(id)
  const measures = { title: 'Box', weight_kg: 9, length_cm: 30, width_cm: 20, height_cm: 15 }
  const update = (parcel: object) =>
    merchant.claim(id, {
      claim_id: newId('op'),
      kind: 'UPDATE',
      document: Buffer.from(JSON.stringify({ parcels: [parcel] })),
    })
  const wrong = (pointer: string) => ({ code: 'validation_error', details: [expect.objectContaining({ pointer })] })
  await expect(update({ ...measures, items: [shirts] })).rejects.toMatchObject(wrong('/parcels'))
  const other = { ...measures, parcel_id: parcels[0]?.parcel_id, items: [{ ...shirts, sku: 'TS-L' }] }
  await expect(update(other)).rejects.toMatchObject(wrong('/parcels/0/items'))
})

test('no return is registered while an operation may change or end the shipment', async () => {
  const { merchant, id, back } = await aBooked()
  const claim_id = newId('op')
  const document = Buffer.from(JSON.stringify({ dropoff_instructions: 'Ring' }))
  await merchant.claim(id, { claim_id, kind: 'UPDATE', document })
  await expect(merchant.return(id)).rejects.toMatchObject({ code: 'shipment_busy' })
  await merchant.settle(id, { claim_id, released: {} })
  expect(await back()).toMatchObject({ return_of: id })
})

test('a return is found by the customer who sends it, and erased with its shipment', async () => {
  const dropoff_address = { ...(aShipmentDocument().dropoff_address as object), name: 'Zoë Oquendo' }
  const { merchant, id, back } = await aBooked({ dropoff_address, merchant_order_ref: 'R-8' })
  const { shipment_id } = await back({ merchant_order_ref: 'RMA-8' })
  const { body } = await service.client.List({
    context: merchant.context(),
    filters: { ...noListFilters, q: 'oquendo' },
    page: {},
  })
  const ids = [shipment_id, id]
  expect(JSON.parse(body.toString()).data.map((one: PublicShipment) => one.shipment_id)).toEqual(ids)
  for (const search of [{ shipment_id: id }, { merchant_order_ref: 'R-8' }]) {
    const { shipments } = await service.client.FindToErase({ context: merchant.context(), ...search })
    expect(shipments.map((one) => one.shipment_id)).toEqual(ids)
  }
})

test('a quote of the order never gets its return', async () => {
  const { merchant, back } = await aBooked()
  const { shipment_id, merchant_order_ref } = await back()
  const { pickup_address, dropoff_address, ...others } = aShipmentDocument({ merchant_order_ref })
  const document = { ...others, pickup_address: dropoff_address, dropoff_address: pickup_address }
  const found = await service.client.FindOrRegister({
    context: merchant.context(),
    quote_id: newId('qte'),
    document: Buffer.from(
      JSON.stringify({ ...document, parcels: [{ ...(others.parcels as object[])[0], items: [shirts] }] }),
    ),
    only_find: false,
  })
  expect(found.shipment_id).not.toBe(shipment_id)
})

test('a return expires 30 days later than other shipments', async () => {
  const { merchant, back } = await aBooked()
  const { shipment_id } = await back()
  const collect = (date: string) =>
    service.db
      .updateTable('shipment')
      .set({ collection_at: new Date(date) })
      .where('shipment_id', '=', shipment_id)
      .execute()
  const due = { collectionBefore: new Date('2020-03-01T00:00:00Z'), limit: 100 }
  const expire = () => transact(service.db, (trx) => expireOverdueShipments(trx, due, new Date()))
  await collect('2020-02-01T00:00:00Z')
  await expire()
  expect((await merchant.get(shipment_id)).status).toBe('ready')
  await collect('2020-01-30T00:00:00Z')
  await expire()
  expect((await merchant.get(shipment_id)).status).toBe('expired')
})
