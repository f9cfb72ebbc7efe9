/** The rows of a file of many documents, one JSON object for each line, or CSV. */
import { SheetError } from '@waybill/sdk/sheets/problems'
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

/** `name` is what messages call the text; a name that ends in .csv, .tsv or .txt is CSV. Throws a CliError that names the line. */
export const readRows = (text: string, name: string): Row[] =>
  checkCount(isCsv(name) ? readCsv(text, name) : readLines(text, name), name)

/** Throws a CliError for a file without rows, or with too many. */
export function checkCount<Some extends Row>(rows: Some[], name: string): Some[] {
  if (rows.length === 0) throw new CliError(EXIT.usage, `${name} has no rows.`)
  if (rows.length <= MOST_ROWS) return rows
  const most = MOST_ROWS.toLocaleString('en')
  throw new CliError(
    EXIT.usage,
    `${name} has ${rows.length.toLocaleString('en')} rows; split it into files of at most ${most}.`,
  )
}

export const isCsv = (name: string): boolean => /\.(csv|tsv|txt)$/i.test(name)

function readLines(text: string, name: string): Row[] {
  return text.split('\n').flatMap((content, index) => {
    if (content.trim() === '') return []
    const line = index + 1
    return [{ line, document: parseDocument(content, `Line ${line} of ${name}`) as Record<string, unknown> }]
  })
}

function readCsv(text: string, name: string): Row[] {
  const { headings, rows: shown, notes } = parseCsv(text, name)
  const rows = [...shown, ...notes].sort((one, other) => one.line - other.line)
  const twice = headings.find((heading, column) => headings.indexOf(heading) < column)
  if (twice !== undefined) throw new CliError(EXIT.usage, `${name} has two columns ${twice}; remove one.`)
  return rows.map(({ line, cells }) => {
    if (cells.length !== headings.length)
      throw new CliError(
        EXIT.usage,
        `Row ${line} of ${name} has ${cells.length} cells; expected ${headings.length}, as in the row of headings.`,
      )
    const filled = headings.flatMap((heading, column) => (cells[column] ? [[heading, cells[column]]] : []))
    return { line, document: Object.fromEntries(filled) }
  })
}

/** Throws a CliError for a file that is no CSV. */
export function parseCsv(text: string, name: string): Sheet {
  try {
    return readSheetText(text)
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    throw new CliError(EXIT.usage, `${name} is not valid CSV. ${error.message}`, { cause: error })
  }
}
