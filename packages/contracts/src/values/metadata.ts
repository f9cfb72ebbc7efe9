import { z } from 'zod'
import { refuse } from '../validation.ts'

const MAX_KEYS = 50
const MAX_KEY_CHARACTERS = 40
const MAX_VALUE_CHARACTERS = 500

const withinLimits = (metadata: Record<string, string | null>, context: Parameters<typeof refuse>[0]): void => {
  const keys = Object.keys(metadata)
  if (keys.length > MAX_KEYS) {
    refuse(context, [], 'metadata_limit_exceeded', `must have at most ${MAX_KEYS} keys`)
  }
  for (const key of keys) {
    const value = metadata[key] ?? ''
    if (key === '' || [...key].length > MAX_KEY_CHARACTERS) {
      refuse(context, [key], 'metadata_limit_exceeded', `must have a key of 1 to ${MAX_KEY_CHARACTERS} characters`)
    }
    if ([...value].length > MAX_VALUE_CHARACTERS) {
      refuse(context, [key], 'metadata_limit_exceeded', `must have at most ${MAX_VALUE_CHARACTERS} characters`)
    }
  }
}

/** A record whose `__proto__` is refused: zod would leave that key out without a word. */
const entriesOf = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(
    (entries, context) => {
      if (typeof entries === 'object' && entries !== null && Object.hasOwn(entries, '__proto__')) {
        refuse(context, ['__proto__'], 'invalid_key', 'must be named otherwise')
      }
      return entries
    },
    z.record(z.string(), value),
  )

/** Free-form string keys and values: at most 50, keys up to 40 characters, values up to 500. */
export const metadataSchema = entriesOf(z.string())
  .superRefine(withinLimits)
  .nullish()
  .transform((metadata) => metadata ?? {})

/** Merged into the stored metadata; null deletes a key. */
export const metadataPatchSchema = entriesOf(z.string().nullable()).superRefine(withinLimits)

/** Entries to look for, as a query names them. An empty key is no entry, and is not to find everything. */
export const metadataFilterSchema = entriesOf(z.string()).superRefine((entries, context) => {
  if (Object.hasOwn(entries, '')) refuse(context, [], 'invalid_key', 'must name a key: metadata[key]=value')
})

/** The two keys that are ours on an on-demand shipment. */
export const ON_DEMAND_METADATA = { mode: 'on_demand', priority: 'high' } as const

/** Stored metadata with a patch merged in. The caller checks the limits of the result with `metadataSchema`. */
export function mergeMetadata(stored: Record<string, string>, patch: Record<string, string | null>) {
  const merged: Record<string, string> = { ...stored }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return merged
}
