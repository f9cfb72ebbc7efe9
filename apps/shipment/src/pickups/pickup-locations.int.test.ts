import type { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { PublicPickupLocation } from '@waybill/contracts/requests/pickup-locations'
import { publicPickupLocationSchema } from '@waybill/contracts/requests/pickup-locations'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMerchant, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

type Merchant = ReturnType<typeof aMerchant>
type Options = Parameters<Merchant['context']>[0]

const bytes = (document: object): Buffer => Buffer.from(JSON.stringify(document))
const getData = ({ body }: { body: Buffer }): PublicPickupLocation =>
  publicPickupLocationSchema.parse(JSON.parse(body.toString()).data)

const create = (merchant: Merchant, document: object = { address: anAddress() }, options?: Options) =>
  service.client.CreatePickupLocation({ context: merchant.context(options), document: bytes(document) })
const update = (merchant: Merchant, pickup_location_id: string, patch: object, options?: Options) =>
  service.client.UpdatePickupLocation({
    context: merchant.context(options),
    pickup_location_id,
    document: bytes(patch),
  })
const remove = (merchant: Merchant, pickup_location_id: string, options?: Options) =>
  service.client.DeletePickupLocation({ context: merchant.context(options), pickup_location_id })
const read = (merchant: Merchant, pickup_location_id: string) =>
  service.client.GetPickupLocation({ context: merchant.context(), pickup_location_id })

/** The code of an error, thrown or kept as the answer for repeats. */
async function refusal(call: Promise<{ body: Buffer }>): Promise<string> {
  const answer = await call.catch((error: AppError) => ({ code: error.code }))
  return 'code' in answer ? answer.code : JSON.parse(answer.body.toString()).error?.code
}

test('a location has the default hours and the time zone of its address', async () => {
  const merchant = aMerchant(service)
  const answer = await create(merchant, { address: anAddress({ country: 'AU', latitude: -33.87, longitude: 151.21 }) })
  expect(answer).toMatchObject({ status: 201, etag: '1' })
  const created = getData(answer)
  expect(created).toMatchObject({
    pickup_location_id: expect.stringMatching(/^pul_/),
    time_zone: 'Australia/Sydney',
    holidays: 'observe',
    closed_dates: [],
    hours: { friday: [{ from: '09:00', to: '18:00' }], sunday: [] },
    address: { phone: '+442079460000', country: 'AU' },
  })
  expect(getData(await read(merchant, created.pickup_location_id))).toEqual(created)
})

test('its hours count for shipments that are collected at the same address', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aShipmentDocument({ collection_date: '2098-12-06' })) // a Saturday
  const ready = async () => (await merchant.find(shipment_id)).carrier_ready_at
  expect(await ready()).toBe('2098-12-08T09:00:00.000Z')
  const { pickup_location_id, location_id } = getData(
    await create(merchant, { address: anAddress(), hours: { saturday: [{ from: '07:00', to: '12:00' }] } }),
  )
  expect((await merchant.get(shipment_id)).pickup_address.location_id).toBe(location_id)
  expect(await ready()).toBe('2098-12-06T07:00:00.000Z')
  await update(merchant, pickup_location_id, { time_zone: 'America/New_York' })
  expect(await ready()).toBe('2098-12-06T12:00:00.000Z')
  await update(merchant, pickup_location_id, { time_zone: null, closed_dates: ['2098-12-06'] })
  expect(await ready()).toBe('2098-12-13T07:00:00.000Z')
  await remove(merchant, pickup_location_id)
  expect(await ready()).toBe('2098-12-08T09:00:00.000Z')
})

const spelt = {
  name: null,
  company: 'Bakers Ltd',
  phone: null,
  latitude: null,
  longitude: null,
  address_line_1: '12, MÁRKET  STREET.',
  city: 'london',
  post_code: 'nw18ab',
}

test('its hours count for an address of the same place that is written in another way', async () => {
  const merchant = aMerchant(service)
  const touching = [
    { from: '07:00', to: '12:00' },
    { from: '12:00', to: '15:00' },
  ]
  const { pickup_location_id } = getData(
    await create(merchant, { address: anAddress(), hours: { saturday: touching } }),
  )
  const ready = async (changes: Record<string, unknown>) => {
    const document = aShipmentDocument({ collection_date: '2098-12-06', pickup_address: anAddress(changes) })
    return (await merchant.find((await merchant.created(document)).shipment_id)).carrier_ready_at
  }
  expect(await ready(spelt)).toBe('2098-12-06T07:00:00.000Z')
  expect(await ready({ ...spelt, address_line_1: '21 Market Street' })).toBe('2098-12-08T09:00:00.000Z')
  expect(await refusal(create(merchant, { address: anAddress(spelt) }))).toBe('pickup_location_exists')
  const other = getData(await create(merchant, { address: anAddress({ city: 'Leeds' }) }))
  const moved = { address: anAddress(spelt) }
  expect(await refusal(update(merchant, other.pickup_location_id, moved))).toBe('pickup_location_exists')
  expect(await update(merchant, pickup_location_id, moved)).toMatchObject({ status: 200 })
})

