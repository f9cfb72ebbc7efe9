/** Compares the first and the last page of a long list: GET /shipments with one million shipments. */

import pg from 'pg'
import { fetch } from 'undici'
import type { Sandbox } from '../support/running-system.ts'
import { quantiles, type ResultRow } from './result-row.ts'
import type { Bench } from './scenarios.ts'

const SHIPMENTS = 1_000_000
const PER_PAGE = 100
const ROUNDS = 300

/** One call at a time. The last page is reached through all pages before it, as a client does. */
export async function list({ sandbox, databaseUrl }: Bench, template: { shipment_id: string }): Promise<ResultRow[]> {
  await copyShipment(databaseUrl, template.shipment_id)
  let cursor: string | null = null
  let beforeLast: string | null = null
  let pages = 0
  do {
    beforeLast = cursor
    cursor = await nextCursor(sandbox, cursor)
    pages += 1
  } while (cursor !== null)
  if (pages < SHIPMENTS / PER_PAGE) throw new Error(`the list ended after ${pages} pages`)
  const firstMs: number[] = []
  const lastMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    firstMs.push(await timed(() => nextCursor(sandbox, null)))
    lastMs.push(await timed(() => nextCursor(sandbox, beforeLast)))
  }
  return [
    quantiles('list of a million, first page', firstMs),
    quantiles(`list of a million, page ${pages.toLocaleString('en')}`, lastMs),
  ]
}

async function nextCursor({ base_url, access_token }: Sandbox, cursor: string | null): Promise<string | null> {
  const url = new URL(`/api/v1/shipments?limit=${PER_PAGE}`, base_url)
  if (cursor !== null) url.searchParams.set('cursor', cursor)
  const response = await fetch(url, { headers: { authorization: `Bearer ${access_token}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`the list got status ${response.status}: ${text}`)
  return (JSON.parse(text) as { meta: { next_cursor: string | null } }).meta.next_cursor
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now()
  await work()
  return performance.now() - begunAt
}

/** Copies the shipment with its parcels, each copy a millisecond older than the one before. */
async function copyShipment(databaseUrl: string, shipmentId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const copied = `'shp_' || lpad(number::text, 26, '0')`
    await insertCopies(client, 'shipment', shipmentId, {
      shipment_id: copied,
      created_at: `created_at - number * interval '1 ms'`,
      tracking_token: 'null',
      tracking_url: 'null',
    })
    await insertCopies(client, 'parcel', shipmentId, {
      shipment_id: copied,
      parcel_id: `'pcl_' || lpad((number * 100 + position)::text, 26, '0')`,
    })
    await client.query('vacuum (analyze) shipment.shipment, shipment.parcel')
  } finally {
    await client.end()
  }
}

/** `changed`: SQL expression by column for the copy with this number. */
async function insertCopies(client: pg.Client, table: string, shipmentId: string, changed: Record<string, string>) {
  const { rows } = await client.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2',
    ['shipment', table],
  )
  const columns = rows.map(({ name }) => name)
  await client.query(
    `insert into shipment.${table} (${columns.join(', ')})
     select ${columns.map((column) => changed[column] ?? column).join(', ')}
     from shipment.${table} cross join generate_series(1, ${SHIPMENTS - 1}) as number
     where shipment_id = $1`,
    [shipmentId],
  )
}
