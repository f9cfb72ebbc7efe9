/** Rows of a file of a spreadsheet or a shop. */
import Papa from 'papaparse'
import { guessField } from './columns/guess.ts'
import { decodeText, type Encoding } from './decode.ts'
import { makeProblem, SheetError } from './problems.ts'
import { joinTwins } from './twins.ts'

export interface SheetRow {
  /** As the spreadsheet numbers it: the first row of the file is 1, and empty rows count. */
  line: number
  cells: string[]
  /** The places of cells that are formulas, if there are any. With an apostrophe before it, a cell is a text. */
  formulas?: number[]
}

export interface Sheet {
  headings: string[]
  rows: SheetRow[]
  /** Rows below the headings about the file itself, such as `3 record(s) downloaded`. */
  notes: SheetRow[]
}

const DELIMITERS = [',', ';', '\t', '|']
/** Rows among which the headings are. */
const HIGHEST_HEADINGS = 10
/** Rows by which the delimiter is found. */
const SAMPLE = 50

/** Rows without any text are left out, and so are titles above the headings. Columns with one known heading are one. Throws a SheetError. */
export const readSheet = (bytes: Uint8Array, other?: Encoding): Sheet => readSheetText(decodeText(bytes, other))

export function readSheetText(text: string): Sheet {
  const [, named, rest = ''] = /^sep=(.)(?:\r\n?|\n)([\s\S]*)$/i.exec(text) ?? []
  const body = (named === undefined ? text : rest).replaceAll(/\r\n?/g, '\n')
  const { data, brokenRow } = parse(body, named ?? findDelimiter(body))
  const skipped = named === undefined ? 0 : 1
  if (brokenRow !== null) throw new SheetError(makeProblem('', 'quotation_open', { row: brokenRow + skipped }))
  const rows = data.map((cells, index) => toRow(cells, index + 1 + skipped)).filter(hasText)
  const first = findHeadings(rows)
  const [headings, ...others] = rows.slice(first)
  const names = withoutEmptyEnd(headings?.cells ?? [])
  const notes = others.filter((row) => isNote(row, names.length))
  return joinTwins({ headings: names, rows: others.filter((row) => !notes.includes(row)), notes })
}

const NOTE =
  /^\d+ ?(?:record\(s\)|records? (?:downloaded|exported|found))|^seller id\b|^end of (?:file|list|report)\b|^(?:created|downloaded|exported|generated|printed) (?:on|at|by|from)\b/i
const SUM = /^(?:grand )?(?:total|totals|sum|summe|gesamt|insgesamt|razem|totale)$/i

/** A note that eBay and others write below the last order. */
function isNote({ cells }: SheetRow, width: number): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const text = filled.join(' ')
  const isSum = SUM.test(filled[0] ?? '') && filled.length * 2 <= width
  return width > 2 && (NOTE.test(text) || isSum)
}

function parse(text: string, delimiter: string): { data: string[][]; brokenRow: number | null } {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (!broken) return { data, brokenRow: null }
  // Files of columns between tabs, such as those of Amazon, mostly quote nothing.
  if (delimiter === '\t') return { data: text.split('\n').map((line) => line.split('\t')), brokenRow: null }
  return { data, brokenRow: (broken.row ?? 0) + 1 }
}

/** The first of the upper rows with two known headings; else the first with two cells. */
function findHeadings(rows: readonly SheetRow[]): number {
  const upper = rows.slice(0, HIGHEST_HEADINGS)
  const known = upper.findIndex(({ cells }) => cells.filter((cell) => guessField(cell) !== null).length > 1)
  if (known >= 0) return known
  return Math.max(
    0,
    upper.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1),
  )
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

/** A text that a spreadsheet would calculate. Not `=) Thanks`, which a customer has written. */
const FORMULA =
  /^=\s*[-+]?(?:[\p{L}_][\p{L}\d_.]*\s*\(|\$?[A-Z]{1,3}\$?\d|[\p{L}\d_' ]+!|[\d("{])|^[-+@][A-Z][A-Z.]*\(/u

function toRow(written: readonly string[], line: number): SheetRow {
  const cells = written.map(withoutMarks)
  const formulas = cells.flatMap((cell, column) =>
    FORMULA.test(cell) && written[column]?.trim() === cell ? [column] : [],
  )
  return formulas.length > 0 ? { line, cells, formulas } : { line, cells }
}

/** `="02138"` and `'02138`, as spreadsheets and shops keep zeros and formulas from being calculated. */
const withoutMarks = (cell: string): string =>
  cell
    .trim()
    .replace(/^="((?:[^"]|"")*)"$/, (_, inner: string) => inner.replaceAll('""', '"'))
    .replace(/^'(?='*[=+\-@\t\d])/, '')
    .trim()
