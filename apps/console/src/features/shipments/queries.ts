import type { ListShipments, Waybill } from '@waybill/sdk'
import { listQuery } from '../../grid/rows.ts'

const PAGE_SIZE = 100

/** The lists of shipments. */
export const shipmentsQueries = (api: Waybill) => ({
  list: (filters: Omit<ListShipments, 'cursor' | 'limit'>) =>
    listQuery(['shipments', 'list', filters], (cursor, signal) =>
      api.shipments.list({ ...filters, cursor, limit: PAGE_SIZE }, { signal }),
    ),
})
