import { newId } from '@waybill/contracts/ids'
import { aDropoffAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { earlierFingerprint } from '../shipments/fingerprint.ts'
import { getShipment } from '../shipments/get-shipment.ts'
import { aMerchant, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

type Merchant = ReturnType<typeof aMerchant>

const COLLECTION = '2099-01-01T09:00:00Z'
const aDocument = (changes: Record<string, unknown> = {}) =>
  aShipmentDocument({ collection_date: COLLECTION, dropoff_instructions: 'Ring twice', ...changes })

const quoted = (
  merchant: Merchant,
  document: object = aDocument(),
  quoteId = newId('qte'),
  how: { only_find?: boolean; new_shipment_id?: string } = {},
) =>
  service.client.FindOrRegister({
    context: merchant.context(),
    quote_id: quoteId,
    document: Buffer.from(JSON.stringify(document)),
    ...how,
  })
const onlyFound = (merchant: Merchant, document?: object) =>
  quoted(merchant, document, newId('qte'), { only_find: true })
const shipmentCount = async ({ environmentId }: Merchant) => {
  const rows = await service.db
    .selectFrom('shipment')
    .select('shipment_id')
    .where('environment_id', '=', environmentId)
    .execute()
  return rows.length
}

test('a quote without a shipment registers one, with its event', async () => {
  const merchant = aMerchant(service)
  const shipment = await quoted(merchant)
  expect(shipment).toMatchObject({ status: 'ready', on_demand: false, route_revision: 1, booking_id: '' })
  expect(await merchant.get(shipment.shipment_id)).toMatchObject({ metadata: { source: 'webshop' } })
  expect((await merchant.events(shipment.shipment_id)).map(({ type }) => type)).toEqual(['shipment.created'])
})

test('a quote finds the newest ready shipment that holds what its document says', async () => {
  const merchant = aMerchant(service)
  await merchant.created(aDocument())
  const { shipment_id } = await merchant.created(aDocument())
  await merchant.created(aDocument({ merchant_order_ref: 'OTHER' }))
  // Written in another way, it says the same.
  const same = aDocument({
    dropoff_instructions: ' Ring twice ',
    collection_date: '2099-01-01T09:00:00.000Z',
    ready_at: null,
  })
  for (const find of [onlyFound, quoted]) expect((await find(merchant, same)).shipment_id).toBe(shipment_id)
  expect(await merchant.events(shipment_id)).toHaveLength(1)
  expect(await shipmentCount(merchant)).toBe(3)
})

test('a quote finds a shipment that an earlier version stored, whose fingerprint has its customs', async () => {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const dropoff_address = aDropoffAddress({ province: null, post_code: '75001', city: 'Paris', country: 'FR' })
  const document = aDocument({
    customs: { contents: 'gift', certify: true, certify_signer: 'Ada Baker' },
    dropoff_address,
  })
  const { shipment_id } = await quoted(merchant, document)
  const stored = await getShipment(service.db, environmentId, shipment_id)
  await service.db
    .updateTable('shipment')
    .set({ fingerprint: earlierFingerprint(stored) })
    .where('environment_id', '=', environmentId)
    .execute()
  for (const find of [onlyFound, quoted]) expect((await find(merchant, document)).shipment_id).toBe(shipment_id)
  expect(await shipmentCount(merchant)).toBe(1)
})

test.each<[string, Record<string, unknown>]>([
  ['day', { collection_date: '2099-01-02T09:00:00Z' }],
  ['hour', { collection_date: '2099-01-01T10:00:00Z' }],
  ['time when the parcels are ready', { ready_at: '2099-01-01T08:00:00Z' }],
  ['city', { dropoff_address: aDropoffAddress({ city: 'Leeds' }) }],
  ['phone', { dropoff_address: aDropoffAddress({ phone: '+441134960000' }) }],
  ['weight', { parcels: [aParcelDocument({ weight_kg: 2 })] }],
  ['declared value', { parcels: [aParcelDocument({ declared_value: 50 })] }],
  ['number of parcels', { parcels: [aParcelDocument(), aParcelDocument()] }],
  ['instruction', { dropoff_instructions: 'Leave with a neighbour' }],
  ['instruction that is left out', { dropoff_instructions: undefined }],
  ['pickup instruction', { pickup_instructions: 'At the back' }],
  ['metadata', { metadata: { source: 'till' } }],
  ['metadata that is left out', { metadata: undefined }],
])('a document with another %s registers another shipment', async (_, change) => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aDocument())
  const draft = await onlyFound(merchant, aDocument(change))
  expect(draft).toMatchObject({ sequence: 0 })
  expect(draft.shipment_id).not.toBe(shipment_id)
  expect(await shipmentCount(merchant)).toBe(1)
  const registered = await quoted(merchant, aDocument(change))
  expect(registered).toMatchObject({ sequence: 1, status: 'ready' })
  expect(registered.shipment_id).not.toBe(shipment_id)
  expect((await quoted(merchant, aDocument(change))).shipment_id).toBe(registered.shipment_id)
})

