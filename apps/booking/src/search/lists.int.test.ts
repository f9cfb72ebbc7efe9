/** Filters, order and search of the list of bookings. */
import { explainPlans } from '@waybill/chassis/testing/plans'
import { asOwner } from '@waybill/chassis/testing/service-database'
import { bookingStatuses, type PublicBooking } from '@waybill/contracts/booking'
import type { ListMeta } from '@waybill/contracts/envelope'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import type { ListFilters, ListFilters__Output } from '@waybill/contracts/gen/waybill/common/v1/ListFilters'
import { newId } from '@waybill/contracts/ids'
import { noListFilters, readListFilters } from '@waybill/contracts/requests/list-filters'
import { aDropoffAddress } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBookings } from '../bookings/queries.ts'
import type { BookingDatabase } from '../db.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

type Merchant = ReturnType<typeof aMerchant>

const list = ({ environmentId }: Merchant, filters: ListFilters, page = {}) =>
  booking.client.List({ context: { environment_id: environmentId, request_id: newId('req') }, filters, page })
const idsIn = (answer: Answer__Output) => getData<PublicBooking[]>(answer).map(({ booking_id }) => booking_id)
const found = async (merchant: Merchant, filters: ListFilters) => idsIn(await list(merchant, filters))
const readCursor = (answer: Answer__Output) => (JSON.parse(answer.body.toString()).meta as ListMeta).next_cursor
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function book(merchant: Merchant, overrides: object = {}, carrierCode = 'city_van'): Promise<PublicBooking> {
  const { shipmentId, optionId } = await merchant.offer(carrierCode, { ...overrides })
  return getData<PublicBooking>(await merchant.book(shipmentId, optionId))
}

