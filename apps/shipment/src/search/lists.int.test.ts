/** Filters, order and search of the list of shipments. */
import { transact } from '@waybill/chassis/postgres/database'
import { explainPlans } from '@waybill/chassis/testing/plans'
import { asOwner } from '@waybill/chassis/testing/service-database'
import type { ListMeta } from '@waybill/contracts/envelope'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import type { ListFilters, ListFilters__Output } from '@waybill/contracts/gen/waybill/common/v1/ListFilters'
import { newId } from '@waybill/contracts/ids'
import { noListFilters, readListFilters } from '@waybill/contracts/requests/list-filters'
import { type PublicShipment, shipmentStatuses } from '@waybill/contracts/shipment'
import { aDropoffAddress, aShipmentDocument } from '@waybill/testing/builders'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ShipmentDatabase } from '../db.ts'
import { countShipments, listShipments } from '../shipments/queries.ts'
import { aMerchant, getData, startSharedService } from '../testing/running-service.ts'
import { noteCarrier } from './repository.ts'

const service = await startSharedService()

type Merchant = ReturnType<typeof aMerchant>

const list = (merchant: Merchant, filters: ListFilters, page = {}) =>
  service.client.List({ context: merchant.context(), filters, page })
const idsIn = (answer: Answer__Output) => getData<PublicShipment[]>(answer).map(({ shipment_id }) => shipment_id)
const found = async (merchant: Merchant, filters: ListFilters) => idsIn(await list(merchant, filters))
const readCursor = (answer: Answer__Output) => (JSON.parse(answer.body.toString()).meta as ListMeta).next_cursor
const create = async (merchant: Merchant, document: Record<string, unknown> = {}) =>
  (await merchant.created(aShipmentDocument(document))).shipment_id
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const noTracking = {
  carrierJobId: null,
  trackingNumber: null,
  trackingUrl: null,
  incident: null,
  pickupBy: null,
  parcels: null,
  deliveryBy: null,
}

async function change(merchant: Merchant, shipmentId: string, document: object): Promise<void> {
  const claim_id = newId('op')
  await merchant.claim(shipmentId, { claim_id, kind: 'UPDATE', document: Buffer.from(JSON.stringify(document)) })
}

test('the newest shipment of a reference is found, without cancelled ones and those of others', async () => {
  const [merchant, other] = [aMerchant(service), aMerchant(service)]
  await create(merchant, { merchant_order_ref: 'A' })
  const newest = await create(merchant, { merchant_order_ref: 'A' })
  const cancelled = await create(merchant, { merchant_order_ref: 'B' })
  const claim_id = newId('op')
  await merchant.claim(cancelled, { claim_id, kind: 'CANCEL' })
  await merchant.settle(cancelled, { claim_id, cancelled: { reason_code: 'duplicate' } })
  await create(other, { merchant_order_ref: 'C' })
  const merchant_order_refs = ['A', 'A', 'B', 'C', '__proto__']
  const { found } = await service.client.FindByReferences({ context: merchant.context(), merchant_order_refs })
  expect(found).toEqual([{ merchant_order_ref: 'A', shipment_id: newest }])
})

test('filters by several statuses, collection date, carrier and service, alone and together', async () => {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const a = await create(merchant, { collection_date: day(1) })
  const b = await create(merchant, { collection_date: day(2) })
  const c = await create(merchant, { collection_date: day(3) })
  const d = (await merchant.created(undefined, { onDemand: true })).shipment_id
  const carried = { ...noTracking, bookingId: newId('bkg'), sequence: 1, serviceCode: 'next_day', name: null }
  for (const [shipmentId, carrierCode] of [
    [a, 'city_van'],
    [b, 'eco_parcel'],
  ] as const) {
    await transact(service.db, (trx) => noteCarrier(trx, { environmentId, shipmentId }, { ...carried, carrierCode }))
  }
  const claim_id = newId('op')
  await merchant.claim(c, { claim_id, kind: 'CANCEL', reason_code: 'fraud' })
  await merchant.settle(c, { claim_id, cancelled: { reason_code: 'fraud' } })

  expect(await found(merchant, { statuses: ['cancelled', 'in_transit'] })).toEqual([d, c])
  expect(await found(merchant, { collection_from: day(2), collection_to: day(2) })).toEqual([b])
  expect(await found(merchant, { collection_from: day(2), statuses: ['ready', 'cancelled'] })).toEqual([c, b])
  expect(await found(merchant, { collection_to: day(2), statuses: ['ready'] })).toEqual([b, a])
  expect(await found(merchant, { carrier_codes: ['eco_parcel'] })).toEqual([b])
  expect(await found(merchant, { carrier_codes: ['eco_parcel', 'swift', 'city_van'] })).toEqual([b, a])
  expect(await found(merchant, { service_codes: ['next_day'] })).toEqual([b, a])
  expect(await found(merchant, { service_codes: ['swift_now', 'next_day'] })).toEqual([b, a])
  expect(await found(merchant, { service_codes: ['next_day'], carrier_codes: ['city_van'] })).toEqual([a])
  expect(await found(merchant, { carrier_codes: ['swift'] })).toEqual([])
})

