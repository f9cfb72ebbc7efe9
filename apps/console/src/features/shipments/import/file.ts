/** Reads and writes the files of an import. */
import { SheetError } from '@waybill/sdk/sheets/decode'
import { readSheet, type Sheet } from '@waybill/sdk/sheets/read'
import { BYTE_ORDER_MARK, writeRows } from '@waybill/sdk/sheets/write'

export interface ImportFile extends Sheet {
  name: string
}

export const MAX_BYTES = 5_000_000
export const MAX_ROWS = 5_000

/** A text: why the file cannot be read. */
export async function readImportFile(file: File): Promise<ImportFile | string> {
  try {
    return { name: file.name, ...readSheet(new Uint8Array(await file.arrayBuffer())) }
  } catch (error) {
    if (error instanceof SheetError) return error.message
    throw error
  }
}

export const writeFile = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + writeRows(rows)