test('filters by carrier, service and what the shipment has, sorts, and finds by the beginning of a term', async () => {
  const merchant = aMerchant(system, booking)
  const recipient = { name: 'Zoë Müller', company: 'Blue Door Ltd', last_name: 'Oquendo', post_code: 'EH1 2NG' }
  const a = await book(merchant, {
    merchant_order_ref: 'Web-77',
    metadata: { batch: '7', lane: 'a' },
    dropoff_address: aDropoffAddress(recipient),
  })
  const b = await book(merchant, { merchant_order_ref: 'App-77', metadata: { batch: '7' } }, 'eco_parcel')
  const only = [a.booking_id]
  const both = [b.booking_id, a.booking_id]

  expect(await found(merchant, { merchant_order_ref: 'Web-77' })).toEqual(only)
  expect(await found(merchant, { merchant_order_ref: 'web-77' })).toEqual([])
  expect(await found(merchant, { metadata: { batch: '7' } })).toEqual(both)
  expect(await found(merchant, { metadata: { batch: '7', lane: 'a' } })).toEqual(only)
  expect(await found(merchant, { carrier_codes: ['city_van'] })).toEqual(only)
  expect(await found(merchant, { carrier_codes: ['swift', 'city_van', 'eco_parcel'] })).toEqual(both)
  expect(await found(merchant, { service_codes: [a.quote_option.service_code] })).toEqual(only)
  const services = [a, b].map(({ quote_option }) => quote_option.service_code)
  expect(await found(merchant, { service_codes: services })).toEqual(both)
  expect(await found(merchant, { carried_by: ['USPS'] })).toEqual([])
  await sql`
    update booking set quote_option = quote_option || '{"carried_by":"USPS"}'
    where booking_id = ${b.booking_id}`.execute(system.db)
  expect(await found(merchant, { carried_by: ['UPS', 'usps'] })).toEqual([b.booking_id])
  const { tracking_number } = a
  expect(tracking_number).toMatch(/^CV\d{12}$/)
  expect(await found(merchant, { tracking_numbers: ['9400', String(tracking_number).toLowerCase()] })).toEqual(only)
  expect(await found(merchant, { tracking_numbers: ['CV'] })).toEqual([])
  expect(await found(merchant, { q: String(tracking_number) })).toEqual(only)
  expect(await found(merchant, { collection_from: day(1), collection_to: day(1) })).toEqual(both)
  expect(await found(merchant, { collection_from: day(2) })).toEqual([])
  expect(await found(merchant, { statuses: ['assigned', 'cancelled'] })).toEqual(both)
  expect(await found(merchant, { created_from: b.created_at })).toEqual([b.booking_id])

  const tracked = String(a.carrier_job_id).toUpperCase()
  for (const q of ['web', 'zoe mu', 'MULLER', 'blue', 'door', 'oquen', 'eh1 2', 'EH12NG', tracked]) {
    expect([q, await found(merchant, { q })]).toEqual([q, only])
  }
  expect(await found(merchant, { q: 'eb-77' })).toEqual([])
  expect(await found(aMerchant(system, booking), { q: 'web' })).toEqual([])

  await merchant.cancel(a.shipment_id)
  expect(await found(merchant, { sort: '-updated_at' })).toEqual([a.booking_id, b.booking_id])
  const first = await list(merchant, { sort: 'updated_at' }, { limit: 1 })
  const cursor = readCursor(first) ?? ''
  const next = await list(merchant, { sort: 'updated_at' }, { limit: 1, cursor })
  expect([...idsIn(first), ...idsIn(next)]).toEqual(both)
  await expect(list(merchant, { sort: '-updated_at' }, { cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('a changed recipient is found by the new name only, and each booking of a shipment by its own number', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id, shipment_id, carrier_job_id } = await book(merchant, {
    dropoff_address: aDropoffAddress({ name: 'Zoë Müller', last_name: 'Oquendo' }),
  })
  await merchant.update(shipment_id, { dropoff_address: { name: 'Sam Later', last_name: 'Nord' } })
  await eventually(async () => {
    for (const q of ['sam', 'later', 'nord']) expect([q, await found(merchant, { q })]).toEqual([q, [booking_id]])
    for (const q of ['zoe', 'muller', 'oquendo']) expect([q, await found(merchant, { q })]).toEqual([q, []])
  })
  const other = sql`
    insert into search_term values (${merchant.environmentId}, ${shipment_id}, 'bkg_other', 'job-of-another')`
  await other.execute(system.db)
  expect(await found(merchant, { q: 'job-of' })).toEqual([])
  expect(await found(merchant, { q: String(carrier_job_id) })).toEqual([booking_id])
})

test('a moved collection date moves the bookings in the list, ended ones too', async () => {
  const merchant = aMerchant(system, booking)
  const ended = await book(merchant)
  await merchant.cancelBooking(ended.booking_id)
  const { shipment_id, booking_id } = ended
  await merchant.update(shipment_id, { collection_date: day(3) })
  await eventually(async () => {
    expect(await found(merchant, { collection_from: day(3), collection_to: day(3) })).toEqual([booking_id])
    expect(await found(merchant, { collection_to: day(2) })).toEqual([])
  })
})

test('a moved collection date moves the time until which the pickup is awaited, and so does the next change', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id, shipment_id } = await book(merchant)
  const [job] = await merchant.jobs(shipment_id)
  const option = JSON.stringify({ eta_from: `${day(9)}T12:00:00Z`, eta_to: `${day(9)}T14:00:00Z` })
  await sql`
    update booking set quote_option = quote_option || ${option}::jsonb where booking_id = ${booking_id}`.execute(
    system.db,
  )
  const makeLate = () =>
    sql`update booking set pickup_by = now() - interval '1 s' where booking_id = ${booking_id}`.execute(system.db)
  const awaited = async () => {
    const { rows } = await sql<{ until: Date }>`
      select pickup_by as until from booking where booking_id = ${booking_id}`.execute(system.db)
    expect(rows[0]?.until.getTime()).toBeGreaterThan(Date.parse(day(3)))
    expect(await found(merchant, { late: ['pickup'] })).toEqual([])
  }
  await makeLate()
  expect(await found(merchant, { late: ['pickup'] })).toEqual([booking_id])
  await merchant.update(shipment_id, { collection_date: day(3) })
  await eventually(awaited)
  await makeLate()
  await merchant.report('city_van', { job_id: job?.id, reference: job?.reference })
  await eventually(awaited)
})

test('finds what is late, what has an incident or a failure, and one by its identifier', async () => {
  const merchant = aMerchant(system, booking)
  const [a, b, c] = [await book(merchant), await book(merchant), await book(merchant)] as const
  const [one, other, third] = [a, b, c].map(({ booking_id }) => booking_id) as [string, string, string]
  const { rows } = await sql<{ booking_id: string; pickup_by: Date; delivery_by: Date }>`
    select booking_id, pickup_by, delivery_by from booking where booking_id = ${one}`.execute(system.db)
  expect(rows[0]?.delivery_by).toEqual(new Date(a.eta?.to ?? ''))
  expect(rows[0]?.pickup_by.getTime()).toBeLessThanOrEqual(new Date(a.eta?.from ?? '').getTime())
  for (const late of ['pickup', 'delivery']) expect(await found(merchant, { late: [late] })).toEqual([])
  await sql`update booking set pickup_by = now() - interval '1 s' where booking_id = ${one}`.execute(system.db)
  await sql`
    update booking set delivery_by = now() - interval '1 s', incident = 'incorrect_address'
    where booking_id = ${other}`.execute(system.db)
  expect(await found(merchant, { late: ['pickup'] })).toEqual([one])
  expect(await found(merchant, { late: ['delivery'] })).toEqual([other])
  expect(await found(merchant, { arrival_from: a.eta?.to ?? '', arrival_to: day(400) })).toEqual([third, one])
  expect(await found(merchant, { arrival_to: new Date().toISOString() })).toEqual([other])
  expect(await found(merchant, { late: ['delivery', 'pickup'] })).toEqual([other, one])
  expect(await found(merchant, { late: ['delivery', 'pickup'], incidents: ['damaged'] })).toEqual([])
  expect(await found(merchant, { incidents: ['damaged', 'incorrect_address'] })).toEqual([other])
  await sql`
    update booking set status = 'failed', failure_reason = 'lost', incident = 'lost' where booking_id = ${third}`.execute(
    system.db,
  )
  expect(await found(merchant, { failure_reasons: ['carrier_failed', 'lost'] })).toEqual([third])
  expect(await found(merchant, { q: third })).toEqual([third])
  expect(await found(merchant, { q: a.shipment_id })).toEqual([one])
  expect(await found(merchant, { q: newId('bkg') })).toEqual([])

  const first = await list(merchant, { late: ['pickup', 'delivery'] }, { limit: 1 })
  expect(idsIn(first)).toEqual([other])
  const page = { limit: 1, cursor: readCursor(first) as string }
  expect(idsIn(await list(merchant, { late: ['pickup', 'delivery'] }, page))).toEqual([one])
  for (const filters of [
    { late: ['pickup', 'delivery'] },
    { incidents: ['incorrect_address'] },
    { arrival_from: day(-1) },
    { q: one },
  ])
    expect(await found(aMerchant(system, booking), filters)).toEqual([])
  await expect(found(merchant, { late: ['return'] })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('what is rare among many bookings is read by an index', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id, shipment_id } = await book(merchant)
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = current_schema() and table_name = 'booking'
      and column_name not in ('booking_id', 'shipment_id', 'status', 'delivery_by', 'pickup_by')`.execute(system.db)
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`
    insert into booking (booking_id, shipment_id, status, delivery_by, pickup_by, ${columns})
    select 'bkg_' || n, 'shp_' || n, 'assigned', now() + interval '1 day', now() + interval '1 day', ${columns}
    from booking, generate_series(1, 3000) as n where booking_id = ${booking_id}`.execute(system.db)
  await sql`
    insert into shipment_copy (environment_id, shipment_id, sequence, object)
    select environment_id, 'shp_' || n, sequence, object
    from shipment_copy, generate_series(1, 3000) as n
    where environment_id = ${merchant.environmentId} and shipment_id = ${shipment_id}`.execute(system.db)
  await asOwner(system.database, (owner) => sql`analyze booking, shipment_copy`.execute(owner))
  const rare: Partial<ListFilters__Output>[] = [
    { late: ['delivery'] },
    { late: ['pickup', 'delivery'] },
    { arrival_from: day(5), arrival_to: day(6) },
    { incidents: ['damaged', 'lost'] },
    { failure_reasons: ['carrier_failed'] },
    { q: booking_id },
  ]
  for (const message of rare) {
    const filters = readListFilters({ ...noListFilters, ...message }, bookingStatuses)
    const [plan] = await explainPlans<BookingDatabase>(system.db, (db) =>
      listBookings(
        db,
        merchant.environmentId,
        { ...filters, shipmentId: null, printed: null },
        { limit: 25, cursor: null },
      ),
    )
    expect(plan?.scanned, JSON.stringify(message)).not.toContain('booking')
    expect(plan?.rowsRead, JSON.stringify(message)).toBeLessThan(300)
  }
})
