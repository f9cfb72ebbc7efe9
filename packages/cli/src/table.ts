/** Records as aligned columns; null prints as a dash, a list with spaces. No records print as `None yet.` */
export function table<T extends object>(rows: readonly T[], columns: readonly (keyof T & string)[]): string {
  if (rows.length === 0) return 'None yet.\n'
  const cells = rows.map((row) => columns.map((column) => oneLine(cell(row[column]))))
  const titles = columns.map((column) => column.toUpperCase().replaceAll('_', ' '))
  const widths = titles.map((title, index) => Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  return `${[titles, ...cells].map(line).join('\n')}\n`
}

/** One record, one line per field. */
export function record(fields: object): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length))
  return `${Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join('\n')}\n`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return withoutControls(Array.isArray(value) ? value.join(' ') : String(value))
}

/**
 * With its lines and tabs only. Merchants and carriers write some texts: one could hold escape codes that the terminal
 * would obey.
 */
export const withoutControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/(?![\t\n])\p{Cc}/gu, '\u{fffd}')

/** A text of others that is safe to print in a line. */
export const plain = (text: string): string => oneLine(withoutControls(text))

/** Errors may span lines, which would tear a row apart. */
const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')
