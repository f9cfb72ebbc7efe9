import { z } from 'zod'
import { shipmentWaits } from '../requests/list-filters.ts'
import { shipmentStatuses } from '../shipment.ts'

/** How far shipments are counted, so that a count costs the same in an environment of any size. */
export const COUNTED_UP_TO = 1_000

const count = z.int().min(0).max(COUNTED_UP_TO)
const countOfEach = <const Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>)

/** Response to counting shipments. */
export const shipmentCountsSchema = z
  .object({
    counted_up_to: z.int().describe('A count that has reached this number is that many or more.'),
    status: countOfEach(shipmentStatuses).describe('Shipments in each status.'),
    waiting_for: countOfEach(shipmentWaits).describe('Shipments that the filter `waiting_for` finds.'),
  })
  .meta({ id: 'ShipmentCounts' })
export type ShipmentCounts = z.output<typeof shipmentCountsSchema>
