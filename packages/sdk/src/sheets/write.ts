/** Rows as a file that spreadsheets open. */
import Papa from 'papaparse'

/** Separators in the spreadsheets of other countries, which must not begin a cell in the middle of one. */
const SEPARATORS = /[;\t|]/

/** Begins like a formula, or like a text with the apostrophe that `readSheet` takes away. */
const ESCAPED = /^(?:[=+\-@\t\r]|'+[=+\-@\t\d])/

/** A text that begins like a formula gets an apostrophe before it, so that spreadsheets do not run it. */
export const writeRows = (rows: readonly (readonly unknown[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(rows as unknown[][], { newline: '\r\n', escapeFormulae: ESCAPED, quotes: hasSeparator })}\r\n`

const hasSeparator = (cell: unknown): boolean => typeof cell === 'string' && SEPARATORS.test(cell)

/** Before the first row: has Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
