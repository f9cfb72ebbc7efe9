/** Lists of a million shipments and bookings: pages, filters, order and search. */
import { noListFilters } from '@waybill/contracts/requests/list-filters'
import { fetch } from 'undici'
import type { Sandbox } from '../../support/running-system.ts'
import { authorized, post } from '../post.ts'
import { quantiles, type ResultRow } from '../result-row.ts'
import type { Bench } from '../scenarios.ts'
import { type ListName, rowsRead } from './plans.ts'
import { copyRows, ROWS } from './rows.ts'

const PER_PAGE = 100
const ROUNDS = 300
/** More than the runs after which Postgres may choose a plan for all values. */
const FILTER_ROUNDS = 30

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Filters as in the query, by what they select of a million. */
const filters = {
  'the newest': {},
  'last changed': { sort: '-updated_at' },
  'first changed since a week': { sort: 'updated_at', updated_from: day(7) },
  'one reference': { merchant_order_ref: 'ORDER-777777' },
  'no such reference': { merchant_order_ref: 'NO-SUCH' },
  'a common status': { status: 'delivered' },
  'two rare statuses': { status: 'failed,returned' },
  'a day of collection': { collection_from: day(100), collection_to: day(100) },
  'a common carrier': { carrier_code: 'city_van' },
  'a rare carrier': { carrier_code: 'rare' },
  'no such carrier': { carrier_code: 'nobody' },
  'a common carrier or a rare one': { carrier_code: 'city_van,rare' },
  'a rare carrier or none': { carrier_code: 'nobody,rare' },
  'a common service': { service_code: 'next_day' },
  'a common service or none': { service_code: 'nothing,next_day' },
  'no such services': { service_code: 'nothing,never' },
  'an entry of metadata': { 'metadata[batch]': '5000' },
  'last changed of two carriers': { carrier_code: 'rare,eco_parcel', sort: '-updated_at' },
  'a rare carrier in a period': { carrier_code: 'rare', created_from: day(200), created_to: day(100) },
  'late pickups': { late: 'pickup' },
  'late in any way': { late: 'pickup,delivery' },
  'late pickups of a rare carrier': { late: 'pickup', carrier_code: 'rare' },
  'a rare incident': { incident: 'damaged' },
  'two incidents, one of which nobody has': { incident: 'damaged,weather' },
  'a failure': { failure_reason: 'carrier_failed' },
  'search: one': { q: 'order-777777' },
  'search: a hundred': { q: 'family777' },
  'search: a post code of a thousand': { q: 'n7ab' },
  'search: all': { q: 'order-' },
  'search: half, oldest first': { q: 'family1', sort: 'created_at' },
  'search: none': { q: 'zzz' },
  'search: a hundred of a carrier': { q: 'family777', carrier_code: 'city_van' },
  'search: a name with an apostrophe': { q: "O'Brien" },
  'search: the same name without it': { q: 'obrien' },
  'search: ten tracking numbers': { q: 'job-99999' },
} as const satisfies Record<string, Record<string, string>>

export async function list(bench: Bench, document: object): Promise<ResultRow[]> {
  const { sandbox, databaseUrl } = bench
  const { shipment_id } = await post(sandbox, '/api/v1/shipments', document)
  const { options } = await post(sandbox, '/api/v1/quotes', { shipment_id })
  const [{ quote_option_id }] = options
  const { booking_id } = await post(sandbox, `/api/v1/shipments/${shipment_id}/book`, { quote_option_id })
  await copyRows(databaseUrl, { shipment_id, booking_id })
  const rows = await pages(sandbox)
  for (const [what, query] of Object.entries(filters)) {
    for (const name of ['shipments', 'bookings'] as const) {
      rows.push(await filtered(sandbox, databaseUrl, { name, what, query }))
    }
  }
  const waiting = { name: 'shipments', what: 'waiting for a booking', query: { waiting_for: 'booking' } } as const
  rows.push(await filtered(sandbox, databaseUrl, waiting))
  return rows
}

/** One call at a time. The last page is reached through all pages before it, as a client does. */
async function pages(sandbox: Sandbox): Promise<ResultRow[]> {
  let cursor: string | null = null
  let beforeLast: string | null = null
  let count = 0
  do {
    beforeLast = cursor
    cursor = await nextCursor(sandbox, cursor)
    count += 1
  } while (cursor !== null)
  if (count < ROWS / PER_PAGE) throw new Error(`the list ended after ${count} pages`)
  const firstMs: number[] = []
  const lastMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    firstMs.push(await timed(() => nextCursor(sandbox, null)))
    lastMs.push(await timed(() => nextCursor(sandbox, beforeLast)))
  }
  return [
    quantiles('list of a million, first page', firstMs),
    quantiles(`list of a million, page ${count.toLocaleString('en')}`, lastMs),
  ]
}

async function nextCursor(sandbox: Sandbox, cursor: string | null): Promise<string | null> {
  const body = await read(sandbox, 'shipments', { limit: String(PER_PAGE), ...(cursor !== null && { cursor }) })
  return (body as { meta: { next_cursor: string | null } }).meta.next_cursor
}

/** Checks the plan of the statement, and calls the list often enough for Postgres to choose a plan for all values. */
async function filtered(
  sandbox: Sandbox,
  databaseUrl: string,
  { name, what, query }: { name: ListName; what: string; query: Record<string, string> },
): Promise<ResultRow> {
  const { status, carrier_code, service_code, 'metadata[batch]': batch, ...others } = query
  const { late, incident, failure_reason, waiting_for, ...texts } = others
  const message = {
    ...noListFilters,
    ...texts,
    late: late?.split(',') ?? [],
    incidents: incident?.split(',') ?? [],
    failure_reasons: failure_reason?.split(',') ?? [],
    waiting_for: waiting_for?.split(',') ?? [],
    statuses: status?.split(',') ?? [],
    carrier_codes: carrier_code?.split(',') ?? [],
    service_codes: service_code?.split(',') ?? [],
    metadata: batch === undefined ? noListFilters.metadata : { batch },
    ...(query.created_from !== undefined && { created_from: `${query.created_from}T00:00:00Z` }),
    ...(query.created_to !== undefined && { created_to: `${query.created_to}T00:00:00Z` }),
    ...(query.updated_from !== undefined && { updated_from: `${query.updated_from}T00:00:00Z` }),
  }
  const count = await rowsRead(databaseUrl, name, sandbox.environment_id, message)
  const durationsMs: number[] = []
  for (let round = 0; round < FILTER_ROUNDS; round++) durationsMs.push(await timed(() => read(sandbox, name, query)))
  return quantiles(`${name}, ${what}: ${count.toLocaleString('en')} rows read`, durationsMs)
}

async function read(sandbox: Sandbox, name: ListName, query: Record<string, string>): Promise<unknown> {
  const url = new URL(`/api/v1/${name}?${new URLSearchParams(query)}`, sandbox.base_url)
  const response = await fetch(url, { headers: authorized(sandbox) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url.pathname}${url.search} got status ${response.status}: ${text}`)
  return JSON.parse(text)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now()
  await work()
  return performance.now() - begunAt
}
