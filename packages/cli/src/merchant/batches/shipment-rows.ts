/** The shipments of a file: lines of JSON, or CSV of a shop, a spreadsheet or Waybill's own export. */
import type { CreateShipment } from '@waybill/sdk'
import { guessField, guessMapping } from '@waybill/sdk/sheets/columns/guess'
import { toDocument } from '@waybill/sdk/sheets/shipments/document'
import { toShipments } from '@waybill/sdk/sheets/shipments/merge'
import { findOddities } from '@waybill/sdk/sheets/shipments/oddities'
import { findLosses, type SheetProblem } from '@waybill/sdk/sheets/shipments/values'
import { CliError } from '../../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { checkCount, isCsv, parseCsv, type Row, readRows } from './rows.ts'

export interface ShipmentRow extends Row {
  /** Whatever the merchant has to put right in the file. */
  problems: readonly SheetProblem[]
  notices: readonly SheetProblem[]
}

interface ShipmentFile {
  rows: ShipmentRow[]
  /** Headings of columns that are not used. */
  unused: string[]
}

/** Throws a CliError if the file cannot be read as shipments. */
export function readShipments(text: string, name: string): ShipmentFile {
  const { rows, unused } = isCsv(name)
    ? readSheetShipments(text, name)
    : { rows: readRows(text, name).map((row) => ({ ...row, problems: [], notices: [] })), unused: [] }
  return { rows: checkCount(rows, name).map(withOddities), unused }
}

const withOddities = (row: ShipmentRow): ShipmentRow => ({
  ...row,
  notices: [...row.notices, ...findOddities(row.document as Partial<CreateShipment>)],
})

function readSheetShipments(text: string, name: string): ShipmentFile {
  const sheet = parseCsv(text, name)
  const { headings } = sheet
  const mapping = guessMapping(headings, sheet.rows)
  if (headings.length > 0 && mapping.every((field) => field === null))
    throw new CliError(
      EXIT.usage,
      `No heading of ${name} is known; expected headings such as merchant_order_ref, dropoff_address.name or those of a shop's export.`,
    )
  const twice = headings.find((heading, column) => headings.indexOf(heading) < column && guessField(heading) !== null)
  if (twice !== undefined) throw new CliError(EXIT.usage, `${name} has two columns ${twice}; remove one.`)
  const rows = toShipments(sheet, mapping).map(({ rows: [first], values, problems, notices }) => ({
    line: first?.line ?? 0,
    document: toDocument(values) as unknown as Record<string, unknown>,
    problems: [...problems, ...findLosses(values)],
    notices,
  }))
  return { rows, unused: headings.filter((heading, column) => heading !== '' && mapping[column] === null) }
}
