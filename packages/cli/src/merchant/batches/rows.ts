/** The rows of a file of many documents, one JSON object for each line, or CSV. */
import { SheetError } from '@waybill/sdk/sheets/decode'
import { readSheetText, type Sheet } from '@waybill/sdk/sheets/read'
import { CliError } from '../../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { parseDocument } from '../input.ts'

export const MOST_ROWS = 10_000

export interface Row {
  /** In the file, from 1. */
  line: number
  document: Record<string, unknown>
}

/** Columns whose values are numbers, by the last part of their names. */
const NUMBERS = /(^|\.)(weight_kg|length_cm|width_cm|height_cm|latitude|longitude)$/
/** `merchant_order_ref`, `pickup_address.name`, `parcels[0].weight_kg`, `metadata.cost-centre`. */
const COLUMN = /^[a-z_][a-z0-9_]*(\[\d{1,2}\]|\.[\w-]+)*$/i

/** `name` is what messages call the text; a name that ends in .csv, .tsv or .txt is CSV. Throws a CliError that names the line. */
export function readRows(text: string, name: string): Row[] {
  const rows = /\.(csv|tsv|txt)$/i.test(name) ? readCsv(text, name) : readLines(text, name)
  if (rows.length === 0) throw new CliError(EXIT.usage, `${name} has no rows.`)
  if (rows.length <= MOST_ROWS) return rows
  const most = MOST_ROWS.toLocaleString('en')
  throw new CliError(
    EXIT.usage,
    `${name} has ${rows.length.toLocaleString('en')} rows; split it into files of at most ${most}.`,
  )
}

function readLines(text: string, name: string): Row[] {
  return text.split('\n').flatMap((content, index) => {
    if (content.trim() === '') return []
    const line = index + 1
    return [{ line, document: parseDocument(content, `Line ${line} of ${name}`) as Record<string, unknown> }]
  })
}

function readCsv(text: string, name: string): Row[] {
  const { headings: columns, rows } = parseCsv(text, name)
  for (const [index, column] of columns.entries()) {
    if (!COLUMN.test(column))
      throw new CliError(
        EXIT.usage,
        `Column ${index + 1} of ${name} is called "${column}"; expected a field such as merchant_order_ref, pickup_address.name or parcels[0].weight_kg.`,
      )
    if (columns.indexOf(column) < index)
      throw new CliError(EXIT.usage, `${name} has two columns ${column}; remove one.`)
  }
  return rows.map(({ line, cells }) => {
    if (cells.length !== columns.length)
      throw new CliError(
        EXIT.usage,
        `Row ${line} of ${name} has ${cells.length} cells; expected ${columns.length}, as in the row of headings.`,
      )
    return { line, document: toDocument(columns, cells) }
  })
}

function parseCsv(text: string, name: string): Sheet {
  try {
    return readSheetText(text)
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    throw new CliError(EXIT.usage, `${name} is not valid CSV. ${error.message}`, { cause: error })
  }
}

/** Without the fields whose cells are empty. */
function toDocument(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const document: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]?.trim() ?? ''
    if (cell !== '') put(document, column.split(/\.|\[(?=\d)/), NUMBERS.test(column) ? toNumber(cell) : cell)
  }
  return document
}

/** A text that is no number is left for Waybill to refuse, with all that is wrong. */
const toNumber = (cell: string): number | string => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)

function put(document: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = document
  for (const [index, part] of path.entries()) {
    const key = part.replace(/\]$/, '')
    const next = path[index + 1]
    if (next === undefined)
      Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true })
    else {
      if (!Object.hasOwn(at, key)) at[key] = next.endsWith(']') ? [] : {}
      at = at[key] as Record<string, unknown>
    }
  }
}
