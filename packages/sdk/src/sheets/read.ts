/** Rows of a file of a spreadsheet or a shop. */
import Papa from 'papaparse'
import { decodeText, SheetError } from './decode.ts'

export interface SheetRow {
  /** As the spreadsheet numbers it: the first row of the file is 1, and empty rows count. */
  line: number
  cells: string[]
}

export interface Sheet {
  headings: string[]
  rows: SheetRow[]
}

const DELIMITERS = [',', ';', '\t', '|']
/** Rows by which the delimiter is found. */
const SAMPLE = 50

/** Rows below the first that has more than one cell. Rows without any text are left out. */
export const readSheet = (bytes: Uint8Array): Sheet => readSheetText(decodeText(bytes))

export function readSheetText(text: string): Sheet {
  const [, named, rest = ''] = /^sep=(.)(?:\r\n?|\n)([\s\S]*)$/i.exec(text) ?? []
  const body = (named === undefined ? text : rest).replaceAll(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: named ?? findDelimiter(body), newline: '\n' })
  const skipped = named === undefined ? 0 : 1
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken)
    throw new SheetError(
      `Row ${(broken.row ?? 0) + 1 + skipped} has a quotation mark that is not closed, or stands in a quoted text.`,
    )
  const rows = data
    .map((cells, index) => ({ line: index + 1 + skipped, cells: cells.map(withoutMarks) }))
    .filter(hasText)
  const first = Math.max(
    0,
    rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1),
  )
  const [headings, ...others] = rows.slice(first)
  return { headings: withoutEmptyEnd(headings?.cells ?? []), rows: others }
}

const hasText = ({ cells }: SheetRow): boolean => cells.some((cell) => cell !== '')

function withoutEmptyEnd(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

/** The one that splits most rows into the same number of cells, and into more cells than another. */
function findDelimiter(text: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: SAMPLE, skipEmptyLines: 'greedy' })
    const counts = new Map<number, number>()
    for (const { length } of data) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
    const [cells, rows] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
    return { delimiter, cells, rows }
  })
  const [best] = scores.sort((a, b) => b.rows - a.rows || b.cells - a.cells)
  return best && best.rows > 0 ? best.delimiter : ','
}

/** `="02138"` and `'02138`, as spreadsheets and shops keep zeros and formulas from being calculated. */
const withoutMarks = (cell: string): string =>
  cell
    .trim()
    .replace(/^="((?:[^"]|"")*)"$/, (_, inner: string) => inner.replaceAll('""', '"'))
    .replace(/^'(?='*[=+\-@\t\d])/, '')
    .trim()
