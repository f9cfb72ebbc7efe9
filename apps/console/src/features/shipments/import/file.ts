/** Reads and writes the files of an import. */
import { type Encoding, isGuessed } from '@waybill/sdk/sheets/decode'
import { SheetError, type SheetFact } from '@waybill/sdk/sheets/problems'
import { readSheet, type Sheet } from '@waybill/sdk/sheets/read'
import { BYTE_ORDER_MARK, writeRows } from '@waybill/sdk/sheets/write'

export interface ImportFile extends Sheet {
  name: string
  source: File
  /** The encoding that was taken because none can be told from the file; null: it is in Unicode. */
  encoding: Encoding | null
}

export const MAX_BYTES = 5_000_000
export const MAX_ROWS = 5_000

/** A problem: why the file cannot be read. `encoding` is that of a file that is not in Unicode. */
export async function readImportFile(
  source: File,
  encoding: Encoding = 'windows-1252',
): Promise<ImportFile | SheetFact> {
  try {
    const bytes = new Uint8Array(await source.arrayBuffer())
    const sheet = readSheet(bytes, encoding)
    return { name: source.name, source, encoding: isGuessed(bytes) ? encoding : null, ...sheet }
  } catch (error) {
    if (error instanceof SheetError) return error.problem
    throw error
  }
}

export const writeFile = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + writeRows(rows)
