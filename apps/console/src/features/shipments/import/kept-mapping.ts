import type { Mapping } from '@waybill/sdk/sheets/columns/fields'
import { guessMapping } from '@waybill/sdk/sheets/columns/guess'
import type { ImportFile } from './file.ts'

const KEY = 'waybill.import.'
const toKey = (headings: readonly string[]): string => KEY + JSON.stringify(headings)

/** Mapping that was chosen in this browser for a file with these headings; else the one guessed from the headings. */
export function readMapping({ headings, rows }: Pick<ImportFile, 'headings' | 'rows'>): Mapping {
  try {
    const kept = JSON.parse(localStorage.getItem(toKey(headings)) ?? 'null') as unknown
    if (Array.isArray(kept) && kept.length === headings.length)
      return kept.map((name) => (typeof name === 'string' ? name : null))
  } catch {
    // Nothing kept, or nothing that can be read.
  }
  return guessMapping(headings, rows)
}

export function keepMapping(headings: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(toKey(headings), JSON.stringify(mapping))
  } catch {
    // Full or forbidden: the next file is matched by its headings.
  }
}
