/** Query parameters with several values. */
import { type IdPrefix, isId } from '@waybill/contracts/ids'
import { refuse } from '@waybill/contracts/requests/validation'
import { z } from 'zod'

/** One or more values, each once: separated by commas, or the parameter repeated. */
export const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [...new Set([given].flat().flatMap((text) => text.split(',').map((one) => one.trim())))])

/** The same, in the OpenAPI document. */
export const arraySchema = (items: object) => ({ anyOf: undefined, type: 'array', items })

/** One or more of these values. */
export function oneOrMore<const Value extends string>(values: readonly Value[], description: string) {
  const isValue = (text: string): text is Value => (values as readonly string[]).includes(text)
  return texts
    .transform((given, context) => {
      const wrong = given.find((text) => !isValue(text))
      if (wrong === undefined) return given.filter(isValue)
      const expected = `one or more of ${values.join(', ')}, separated by commas`
      refuse(context, [], 'invalid_value', wrong === '' ? `must be ${expected}` : `must be ${expected}, not ${wrong}`)
      return z.NEVER
    })
    .optional()
    .describe(description)
    .meta(arraySchema({ type: 'string', enum: [...values] }))
}

const LONGEST_CODE = 64
const MOST_CODES = 20

/** One or more codes, known or not. */
export const codes = (description: string) =>
  texts
    .superRefine((given, context) => {
      if (given.includes('')) refuse(context, [], 'too_short', 'must be one or more codes, separated by commas')
      if (given.some((text) => text.length > LONGEST_CODE))
        refuse(context, [], 'too_long', `must have at most ${LONGEST_CODE} characters in each code`)
      if (given.length > MOST_CODES) refuse(context, [], 'too_many', `must have at most ${MOST_CODES} codes`)
    })
    .optional()
    .describe(description)
    .meta({ ...arraySchema({ type: 'string', minLength: 1, maxLength: LONGEST_CODE }), maxItems: MOST_CODES })

const MOST_IDS = 100

/** One or more identifiers with this prefix, whether or not they exist. */
export const ids = (prefix: IdPrefix, description: string) =>
  texts
    .superRefine((given, context) => {
      const wrong = given.find((text) => !isId(prefix, text))
      const expected = `must be one or more identifiers, each ${prefix}_ followed by 26 lower-case letters or digits, separated by commas`
      if (wrong !== undefined)
        refuse(context, [], 'invalid_format', wrong === '' ? expected : `${expected}, not ${wrong}`)
      if (given.length > MOST_IDS) refuse(context, [], 'too_many', `must have at most ${MOST_IDS} identifiers`)
    })
    .optional()
    .describe(description)
    .meta({ ...arraySchema({ type: 'string', minLength: 1, maxLength: 64 }), maxItems: MOST_IDS })