test('filters by the tracking number of the latest booking, in any case', async () => {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const [tracked, other] = [await create(merchant), await create(merchant)]
  const carried = { ...noTracking, bookingId: newId('bkg'), carrierCode: 'ups', serviceCode: 's', name: null }
  const note = (shipmentId: string, fields: { sequence: number; trackingNumber: string | null }) =>
    transact(service.db, (trx) => noteCarrier(trx, { environmentId, shipmentId }, { ...carried, ...fields }))
  await note(tracked, { sequence: 1, trackingNumber: null })
  await note(tracked, { sequence: 2, trackingNumber: '1ZA1B2C3' })
  await note(other, { sequence: 1, trackingNumber: 'SC482719305551' })
  expect(await found(merchant, { tracking_numbers: ['1za1b2c3', '9400'] })).toEqual([tracked])
  expect(await found(merchant, { tracking_numbers: ['1ZA1'] })).toEqual([])
  expect(await found(aMerchant(service), { tracking_numbers: ['1ZA1B2C3'] })).toEqual([])
})

test('the carrier is that of the latest booking, whatever the order of the events', async () => {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const shipmentId = await create(merchant)
  const [first, second] = [newId('bkg'), newId('bkg')].sort()
  const note = (bookingId: string | undefined, sequence: number, carrierCode: string) =>
    transact(service.db, (trx) =>
      noteCarrier(
        trx,
        { environmentId, shipmentId },
        {
          bookingId: bookingId as string,
          sequence,
          carrierCode,
          ...noTracking,
          serviceCode: 's',
          name: null,
        },
      ),
    )
  await note(second, 3, 'eco_parcel')
  await note(second, 2, 'city_van')
  await note(first, 9, 'swift')
  expect(await found(merchant, { carrier_codes: ['eco_parcel'] })).toEqual([shipmentId])
  await note(second, 4, 'swift')
  expect(await found(merchant, { carrier_codes: ['swift'] })).toEqual([shipmentId])
  expect(await found(merchant, { carrier_codes: ['eco_parcel'] })).toEqual([])
})

test('filters by the carrier behind an aggregator, in any case', async () => {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const ids: string[] = []
  for (const name of ['USPS', 'CanadaPost', null]) {
    const shipmentId = await create(merchant)
    const booked = { bookingId: newId('bkg'), sequence: 1, carrierCode: 'easypost', serviceCode: 's' }
    const note = { ...booked, ...noTracking, name }
    await transact(service.db, (trx) => noteCarrier(trx, { environmentId, shipmentId }, note))
    ids.push(shipmentId)
  }
  const [usps, canadaPost] = ids
  expect(await found(merchant, { carried_by: ['usps'] })).toEqual([usps])
  expect(await found(merchant, { carried_by: ['USPS', 'canadapost', 'UPS'] })).toEqual([canadaPost, usps])
  expect(await found(merchant, { carried_by: ['UPS'] })).toEqual([])
})

test('sorts by creation and by change, in both directions and in pages', async () => {
  const merchant = aMerchant(service)
  const [a, b, c] = [await create(merchant), await create(merchant), await create(merchant)]
  await change(merchant, a, { metadata: { seen: 'yes' } })
  const pages = async (sort: string) => {
    const first = await list(merchant, { sort }, { limit: 2 })
    const next = await list(merchant, { sort }, { limit: 2, cursor: readCursor(first) ?? '' })
    expect(readCursor(next)).toBeNull()
    return [...idsIn(first), ...idsIn(next)]
  }
  expect(await pages('')).toEqual([c, b, a])
  expect(await pages('-created_at')).toEqual([c, b, a])
  expect(await pages('created_at')).toEqual([a, b, c])
  expect(await pages('updated_at')).toEqual([b, c, a])
  expect(await pages('-updated_at')).toEqual([a, c, b])

  const { updated_at } = await merchant.get(a)
  expect(await found(merchant, { updated_from: updated_at })).toEqual([a])
  expect(await found(merchant, { updated_to: updated_at })).toEqual([c, b])
})

