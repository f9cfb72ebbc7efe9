import * as quotesMigration from '../migrations/0001-quotes.ts'
import * as listsMigration from '../migrations/0002-quote-lists.ts'
import * as exchangesMigration from '../migrations/0003-carrier-exchanges.ts'
import * as erasureMigration from '../migrations/0004-erasure.ts'

/** By file name. Each is applied once, in the order of the names. */
export const migrations = {
  '0001-quotes': quotesMigration,
  '0002-quote-lists': listsMigration,
  '0003-carrier-exchanges': exchangesMigration,
  '0004-erasure': erasureMigration,
}
