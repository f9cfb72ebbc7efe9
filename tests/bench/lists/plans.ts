/** The plans of the statements behind the lists. */

import { listBookings } from '@waybill/booking/bookings/queries'
import { openDatabase } from '@waybill/chassis/postgres/database'
import { explainPlans } from '@waybill/chassis/testing/plans'
import { bookingStatuses } from '@waybill/contracts/booking'
import type { ListFilters__Output } from '@waybill/contracts/gen/waybill/common/v1/ListFilters'
import { readListFilters } from '@waybill/contracts/requests/list-filters'
import { shipmentStatuses } from '@waybill/contracts/shipment'
import { listShipments } from '@waybill/shipment/shipments/queries'

export type ListName = 'shipments' | 'bookings'

const schemas = { shipments: 'shipment', bookings: 'booking' }

/** Rows that the statement of a list reads for its first page, as Postgres runs it. Throws if it scans a table. */
export async function rowsRead(
  databaseUrl: string,
  list: ListName,
  environmentId: string,
  message: ListFilters__Output,
): Promise<number> {
  const db = openDatabase<unknown>({ url: databaseUrl, schema: schemas[list], applicationName: 'bench', poolSize: 1 })
  // biome-ignore lint/suspicious/noExplicitAny: the tables of either service
  const [plan, ...more] = await explainPlans<any>(db, (reader) => {
    const page = { limit: 25, cursor: null }
    if (list === 'shipments')
      return listShipments(reader, environmentId, readListFilters(message, shipmentStatuses), page)
    const filters = { ...readListFilters(message, bookingStatuses), shipmentId: null, printed: null }
    return listBookings(reader, environmentId, filters, page)
  }).finally(() => db.destroy())
  if (plan === undefined || more.length > 0) throw new Error(`the list of ${list} does not send one statement`)
  if (plan.scanned.length > 0)
    throw new Error(`the list of ${list} scans ${plan.scanned.join(', ')}: ${JSON.stringify(message)}`)
  return plan.rowsRead
}
