/** Days and hours are those of the place: of the pickup for collection, of the drop-off for delivery. */
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { call, get, getData, patch, post } from '../api.ts'
import { aReference } from '../journeys.ts'

const DAY_MS = 86_400_000

/** A date in about two weeks, on a weekday. */
function dateOn(weekday: number): string {
  const day = Math.ceil(Date.now() / DAY_MS) + 14
  const shift = (weekday - new Date(day * DAY_MS).getUTCDay() + 7) % 7
  return new Date((day + shift) * DAY_MS).toISOString().slice(0, 10)
}
const TUESDAY = 2
const SATURDAY = 6

const places = {
  'Europe/London': { city: 'London', country: 'GB', latitude: 51.5392, longitude: -0.1426 },
  'America/Los_Angeles': { city: 'Los Angeles', country: 'US', latitude: 34.0522, longitude: -118.2437 },
  'Australia/Sydney': { city: 'Sydney', country: 'AU', latitude: -33.8688, longitude: 151.2093 },
  'Asia/Kathmandu': { city: 'Kathmandu', country: 'NP', latitude: 27.7172, longitude: 85.324 },
}

/** `2026-12-01 10:30` */
const localTime = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))

interface Option {
  service_code: string
  eta_from: string
  eta_to: string
}

async function readOptions(place: object, collection_date: string) {
  const address = anAddress({ ...place, address_line_1: aReference() })
  const body = aShipmentDocument({
    merchant_order_ref: aReference(),
    collection_date,
    pickup_address: address,
    dropoff_address: { ...address, name: 'Grace Miller' },
  })
  const { options } = getData(await post('/api/v1/quotes', body), 201)
  return { address, body, option: (code: string) => options.find((one: Option) => one.service_code === code) as Option }
}

test.each(Object.entries(places))('in %s a date is that day at the pickup', async (zone, place) => {
  const date = dateOn(TUESDAY)
  const { option } = await readOptions(place, date)
  const van = option('van_same_day')
  const [vanDay = '', vanTime = ''] = localTime(van.eta_from, zone).split(' ')
  expect(vanDay >= date).toBe(true) // later if it is a public holiday
  expect(vanTime).toBe('10:30')
  expect(localTime(van.eta_to, zone)).toBe(`${vanDay} 12:30`)
  const parcel = option('eco_standard')
  for (const at of [parcel.eta_from, parcel.eta_to]) {
    const [, time = ''] = localTime(at, zone).split(' ')
    expect(time >= '08:00' && time <= '20:00', time).toBe(true)
    expect(new Date(localTime(at, zone).replace(' ', 'T')).getDay() % 6).not.toBe(0)
  }
})

test('the hours of a pickup location move the time of collection, and never the date', async () => {
  const date = dateOn(SATURDAY)
  const zone = 'Europe/London'
  const { address, body, option } = await readOptions(places[zone], date)
  expect(localTime(option('van_same_day').eta_from, zone) > `${date} 23:59`).toBe(true)
  const hours = { saturday: [{ from: '14:00', to: '16:00' }] }
  const location = getData(await post('/api/v1/pickup-locations', { address, hours, holidays: 'ignore' }), 201)
  const path = `/api/v1/pickup-locations/${location.pickup_location_id}`
  const again = getData(await post('/api/v1/quotes', body), 201)
  const van = again.options.find((one: Option) => one.service_code === 'van_same_day')
  expect(localTime(van.eta_from, zone)).toBe(`${date} 15:30`)
  const shipment = getData(await get(`/api/v1/shipments/${again.shipment_id}`), 200)
  expect(shipment).toMatchObject({ collection_date: date, status: 'ready' })
  expect(shipment.pickup_address.location_id).toBe(location.location_id)
  expect(getData(await patch(path, { closed_dates: [date] }), 200).closed_dates).toEqual([date])
  expect((await call('DELETE', path)).status).toBe(204)
})

test('a timestamp keeps the date it was written with', async () => {
  const body = aShipmentDocument({ merchant_order_ref: aReference(), collection_date: '2098-11-28T22:00:00-05:00' })
  expect(getData(await post('/api/v1/shipments', body), 201).collection_date).toBe('2098-11-28')
})

test('a courier on demand needs a time for a later date, on creation and in a PATCH', async () => {
  const date = dateOn(TUESDAY)
  const create = (collection_date?: string) =>
    post('/api/v1/shipments/on-demand', aShipmentDocument({ merchant_order_ref: aReference(), collection_date }))
  const asked = getData(await create(`${date}T09:00:00+01:00`), 201)
  expect(asked.collection_date).toBe(date)
  const now = getData(await create(new Date().toISOString().slice(0, 10)), 201)
  const refused = [await create(date), await patch(`/api/v1/shipments/${now.shipment_id}`, { collection_date: date })]
  for (const { status, body } of refused) {
    expect([status, body.error.details]).toEqual([
      422,
      [expect.objectContaining({ field: 'collection_date', code: 'time_required' })],
    ])
    expect(body.error.message).toContain(`such as ${date}T09:00:00+0`)
  }
})
