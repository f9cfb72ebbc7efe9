import { z } from 'zod'
import { refuse } from '../requests/validation.ts'

/** Longer ones are no numbers of this world, and cost time. */
const DECIMAL = /^-?\d{1,300}(\.\d{1,300})?$/

/** A number in a request, or the same as decimal text, which responses have: 1.25 or "1.250". */
export const numeric = <S extends z.ZodNumber>(schema: S) =>
  z
    .preprocess((value, context) => {
      if (typeof value === 'string') {
        if (DECIMAL.test(value)) return Number(value)
        refuse(context, [], 'invalid_format', 'must be a number such as 1.25, or the same as text')
        return z.NEVER
      }
      // 1e400 is parsed as Infinity: the error names the limit of the field, as for any number above it.
      if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE
      return value === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : value
    }, schema)
    .meta({ decimalText: true })

/**
 * A whole number of a request. Not zod's `int`: its issue for a fraction ends all further checks of the document, so that
 * other wrong fields would not be named.
 */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .number()
    .min(minimum)
    .max(maximum)
    .refine(Number.isInteger, { error: 'must be a whole number', params: { code: 'invalid_type' } })
    .meta({ type: 'integer' })
