/** Rows as a file that spreadsheets open. */
import Papa from 'papaparse'

/** Begins like a formula, or like a text with the apostrophe that `readSheet` takes away. */
const ESCAPED = /^(?:[=+\-@\t\r]|'+[=+\-@\t\d])/

/** A text that begins like a formula gets an apostrophe before it, so that spreadsheets do not run it. */
export const writeRows = (rows: readonly (readonly unknown[])[]): string =>
  rows.length === 0 ? '' : `${Papa.unparse(rows as unknown[][], { newline: '\r\n', escapeFormulae: ESCAPED })}\r\n`

/** Before the first row: has Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