test('accepts a cursor only with its filters and its order', async () => {
  const merchant = aMerchant(service)
  await create(merchant)
  await create(merchant)
  const cursor = readCursor(await list(merchant, { statuses: ['ready'] }, { limit: 1 })) ?? ''
  for (const filters of [{}, { statuses: ['ready'], sort: 'created_at' }, { statuses: ['ready'], q: 'abc' }]) {
    await expect(list(merchant, filters, { cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  }
})

test.each([
  ['status', { statuses: ['ready', 'lost'] }],
  ['updated_to', { updated_to: 'yesterday' }],
  ['sort', { sort: 'price' }],
  ['q', { q: 'ab' }],
])('refuses a %s that it does not take', async (field, filters) => {
  await expect(list(aMerchant(service), filters)).rejects.toMatchObject({
    code: 'invalid_parameter',
    details: [expect.objectContaining({ field, location: 'query' })],
  })
})

const recipient = { name: 'Zoë Müller', company: 'Blue Door Ltd', first_name: null, last_name: 'Oquendo' }

test('finds by the beginning of reference, names, company, post code and tracking number', async () => {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const shipmentId = await create(merchant, {
    merchant_order_ref: 'Web-77',
    dropoff_address: aDropoffAddress({
      ...recipient,
      post_code: 'EH1 2NG',
      address_line_1: '12 Hill Street',
      city: 'Edinburgh',
      email: 'Zoe@example.com',
      phone: '+44 131 496 0018',
      first_name: '李 明',
    }),
  })
  const other = await create(merchant, { merchant_order_ref: 'App-77' })
  const carried = { bookingId: newId('bkg'), sequence: 1, carrierCode: 'swift', serviceCode: 'swift_now', name: null }
  await transact(service.db, (trx) =>
    noteCarrier(
      trx,
      { environmentId, shipmentId },
      { ...carried, ...noTracking, carrierJobId: 'job-1', trackingNumber: 'SC482719305551' },
    ),
  )
  for (const q of [
    'web',
    'zoe mu',
    'MULLER',
    'blue',
    'door',
    'oquen',
    'eh1 2',
    'EH12NG',
    'sc4827',
    'SC482719305551-2',
    '12 hill',
    'hill st',
    'edinb',
    'zoe@ex',
    '+44 131 496 0018',
    '0131 496 0018',
    '960018',
    '李',
  ]) {
    expect([q, await found(merchant, { q })]).toEqual([q, [shipmentId]])
  }
  expect(await found(merchant, { q: 'app-77' })).toEqual([other])
  expect(await found(merchant, { q: 'eb-77' })).toEqual([])
  expect(await found(merchant, { q: 'web', statuses: ['cancelled'] })).toEqual([])
  expect(await found(aMerchant(service), { q: 'web' })).toEqual([])
})

test('finds several in the order of the list, each once, in pages', async () => {
  const merchant = aMerchant(service)
  const named = { dropoff_address: aDropoffAddress({ name: 'Quentin Quest' }), merchant_order_ref: 'Quebec' }
  const [a, b, c] = [await create(merchant, named), await create(merchant, named), await create(merchant, named)]
  expect(await found(merchant, { q: 'que' })).toEqual([c, b, a])
  const first = await list(merchant, { q: 'que', sort: 'created_at' }, { limit: 2 })
  expect(idsIn(first)).toEqual([a, b])
  const cursor = readCursor(first) ?? ''
  expect(idsIn(await list(merchant, { q: 'que', sort: 'created_at' }, { limit: 2, cursor }))).toEqual([c])
})

test('a changed recipient is found by the new name only; an erased one by none', async () => {
  const merchant = aMerchant(service)
  const shipmentId = await create(merchant, {
    merchant_order_ref: 'Ref-1',
    dropoff_address: aDropoffAddress({ ...recipient, post_code: 'EH1 2NG' }),
  })
  await change(merchant, shipmentId, { dropoff_address: { name: 'Sam Later', last_name: null } })
  expect(await found(merchant, { q: 'sam' })).toEqual([shipmentId])
  for (const q of ['zoe', 'muller', 'oquendo']) expect(await found(merchant, { q })).toEqual([])
  for (const q of ['ref-1', 'blue', 'eh1']) expect(await found(merchant, { q })).toEqual([shipmentId])

  const rows = service.db.updateTable('shipment').set({ status: 'delivered' }).where('shipment_id', '=', shipmentId)
  await rows.execute()
  await service.client.Erase({ context: merchant.context(), shipment_id: shipmentId })
  for (const q of ['sam', 'later', 'blue', 'eh1', '[erased]']) expect(await found(merchant, { q })).toEqual([])
  const left = service.db.selectFrom('search_term').selectAll().where('shipment_id', '=', shipmentId)
  expect(await left.execute()).toEqual([])
})

test('finds what is late, has an incident, has failed or waits, and one by its identifier', async () => {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const waiting = await create(merchant)
  const carried = await create(merchant)
  const searching = (await merchant.created(undefined, { onDemand: true })).shipment_id
  const failed = await create(merchant)
  const bookingId = newId('bkg')
  const note = (sequence: number, fields: object) =>
    transact(service.db, (trx) =>
      noteCarrier(
        trx,
        { environmentId, shipmentId: carried },
        { ...noTracking, bookingId, sequence, carrierCode: 'city_van', serviceCode: 's', name: null, ...fields },
      ),
    )
  await sql`update shipment set booking_id = ${bookingId} where shipment_id = ${carried}`.execute(service.db)
  await sql`
    update shipment set status = 'failed', failure_reason = 'dispatch_window_over'
    where shipment_id = ${failed}`.execute(service.db)
  expect(await found(merchant, { waiting_for: ['booking'] })).toEqual([waiting])
  expect(await found(merchant, { waiting_for: ['courier'] })).toEqual([searching])
  expect(await found(merchant, { waiting_for: ['courier', 'booking'] })).toEqual([searching, waiting])
  expect(await found(merchant, { failure_reasons: ['dispatch_window_over', 'booking_cancelled'] })).toEqual([failed])

  const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 3_600_000)]
  await note(1, { pickupBy: past, deliveryBy: future, incident: 'incorrect_address' })
  expect(await found(merchant, { late: ['pickup'] })).toEqual([carried])
  expect(await found(merchant, { late: ['delivery'] })).toEqual([])
  expect(await found(merchant, { incidents: ['incorrect_address', 'damaged'] })).toEqual([carried])
  const arrivesAt = future.toISOString()
  expect(await found(merchant, { arrival_from: arrivesAt, arrival_to: day(2) })).toEqual([carried])
  expect(await found(merchant, { arrival_to: arrivesAt })).toEqual([])
  await note(2, { pickupBy: null, deliveryBy: past })
  expect(await found(merchant, { arrival_from: arrivesAt })).toEqual([])
  expect(await found(merchant, { late: ['pickup'] })).toEqual([])
  expect(await found(merchant, { late: ['pickup', 'delivery'] })).toEqual([carried])
  expect(await found(merchant, { incidents: ['incorrect_address'] })).toEqual([])
  await note(1, { pickupBy: past })
  expect(await found(merchant, { late: ['pickup'] })).toEqual([])

  expect(await found(merchant, { q: carried })).toEqual([carried])
  expect(await found(merchant, { q: newId('shp') })).toEqual([])
  for (const filters of [
    { q: carried },
    { late: ['delivery'] },
    { arrival_from: day(-1) },
    { waiting_for: ['booking', 'courier'] },
  ])
    expect(await found(aMerchant(service), filters)).toEqual([])
  await expect(found(merchant, { waiting_for: ['spring'] })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('finds by tag in any case, by assignee or nobody, and what is on hold', async () => {
  const merchant = aMerchant(service)
  const handle = (shipment_id: string, change: object) =>
    service.client.Handle({
      context: merchant.context(),
      shipment_id,
      document: Buffer.from(JSON.stringify(change)),
      actor_id: ann,
    })
  const [ann, ben] = [newId('usr'), newId('usr')]
  const gift = await create(merchant, { tags: ['Weihnachts-Gruß', 'gift'] })
  const fragile = await create(merchant, { tags: ['Fragile'] })
  const plain = await create(merchant, { merchant_order_ref: 'gift' })
  await handle(fragile, { assignee_id: ann, hold: { reason: 'Wait' } })
  await handle(plain, { assignee_id: ben })
  expect(await found(merchant, { tags: ['GIFT'] })).toEqual([gift])
  expect(await found(merchant, { tags: ['gif'] })).toEqual([])
  expect(await found(merchant, { tags: ['gift', 'fragile'] })).toEqual([fragile, gift])
  expect(await found(merchant, { q: 'gif' })).toEqual([plain, gift])
  expect(await found(merchant, { q: 'grus' })).toEqual([gift])
  expect(await found(merchant, { assignee_ids: [ann] })).toEqual([fragile])
  expect(await found(merchant, { assignee_ids: ['none', ben] })).toEqual([plain, gift])
  expect(await found(merchant, { waiting_for: ['release'] })).toEqual([fragile])
  expect(await found(merchant, { waiting_for: ['booking'] })).toEqual([plain, gift])
  const counted = getData<{ waiting_for: object }>(await service.client.Count({ context: merchant.context() }))
  expect(counted.waiting_for).toEqual({ booking: 2, courier: 0, release: 1, approval: 0 })
  const tags = async (of: Merchant) => getData(await service.client.ListTags({ context: of.context() }))
  expect(await tags(merchant)).toEqual(['Fragile', 'gift', 'Weihnachts-Gruß'].map((tag) => ({ tag })))
  await handle(gift, { add_tags: ['new'], remove_tags: ['Gift'] })
  expect(await found(merchant, { tags: ['gift'] })).toEqual([])
  expect(await found(merchant, { tags: ['new'] })).toEqual([gift])
  const other = aMerchant(service)
  expect(await tags(other)).toEqual([])
  for (const filters of [{ tags: ['new'] }, { assignee_ids: [ann] }, { waiting_for: ['release'] }])
    expect(await found(other, filters)).toEqual([])
})

test('what is rare among many shipments is read by an index, and counts are of an index', async () => {
  const merchant = aMerchant(service)
  const shipmentId = await create(merchant)
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = current_schema() and table_name = 'shipment'
      and column_name not in ('shipment_id', 'delivery_by', 'pickup_by', 'booking_id', 'tracking_token')`.execute(
    service.db,
  )
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`
    insert into shipment (shipment_id, delivery_by, pickup_by, booking_id, ${columns})
    select 'shp_' || n, now() + interval '1 day', now() + interval '1 day', 'bkg_' || n, ${columns}
    from shipment, generate_series(1, 3000) as n where shipment_id = ${shipmentId}`.execute(service.db)
  await asOwner(service.database, (owner) => sql`analyze shipment`.execute(owner))
  const rare: Partial<ListFilters__Output>[] = [
    { waiting_for: ['booking'] },
    { waiting_for: ['booking', 'courier'], sort: 'created_at' },
    { late: ['delivery'] },
    { late: ['pickup', 'delivery'] },
    { arrival_from: day(5), arrival_to: day(6) },
    { incidents: ['damaged', 'lost'] },
    { failure_reasons: ['dispatch_window_over'] },
    { waiting_for: ['release'] },
    { assignee_ids: ['usr_1'] },
    { tags: ['rare'] },
    { note: 'rare' },
    { q: shipmentId },
  ]
  for (const message of rare) {
    const filters = readListFilters({ ...noListFilters, ...message }, shipmentStatuses)
    const [plan] = await explainPlans<ShipmentDatabase>(service.db, (db) =>
      listShipments(db, merchant.environmentId, filters, { limit: 25, cursor: null }),
    )
    expect(plan?.scanned, JSON.stringify(message)).not.toContain('shipment')
    expect(plan?.rowsRead, JSON.stringify(message)).toBeLessThan(300)
  }
  // 3,001 are ready: no more are counted, nor read.
  const { status, waiting_for } = await countShipments(service.db, merchant.environmentId)
  expect([status.ready, waiting_for.booking]).toEqual([1_000, 1])
  const [plan] = await explainPlans<ShipmentDatabase>(service.db, (db) => countShipments(db, merchant.environmentId))
  expect(plan?.scanned).not.toContain('shipment')
  expect(plan?.rowsRead).toBeLessThan(1_300)
})
