/** The shipments of a file: lines of JSON, or CSV of a shop, a spreadsheet or Waybill's own export. */
import type { CreateShipment } from '@waybill/sdk'
import { guessMapping } from '@waybill/sdk/sheets/columns/guess'
import type { SheetRow } from '@waybill/sdk/sheets/read'
import { type Defaults, toDocument } from '@waybill/sdk/sheets/shipments/document'
import { toShipments } from '@waybill/sdk/sheets/shipments/merge'
import { findOddities } from '@waybill/sdk/sheets/shipments/oddities'
import { findLosses } from '@waybill/sdk/sheets/shipments/values'
import { CliError } from '../../cli-error.ts'
import type { Terminal } from '../../terminal.ts'
import { EXIT } from '../exit-codes.ts'
import { readDocument } from '../input.ts'
import type { RowNote } from './outcomes.ts'
import { checkCount, isCsv, parseCsv, type Row, readRows } from './rows.ts'

export interface ShipmentRow extends Row {
  /** Errors that the merchant has to correct in the file. */
  problems: readonly RowNote[]
  notices: readonly RowNote[]
  /** The line of the file before it that has its reference. */
  repeats: number | null
}

interface ShipmentFile {
  rows: ShipmentRow[]
  /** Headings of columns that are not used. */
  unused: string[]
  /** Rows of the file that are no shipments. */
  notes: SheetRow[]
  /** Headings of measures that name no unit, which are kilograms and centimetres. */
  unitless: string[]
}

/** For rows of CSV without them: the date, the pickup and the parcel of a shipment. Throws a CliError. */
export async function readDefaults(source: string, terminal: Terminal): Promise<Defaults> {
  const shipment = (await readDocument(source, terminal)) as Partial<CreateShipment>
  const { collection_date: collectionDate, pickup_address: pickup, parcels } = shipment
  return { collectionDate, pickup, parcel: Array.isArray(parcels) ? parcels[0] : null }
}

/** Throws a CliError if the file cannot be read as shipments. */
export function readShipments(text: string, name: string, defaults: Defaults = {}): ShipmentFile {
  const { rows, ...columns } = isCsv(name)
    ? readSheetShipments(text, name, defaults)
    : {
        rows: readRows(text, name).map((row) => ({ ...row, problems: [], notices: [], repeats: null })),
        unused: [],
        notes: [],
        unitless: [],
      }
  const repeated = findRepeated(rows)
  return { rows: checkCount(rows, name).map((row) => withOddities(row, repeated.get(row))), ...columns }
}

const withOddities = (row: ShipmentRow, before: number | undefined): ShipmentRow => ({
  ...row,
  repeats: before ?? null,
  notices: [
    ...row.notices,
    ...(before === undefined ? [] : [{ field: 'merchant_order_ref', message: `is that of line ${before}, too.` }]),
    ...findOddities(row.document),
  ],
})

/** Rows with the reference of a row before them, with its line. */
function findRepeated(rows: readonly ShipmentRow[]): ReadonlyMap<ShipmentRow, number> {
  const lines = new Map<string, number>()
  const repeated = new Map<ShipmentRow, number>()
  for (const row of rows) {
    const { merchant_order_ref: reference } = row.document
    if (typeof reference !== 'string') continue
    const before = lines.get(reference)
    if (before === undefined) lines.set(reference, row.line)
    else repeated.set(row, before)
  }
  return repeated
}

function readSheetShipments(text: string, name: string, defaults: Defaults): ShipmentFile {
  const sheet = parseCsv(text, name)
  const { headings } = sheet
  const mapping = guessMapping(headings, sheet.rows)
  if (headings.length > 0 && mapping.every((field) => field === null))
    throw new CliError(
      EXIT.usage,
      `No heading of ${name} is known; expected headings such as merchant_order_ref, dropoff_address.name or those of a shop's export.`,
    )
  const rows = toShipments(sheet, mapping).map(({ rows: [first], values, problems, notices }) => ({
    line: first?.line ?? 0,
    document: toDocument(values, defaults) as unknown as Record<string, unknown>,
    problems: [...problems, ...findLosses(values)],
    notices,
    repeats: null,
  }))
  const unitless = headings.filter(
    (heading, column) => /_(kg|cm)$/.test(mapping[column] ?? '') && !/kg|kilo|cm|centi/i.test(heading),
  )
  return {
    rows,
    unitless,
    notes: sheet.notes,
    unused: headings.filter((heading, column) => heading !== '' && mapping[column] === null),
  }
}
