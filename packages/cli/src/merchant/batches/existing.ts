/** Orders of a file that have a shipment already. */
import type { CreateShipment, Waybill } from '@waybill/sdk'
import { CliError } from '../../cli-error.ts'
import { plain } from '../../table.ts'
import { EXIT } from '../exit-codes.ts'
import { type CommandParts, commandLine } from '../repeat.ts'
import type { ShipmentRow } from './shipment-rows.ts'

/** Rows of a call. */
export const ROWS_PER_CALL = 100
/** Rows that a message names. */
const NAMED = 10

/** Row → the shipment, or the line of the file before it, that has its reference. */
export type Existing = ReadonlyMap<ShipmentRow, string>

/** Shipments of the rows as they are sent. A row with problems keeps its place, on which the key depends, and is refused. */
export const toSent = ({ document, problems }: ShipmentRow): CreateShipment =>
  (problems.length > 0 ? null : document) as unknown as CreateShipment

export async function findExisting(
  waybill: Waybill,
  rows: readonly ShipmentRow[],
  signal: AbortSignal | undefined,
): Promise<Existing> {
  const existing = new Map<ShipmentRow, string>()
  for (const row of rows) if (row.repeats !== null) existing.set(row, `line ${row.repeats}`)
  for (let first = 0; first < rows.length; first += ROWS_PER_CALL) {
    const some = rows.slice(first, first + ROWS_PER_CALL)
    const { items } = await waybill.shipments.createBatch({ shipments: some.map(toSent), dry_run: true }, { signal })
    for (const { index, existing_shipment_id: id } of items)
      if (id !== null) existing.set(some[index] as ShipmentRow, id)
  }
  return existing
}

/** Nothing is registered while it is not clear whether these orders are meant again. */
export function refuseExisting(existing: Existing, file: string, reading: CommandParts['options']): CliError {
  const named = [...existing].slice(0, NAMED)
  const lines = named.map(
    ([{ line, document }, where]) => `  line ${line}  ${plain(String(document.merchant_order_ref))}  ${where}\n`,
  )
  const more = existing.size > named.length ? `  and ${existing.size - named.length} more\n` : ''
  const run = (option: string) =>
    commandLine({ words: ['shipments', 'import', file], options: { ...reading, [option]: true } })
  const count = existing.size === 1 ? '1 order has a shipment' : `${existing.size} orders have shipments`
  return new CliError(
    EXIT.refused,
    `${count} already, so nothing is registered:\n${lines.join('')}${more}To register only the others, run:\n  ${run('skip-existing')}\nTo register all of them again, run:\n  ${run('allow-existing')}`,
  )
}
