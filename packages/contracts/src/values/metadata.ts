import { z } from 'zod'
import { acrossFields } from '../requests/across-fields.ts'
import { refuse } from '../requests/validation.ts'

const MAX_KEYS = 50
const MAX_KEY_CHARACTERS = 40
const MAX_VALUE_CHARACTERS = 500

/** A character has one or two UTF-16 units; texts that are certainly longer are not taken apart. */
const isLonger = (text: string, characters: number): boolean =>
  text.length > 2 * characters || (text.length > characters && [...text].length > characters)

/** The two keys that the platform sets on an on-demand shipment. */
export const ON_DEMAND_METADATA = { mode: 'on_demand', priority: 'high' } as const
/** The message that refuses another value of one of them. */
export const SET_BY_WAYBILL = 'is set by Waybill on an on-demand shipment: leave it out'
const platformEntries = new Map<string, string>(Object.entries(ON_DEMAND_METADATA))

/** Such entries do not count towards the limit of keys, so a response can be sent back. */
const isSetByPlatform = (key: string, value: unknown): boolean =>
  platformEntries.has(key) && platformEntries.get(key) === value

const withinLimits = (metadata: Readonly<Record<string, unknown>>, context: Parameters<typeof refuse>[0]): void => {
  const keys = Object.keys(metadata)
  const counted = keys.filter((key) => !isSetByPlatform(key, metadata[key]))
  if (counted.length > MAX_KEYS) {
    refuse(context, [], 'metadata_limit_exceeded', `must have at most ${MAX_KEYS} keys`)
  }
  for (const key of keys) {
    const value = metadata[key]
    if (key === '') {
      const message = `must not have an empty key: use 1 to ${MAX_KEY_CHARACTERS} characters`
      refuse(context, [], 'metadata_limit_exceeded', message)
    } else if (isLonger(key, MAX_KEY_CHARACTERS)) {
      refuse(context, [key], 'metadata_limit_exceeded', `must be a key of 1 to ${MAX_KEY_CHARACTERS} characters`)
    }
    if (typeof value === 'string' && isLonger(value, MAX_VALUE_CHARACTERS)) {
      refuse(context, [key], 'metadata_limit_exceeded', `must have at most ${MAX_VALUE_CHARACTERS} characters`)
    }
  }
}

/** A record that rejects the key `__proto__`, which zod would drop silently. */
const entries = <Value extends z.ZodType<string | null>>(value: Value, check = withinLimits) => {
  // maxProperties also bounds how much of a larger record is read.
  const maxProperties = MAX_KEYS + platformEntries.size
  const checked = acrossFields(z.record(z.string(), value), (_accepted, context, all) => check({ ...all }, context))
  const record = checked.meta({ maxProperties })
  return z.preprocess((given, context) => {
    if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__')) {
      refuse(context, ['__proto__'], 'invalid_key', 'is a reserved name; use another key')
      // After this issue zod does not read the record: list its other problems here.
      const others = record.safeParse(given, { reportInput: true }).error?.issues ?? []
      context.issues.push(...(others as typeof context.issues))
    }
    return given
  }, record)
}

/** For the OpenAPI document; `withinLimits` checks it. */
const valueBounds = { maxLength: MAX_VALUE_CHARACTERS }

const metadataValue = z.string().meta(valueBounds)

const orEmpty = <S extends z.ZodType<Record<string, string>>>(schema: S) =>
  schema.nullish().transform((metadata) => metadata ?? {})

/** Up to 50 pairs of strings: keys up to 40 characters, values up to 500. */
export const metadataSchema = orEmpty(entries(metadataValue))

/** Merged into the stored metadata; null deletes a key. */
export const metadataPatchSchema = entries(z.string().meta(valueBounds).nullable())

/** Metadata filter of a list. An empty key is rejected: ignoring it would list everything. */
export const metadataFilterSchema = entries(z.string(), (filter, context) => {
  if (Object.hasOwn(filter, '')) refuse(context, [], 'invalid_key', 'must name a key: metadata[key]=value')
})

/** Metadata of an on-demand shipment: refuses other values of the platform's keys than its own. */
export const onDemandMetadataSchema = orEmpty(
  entries(metadataValue, (metadata, context) => {
    withinLimits(metadata, context)
    for (const [key, value] of platformEntries) {
      if (Object.hasOwn(metadata, key) && metadata[key] !== value) refuse(context, [key], 'read_only', SET_BY_WAYBILL)
    }
  }),
).describe(
  'Waybill adds mode "on_demand" and priority "high". They do not count towards the 50 keys; another value of either is refused.',
)

/** Stored metadata with a patch merged in. The caller checks the limits of the result with `metadataSchema`. */
export function mergeMetadata(stored: Record<string, string>, patch: Record<string, string | null>) {
  const merged: Record<string, string> = { ...stored }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return merged
}
