/** Pure: schemas for fields of answers that carriers leave out, send as null, or as another type than they document. */
import { isCurrency } from '@waybill/contracts/values/money'
import { z } from 'zod'

/** Any value; the field may be missing. */
export const anything = z.unknown().optional()

/** Text, or a number as text; anything else and the empty text are null. */
export const text = anything.transform((value) => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
})

/** A whole number of at least 0, perhaps as text; anything else is null. */
export const count = text.transform((value) =>
  value !== null && /^\d{1,4}(\.0+)?$/.test(value) ? Number(value) : null,
)

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const ZONE = /(Z|[+-]\d{2}:?\d{2})$/i

/** A time in ISO 8601; without a zone it is UTC. Anything else is null. */
export const instant = text.transform((value) => {
  const at = value === null || !DATE_TIME.test(value) ? Number.NaN : Date.parse(ZONE.test(value) ? value : `${value}Z`)
  return Number.isNaN(at) ? null : new Date(at)
})

/** A country's ISO 3166-1 alpha-2 code in upper case; anything else, such as `USA`, is null. */
export const countryCode = text.transform((value) =>
  value !== null && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : null,
)

/** The value, or null if it is missing or cannot be read. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  anything.transform((value): z.output<Schema> | null => schema.safeParse(value).data ?? null)

/** A list. Items that cannot be read are left out, and anything else is an empty list. */
export const each = <Schema extends z.ZodType>(schema: Schema) =>
  anything.transform((value): z.output<Schema>[] =>
    (Array.isArray(value) ? value : []).flatMap((item) => {
      const parsed = schema.safeParse(item)
      return parsed.success ? [parsed.data] : []
    }),
  )

/** A finite number, perhaps as text; anything else is null. */
export const number = anything.transform(toNumber)

export const flag = anything.transform((value) => value === true || value === 'true')

/** Text, or a number as text; without it the answer cannot be used. */
export const requiredText = z.union([z.string().min(1), z.number().transform(String)])

/** A whole number of minor units, perhaps as text; without it the answer cannot be used. */
export const amount = z.preprocess(toNumber, z.int().nonnegative())

/** A position; null: one of its coordinates is missing. */
/** A position; null: one half is missing, or both are 0, which vendors send of a courier whose place they do not know. */
export const toPoint = (latitude: number | null, longitude: number | null) =>
  latitude === null || longitude === null || (latitude === 0 && longitude === 0) ? null : { latitude, longitude }

export const point = maybe(z.object({ lat: number, lng: number })).transform((found) =>
  found === null ? null : toPoint(found.lat, found.lng),
)

/** The active ISO 4217 code, which carriers send in lower case too; null: it is none. */
export function currencyCode(code: string | null): string | null {
  const upper = code?.toUpperCase() ?? ''
  return isCurrency(upper) ? upper : null
}

function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