test('a repeat with the same key creates one location, and an address has one', async () => {
  const merchant = aMerchant(service)
  const document = { address: anAddress() }
  const keyed = { idempotencyKey: 'one', route: 'POST /api/v1/pickup-locations', bodyHash: 'hash' }
  const first = await create(merchant, document, keyed)
  expect(await create(merchant, document, keyed)).toMatchObject({ body: first.body, replayed: true })
  expect(await refusal(create(merchant, document))).toBe('pickup_location_exists')
  const other = getData(await create(merchant, { address: anAddress({ address_line_1: '13 Market Street' }) }))
  expect(await refusal(update(merchant, other.pickup_location_id, document))).toBe('pickup_location_exists')
})

test('concurrent creates for an address make one location', async () => {
  const merchant = aMerchant(service)
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(merchant)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
})

test('a change needs the current version, and one without effect makes no new one', async () => {
  const merchant = aMerchant(service)
  const { pickup_location_id: id } = getData(await create(merchant))
  expect(await update(merchant, id, { name: 'Bakery' }, { ifMatch: '1' })).toMatchObject({ status: 200, etag: '2' })
  expect(await refusal(update(merchant, id, { name: 'Shop' }, { ifMatch: '1' }))).toBe('version_conflict')
  expect(await refusal(remove(merchant, id, { ifMatch: '1' }))).toBe('version_conflict')
  const same = { name: 'Bakery', address: anAddress(), holidays: 'observe', closed_dates: [] }
  expect(await update(merchant, id, same)).toMatchObject({ status: 200, etag: '2' })
  expect(await remove(merchant, id, { ifMatch: '2' })).toMatchObject({ status: 204 })
  expect(await refusal(read(merchant, id))).toBe('pickup_location_not_found')
})

test('lists have pages, newest first, of the own environment', async () => {
  const [merchant, stranger] = [aMerchant(service), aMerchant(service)]
  const ids: string[] = []
  for (const n of [1, 2, 3]) {
    ids.unshift(
      getData(await create(merchant, { address: anAddress({ address_line_1: `${n} Market Street` }) }))
        .pickup_location_id,
    )
  }
  const page = async (of: Merchant, cursor = '') => {
    const request = { context: of.context(), page: { limit: 2, cursor } }
    const { data, meta } = JSON.parse((await service.client.ListPickupLocations(request)).body.toString())
    return { ids: data.map((location: PublicPickupLocation) => location.pickup_location_id), meta }
  }
  const first = await page(merchant)
  const second = await page(merchant, first.meta.next_cursor)
  expect([...first.ids, ...second.ids]).toEqual(ids)
  expect(second.meta.has_more).toBe(false)
  expect((await page(stranger)).ids).toEqual([])
  for (const call of [read, remove]) {
    expect(await refusal(call(stranger, ids[0] as string))).toBe('pickup_location_not_found')
  }
  expect(await refusal(update(stranger, newId('pul'), {}))).toBe('pickup_location_not_found')
})

test('an environment has 500 at most', async () => {
  const merchant = aMerchant(service)
  const { pickup_location_id } = getData(await create(merchant))
  await sql`
    insert into pickup_location
    select (jsonb_populate_record(one, jsonb_build_object(
      'pickup_location_id', pickup_location_id || n, 'location_id', location_id || n, 'place_key', n))).*
    from pickup_location one, generate_series(1, 499) n
    where pickup_location_id = ${pickup_location_id}`.execute(service.db)
  expect(await refusal(create(merchant, { address: anAddress({ name: 'Another' }) }))).toBe(
    'pickup_location_limit_reached',
  )
})

test.each([
  [{ hours: { monday: [{ from: '18:00', to: '09:00' }] } }, 'hours.monday[0].to'],
  [{ hours: { monday: [{ from: '09:00', to: '09:00' }] } }, 'hours.monday[0].to'],
  [
    {
      hours: {
        monday: [
          ['09:00', '12:00'],
          ['11:59', '15:00'],
        ].map(([from, to]) => ({ from, to })),
      },
    },
    'hours.monday[1]',
  ],
  [
    {
      hours: {
        monday: [
          ['09:00', '12:00'],
          ['08:00', '24:00'],
        ].map(([from, to]) => ({ from, to })),
      },
    },
    'hours.monday[1]',
  ],
  [{ hours: { monday: [{ from: '9:00', to: '18:00' }] } }, 'hours.monday[0].from'],
  [{ hours: { someday: [], monday: [{ from: '09:00', to: '18:00' }] } }, 'hours.someday'],
  [{ closed_dates: ['2027-02-29'] }, 'closed_dates[0]'],
  [{ hours: {} }, 'hours'],
  [{ hours: { monday: [] } }, 'hours'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ holidays: 'sometimes' }, 'holidays'],
])('%j is refused at %s', async (fields, field) => {
  await expect(create(aMerchant(service), { address: anAddress(), ...fields })).rejects.toMatchObject({
    details: [expect.objectContaining({ field })],
  })
})
