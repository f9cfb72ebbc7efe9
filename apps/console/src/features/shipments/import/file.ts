/** Reads and writes the files of an import. */
import Papa from 'papaparse'

export interface ImportFile {
  name: string
  headings: string[]
  rows: string[][]
}

export const MAX_BYTES = 5_000_000
export const MAX_ROWS = 5_000

/** Separators of all kinds; UTF-8, and else the encoding in which Excel writes on Windows. */
export async function readImportFile(file: File): Promise<ImportFile> {
  const bytes = await file.arrayBuffer()
  const { data } = Papa.parse<string[]>(decode(bytes), { skipEmptyLines: 'greedy' })
  const [headings = [], ...rows] = data
  return { name: file.name, headings, rows }
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A text that begins like a formula gets an apostrophe before it, so that spreadsheets do not run it. */
export const writeRows = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${Papa.unparse(rows as string[][], { newline: '\r\n', escapeFormulae: true })}\r\n`
