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
      refuse(context, [key], 'metadata_limit_exceeded', `must be a key of 1 to ${MAX_KEY_CHARACTERS} characters`)
    }
    if ([...value].length > MAX_VALUE_CHARACTERS) {
      refuse(context, [key], 'metadata_limit_exceeded', `must have at most ${MAX_VALUE_CHARACTERS} characters`)
    }
  }
}

/** A record that rejects the key `__proto__`, which zod would drop silently. */
const entries = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(
    (record, context) => {
      if (typeof record === 'object' && record !== null && Object.hasOwn(record, '__proto__')) {
        refuse(context, ['__proto__'], 'invalid_key', 'is a reserved name; use another key')
      }
      return record
    },
    z.record(z.string(), value),
  )

/** Up to 50 pairs of strings: keys up to 40 characters, values up to 500. */
export const metadataSchema = entries(z.string())
  .superRefine(withinLimits)
  .nullish()
  .transform((metadata) => metadata ?? {})

/** Merged into the stored metadata; null deletes a key. */
export const metadataPatchSchema = entries(z.string().nullable()).superRefine(withinLimits)

/** Metadata filter of a list. An empty key is rejected: ignoring it would list everything. */
export const metadataFilterSchema = entries(z.string()).superRefine((filter, context) => {
  if (Object.hasOwn(filter, '')) refuse(context, [], 'invalid_key', 'must name a key: metadata[key]=value')
})

/** The two keys that the platform sets on an on-demand shipment. */
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