test('a document that leaves ready_at out does not match a shipment that was given one', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aDocument({ ready_at: COLLECTION }))
  expect((await onlyFound(merchant, aDocument())).sequence).toBe(0)
  expect((await onlyFound(merchant, aDocument({ ready_at: COLLECTION }))).shipment_id).toBe(shipment_id)
})

test('to find registers nothing; a registration has the id given, once', async () => {
  const merchant = aMerchant(service)
  const draft = await onlyFound(merchant)
  expect(draft).toMatchObject({ status: 'ready', sequence: 0, merchant_order_ref: 'ORDER-1001' })
  expect(await shipmentCount(merchant)).toBe(0)
  const [quoteId, new_shipment_id] = [newId('qte'), newId('shp')]
  const registered = await quoted(merchant, aDocument(), quoteId, { new_shipment_id })
  expect(registered).toMatchObject({ shipment_id: new_shipment_id, sequence: 1 })
  expect(await quoted(merchant, aDocument(), quoteId, { new_shipment_id })).toEqual(registered)
  expect((await onlyFound(merchant)).shipment_id).toBe(new_shipment_id)

  const document = Buffer.from(JSON.stringify({ dropoff_address: { city: 'Leeds' } }))
  await merchant.claim(new_shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document })
  const other = await quoted(merchant, aDocument(), quoteId, { new_shipment_id })
  expect(other.shipment_id).not.toBe(new_shipment_id)
  expect(await shipmentCount(merchant)).toBe(2)
})

test('a quote does not find a shipment that is held, booked, cancelled or on-demand', async () => {
  const merchant = aMerchant(service)
  const held = await merchant.created(aDocument())
  await merchant.claim(held.shipment_id, { claim_id: newId('op'), kind: 'BOOK' })
  const booked = await merchant.created(aDocument())
  const book = newId('op')
  await merchant.claim(booked.shipment_id, { claim_id: book, kind: 'BOOK' })
  await merchant.settle(booked.shipment_id, { claim_id: book, booked: { booking_id: newId('bkg') } })
  const cancelled = await merchant.created(aDocument())
  const cancel = newId('op')
  await merchant.claim(cancelled.shipment_id, { claim_id: cancel, kind: 'CANCEL', reason_code: 'fraud' })
  await merchant.settle(cancelled.shipment_id, { claim_id: cancel, cancelled: { reason_code: 'fraud' } })
  const onDemand = await merchant.created(aDocument(), { onDemand: true })

  const taken = [held, booked, cancelled, onDemand].map((shipment) => shipment.shipment_id)
  const found = await quoted(merchant)
  expect(taken).not.toContain(found.shipment_id)
})

test('a quote follows a changed route to the shipment that has it now', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aDocument())
  const document = Buffer.from(JSON.stringify({ parcels: [aParcelDocument({ weight_kg: 4 })] }))
  await merchant.claim(shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document })
  const changed = await quoted(merchant, aDocument({ parcels: [aParcelDocument({ weight_kg: 4 })] }))
  expect(changed).toMatchObject({ shipment_id, route_revision: 2 })
  expect((await quoted(merchant)).shipment_id).not.toBe(shipment_id)
})

