import { type NewRow, newColumns } from '@waybill/chassis/postgres/insert-rows'
import type { Shipment } from '@waybill/contracts/shipment'
import type { SearchTermTable } from '../db.ts'

export const newTermColumns = newColumns<SearchTermTable>()(['environment_id', 'shipment_id', 'term'])

/** A row per term that finds the shipment. */
export const termRows = (
  { environmentId, shipmentId }: Pick<Shipment, 'environmentId' | 'shipmentId'>,
  terms: readonly string[],
): NewRow<SearchTermTable>[] => terms.map((term) => ({ environment_id: environmentId, shipment_id: shipmentId, term }))
