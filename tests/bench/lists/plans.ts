/** The plans of the statements behind the lists. */

import { listBookings } from '@waybill/booking/bookings/queries'
import { bookingStatuses } from '@waybill/contracts/booking'
import type { ListFilters__Output } from '@waybill/contracts/gen/waybill/common/v1/ListFilters'
import { readListFilters } from '@waybill/contracts/requests/list-filters'
import { shipmentStatuses } from '@waybill/contracts/shipment'
import { listShipments } from '@waybill/shipment/shipments/queries'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'

export type ListName = 'shipments' | 'bookings'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Rows that the statement of a list reads, as Postgres runs it. Throws if it scans a table of the product. */
export async function rowsRead(
  client: pg.Client,
  list: ListName,
  environmentId: string,
  message: ListFilters__Output,
): Promise<number> {
  const { sql, parameters } = await statementOf(list, environmentId, message)
  await client.query(`set search_path = ${list === 'shipments' ? 'shipment' : 'booking'}`)
  const { rows } = await client.query(`explain (analyze, format json) ${sql}`, [...parameters])
  const nodes = allNodes(rows[0]['QUERY PLAN'][0].Plan)
  const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== undefined)
  if (scanned.length > 0) {
    const tables = scanned.map((node) => node['Relation Name']).join(', ')
    throw new Error(`the list of ${list} scans ${tables}: ${JSON.stringify(message)}`)
  }
  return nodes.reduce((sum, node) => sum + (node.Plans === undefined ? readBy(node) : 0), 0)
}

const readBy = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)]

/** The statement that the service sends for the first page. */
async function statementOf(
  list: ListName,
  environmentId: string,
  message: ListFilters__Output,
): Promise<CompiledQuery> {
  const sent: CompiledQuery[] = []
  // biome-ignore lint/suspicious/noExplicitAny: the tables of either service
  const db = new Kysely<any>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  })
  const page = { limit: 25, cursor: null }
  if (list === 'shipments') await listShipments(db, environmentId, readListFilters(message, shipmentStatuses), page)
  else {
    const filters = { ...readListFilters(message, bookingStatuses), shipmentId: null, printed: null }
    await listBookings(db, environmentId, filters, page)
  }
  const [query, ...more] = sent
  if (query === undefined || more.length > 0) throw new Error(`the list of ${list} sends ${sent.length} statements`)
  return query
}
