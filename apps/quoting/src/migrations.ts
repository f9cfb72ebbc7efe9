import * as quotes from '../migrations/0001-quotes.ts'
import * as carriers from '../migrations/0002-carriers.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-quotes': quotes,
  '0002-carriers': carriers,
}
