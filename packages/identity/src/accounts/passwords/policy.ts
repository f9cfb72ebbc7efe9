/** Pure: which passwords are accepted (NIST SP 800-63B, 3.1.1.2: long, and not among the known ones). */
import { dictionary } from '@zxcvbn-ts/language-common'
import { z } from 'zod'

const FEWEST_CHARACTERS = 12
/** Longer than any passphrase; hashing costs the same for every length. */
const MOST_CHARACTERS = 1_000

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** Whether it is a common password, one repeated, or one with digits and signs around it. */
export function isCommon(password: string): boolean {
  const text = password.toLowerCase()
  const bare = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return [text, bare, findRepeatedUnit(text)].some((one) => common.has(one) || new Set(one).size <= 2)
}

/** The part that is repeated: `abc` of `abcabcabc`. */
const findRepeatedUnit = (text: string): string => /^(.+?)\1+$/s.exec(text)?.[1] ?? text

/** A password that its user chooses. */
export const newPassword = z
  .string()
  .min(FEWEST_CHARACTERS)
  // A longer one is searched no further: that would take time with the square of its length.
  .max(MOST_CHARACTERS, { abort: true })
  .refine((password) => !isCommon(password), {
    error: 'is among the most common passwords; choose one that nobody else uses, such as four unrelated words',
    params: { code: 'invalid_value' },
  })
  .describe('At least 12 characters, and not a common password. Any characters are allowed.')