test('a route that changes while its shipment is matched is not the one quoted', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aDocument())
  // Stops the quote where it reads the parcels of the shipments that may match.
  const lock = await service.db.startTransaction().execute()
  await sql`lock table parcel in access exclusive mode`.execute(lock)
  const quote = quoted(merchant)
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'shipment' and wait_event_type = 'Lock'`.execute(
      service.db,
    )
    expect(rows).toHaveLength(1)
  })
  const changeRoute = async () => {
    await sql`select from shipment where shipment_id = ${shipment_id} for update nowait`.execute(lock)
    await sql`
      update shipment set fingerprint = 'another', route_revision = 2,
        dropoff_address = dropoff_address || '{"city": "Leeds"}'
      where shipment_id = ${shipment_id}`.execute(lock)
    await lock.commit().execute()
  }
  await changeRoute().catch(() => lock.rollback().execute())

  const found = await quote
  expect(found.dropoff_address?.city).toBe(aDropoffAddress().city)
  expect(found.route_revision).toBe(1)
  const { city } = (await merchant.get(shipment_id)).dropoff_address
  expect(found.shipment_id === shipment_id).toBe(city === aDropoffAddress().city)
})

test('a repeated quote does not get a shipment whose route has changed since', async () => {
  const merchant = aMerchant(service)
  const quoteId = newId('qte')
  const { shipment_id } = await quoted(merchant, aDocument(), quoteId)
  const document = Buffer.from(JSON.stringify({ dropoff_address: { city: 'Leeds' } }))
  await merchant.claim(shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document })

  const repeated = await quoted(merchant, aDocument(), quoteId)
  expect(repeated.dropoff_address?.city).toBe(aDropoffAddress().city)
  expect((await quoted(merchant, aDocument(), quoteId)).shipment_id).toBe(repeated.shipment_id)
})

test('a repeated quote gets the same shipment, even if a newer one would fit', async () => {
  const merchant = aMerchant(service)
  const quoteId = newId('qte')
  const first = await quoted(merchant, aDocument(), quoteId)
  await merchant.created(aDocument())
  expect((await quoted(merchant, aDocument(), quoteId)).shipment_id).toBe(first.shipment_id)
})

test('ten quotes at once register one shipment', async () => {
  const merchant = aMerchant(service)
  const found = await Promise.all(Array.from({ length: 10 }, () => quoted(merchant)))
  expect(new Set(found.map(({ shipment_id }) => shipment_id)).size).toBe(1)
  expect(await shipmentCount(merchant)).toBe(1)
  expect(await merchant.events(found[0]?.shipment_id as string)).toHaveLength(1)
})

test('a quote that names its shipment gets it while it is free', async () => {
  const merchant = aMerchant(service)
  await merchant.created(aDocument())
  const { shipment_id } = await merchant.created(aDocument({ merchant_order_ref: 'NAMED' }))
  await merchant.created(aDocument({ merchant_order_ref: 'NAMED' }))
  const quoteId = newId('qte')
  expect((await quoted(merchant, { shipment_id }, quoteId)).shipment_id).toBe(shipment_id)

  const claim_id = newId('op')
  await merchant.claim(shipment_id, { claim_id, kind: 'BOOK' })
  await merchant.settle(shipment_id, { claim_id, booked: { booking_id: newId('bkg') } })
  await expect(quoted(merchant, { shipment_id }, quoteId)).rejects.toMatchObject({
    code: 'shipment_already_booked',
    meta: { current_status: 'ready' },
  })
})

test('a quote with other values than its shipment is rejected, naming the fields that differ', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aDocument())
  const body = { ...aDocument({ parcels: [aParcelDocument({ height_cm: 99 })] }), shipment_id }
  await expect(quoted(merchant, body)).rejects.toMatchObject({
    code: 'quote_mismatch',
    details: [expect.objectContaining({ field: 'parcels' })],
  })
  expect((await quoted(merchant, { ...aDocument(), shipment_id })).shipment_id).toBe(shipment_id)
})

test('a quote with wrong fields names those that differ from its shipment, too', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aDocument())
  const { pickup_address } = aDocument()
  const wrong = {
    ...aDocument({ merchant_order_ref: 'OTHER', parcels: [aParcelDocument({ weight_kg: 0 })] }),
    shipment_id,
  }
  await expect(
    quoted(merchant, { ...wrong, pickup_address: { ...pickup_address, country: 'ZZ' } }),
  ).rejects.toMatchObject({
    code: 'validation_error',
    details: [
      { field: 'pickup_address.country', code: 'invalid_country' },
      { field: 'parcels[0].weight_kg', code: 'too_small' },
      { field: 'merchant_order_ref', code: 'mismatch' },
    ],
  })
})

test.each(['shp_1', newId('shp')])('a quote that names %s, which does not exist, is rejected', async (shipment_id) => {
  await expect(quoted(aMerchant(service), { shipment_id })).rejects.toMatchObject({ code: 'shipment_not_found' })
})
