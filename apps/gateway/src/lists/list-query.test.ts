import { newId } from '@waybill/contracts/ids'
import { ids } from '@waybill/edge/routing/many-values'
import { readQuery } from '@waybill/edge/routing/query'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { filterMessage, listQuery, shipmentQuery } from './list-query.ts'

const schema = listQuery('parcels', ['ready', 'sent', 'lost'])
const read = (query: Record<string, unknown>) => filterMessage(readQuery(schema, query) as never)

test('a list takes several statuses, separated by commas or repeated', () => {
  expect(read({ status: 'ready' }).statuses).toEqual(['ready'])
  expect(read({ status: 'ready,lost' }).statuses).toEqual(['ready', 'lost'])
  expect(read({ status: ['ready', 'sent,lost'] }).statuses).toEqual(['ready', 'sent', 'lost'])
  expect(read({}).statuses).toEqual([])
})

test('a list takes several carriers and services', () => {
  expect(read({ carrier_code: 'swift' }).carrier_codes).toEqual(['swift'])
  expect(read({ carrier_code: 'swift, eco_parcel,swift' }).carrier_codes).toEqual(['swift', 'eco_parcel'])
  expect(read({ service_code: ['swift_now', 'next_day'] }).service_codes).toEqual(['swift_now', 'next_day'])
  expect(read({})).toMatchObject({ carrier_codes: [], service_codes: [], carried_by: [], tracking_numbers: [] })
  expect(read({ carried_by: 'USPS,UPS' }).carried_by).toEqual(['USPS', 'UPS'])
})

test('a list takes what is late, incidents and failures, and of shipments what they wait for', () => {
  expect(
    read({ late: 'pickup,delivery', incident: 'damaged', failure_reason: 'carrier_failed,own_code' }),
  ).toMatchObject({
    late: ['pickup', 'delivery'],
    incidents: ['damaged'],
    failure_reasons: ['carrier_failed', 'own_code'],
    waiting_for: [],
  })
  const waits = filterMessage(readQuery(shipmentQuery, { waiting_for: 'booking,courier' }) as never)
  expect(waits.waiting_for).toEqual(['booking', 'courier'])
})

test('times are timestamps or dates; until a date includes the date', () => {
  expect(read({ created_from: '2026-12-01', created_to: '2026-12-01' })).toMatchObject({
    created_from: '2026-12-01T00:00:00.000Z',
    created_to: '2026-12-02T00:00:00.000Z',
  })
  expect(read({ updated_from: '2026-12-01T10:00:00+01:00', updated_to: '2026-12-01T10:00:00Z' })).toMatchObject({
    updated_from: '2026-12-01T09:00:00.000Z',
    updated_to: '2026-12-01T10:00:00.000Z',
  })
})

test('a collection date is the date as it is written', () => {
  expect(read({ collection_from: '2026-12-01', collection_to: '2026-12-01T22:00:00-05:00' })).toMatchObject({
    collection_from: '2026-12-01',
    collection_to: '2026-12-01',
  })
})

test('the reference is normalised as on create', () => {
  expect(read({ merchant_order_ref: '  Cafe\u0301-1 ' }).merchant_order_ref).toBe('Café-1')
})

test.each([
  [{ status: 'ready,gone' }, 'status must be one or more of ready, sent, lost, separated by commas, not gone.'],
  [{ status: '' }, 'status must be one or more of ready, sent, lost, separated by commas.'],
  [{ created_to: '2027-02-29' }, 'created_to must be a date that exists, not 2027-02-29.'],
  [
    { created_from: '2026-12-01T10:00:00 02:00' },
    'created_from must have + instead of the space: in a query, send + as %2B.',
  ],
  [
    { collection_from: 'tomorrow' },
    'collection_from must be a timestamp such as 2026-12-01T09:00:00Z or a date such as 2026-12-01.',
  ],
  [{ created_from: '2026-12-02', created_to: '2026-12-01' }, 'created_from must not be after created_to.'],
  [
    { updated_from: '2026-12-01T10:00:00Z', updated_to: '2026-12-01T10:00:00+01:00' },
    'updated_from must not be after updated_to.',
  ],
  [
    { collection_from: '2026-12-02', collection_to: '2026-12-01T22:00:00-05:00' },
    'collection_from must not be after collection_to.',
  ],
  [{ q: ' ab ' }, 'q must have at least 3 characters.'],
  [{ q: '´´´' }, 'q must have at least 3 characters.'],
  [{ merchant_order_ref: '  ' }, 'merchant_order_ref must not be empty.'],
  [{ carrier_code: '' }, 'carrier_code must be one or more codes, separated by commas.'],
  [{ carrier_code: 'swift,,city_van' }, 'carrier_code must be one or more codes, separated by commas.'],
  [{ service_code: `a,${'b'.repeat(65)}` }, 'service_code must have at most 64 characters in each code.'],
  [
    { service_code: Array.from({ length: 21 }, (_, index) => `s${index}`).join() },
    'service_code must have at most 20 codes.',
  ],
  [{ late: 'return' }, 'late must be one or more of pickup, delivery, separated by commas, not return.'],
  [{ waiting_for: 'booking' }, 'waiting_for is not a known parameter.'],
  [{ sort: 'price' }, 'sort must be one of -created_at, created_at, -updated_at, updated_at.'],
])('%j is rejected: %s', (query, message) => {
  expect(() => read(query)).toThrow(expect.objectContaining({ code: 'invalid_parameter', message }))
})

test('a filter by identifiers takes up to a hundred, each once, and only of its kind', () => {
  const schema = z.object({ event_id: ids('evt', 'Events.') })
  const read = (event_id: string | string[]) => readQuery(schema, { event_id })
  const made = Array.from({ length: 101 }, () => newId('evt'))
  const [one, other, ...rest] = made as [string, string]
  expect(read([`${one},${other}`, one])).toEqual({ event_id: [one, other] })
  expect(read([one, ...rest].join())).toEqual({ event_id: [one, ...rest] })
  const form =
    'event_id must be one or more identifiers, each evt_ followed by 26 lower-case letters or digits, separated by commas'
  const shipment = newId('shp')
  expect(() => read(`${one},${shipment}`)).toThrow(expect.objectContaining({ message: `${form}, not ${shipment}.` }))
  expect(() => read('')).toThrow(expect.objectContaining({ message: `${form}.` }))
  expect(() => read(made.join())).toThrow(
    expect.objectContaining({ message: 'event_id must have at most 100 identifiers.' }),
  )
})
