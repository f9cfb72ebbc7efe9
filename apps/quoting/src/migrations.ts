import * as quotesMigration from '../migrations/0001-quotes.ts'
import * as listsMigration from '../migrations/0002-quote-lists.ts'
import * as exchangesMigration from '../migrations/0003-carrier-exchanges.ts'
import * as erasureMigration from '../migrations/0004-erasure.ts'
import * as exponentsMigration from '../migrations/0005-exponents-of-amounts.ts'
import * as registeredMigration from '../migrations/0006-registered-shipments.ts'
import * as detailMigration from '../migrations/0007-offers-in-detail.ts'
import * as accountsMigration from '../migrations/0008-carrier-accounts.ts'
import * as rateCardsMigration from '../migrations/0009-rate-cards.ts'
import * as originsMigration from '../migrations/0010-origins-of-accounts.ts'

/** By file name. Each is applied once, in the order of the names. */
export const migrations = {
  '0001-quotes': quotesMigration,
  '0002-quote-lists': listsMigration,
  '0003-carrier-exchanges': exchangesMigration,
  '0004-erasure': erasureMigration,
  '0005-exponents-of-amounts': exponentsMigration,
  '0006-registered-shipments': registeredMigration,
  '0007-offers-in-detail': detailMigration,
  '0008-carrier-accounts': accountsMigration,
  '0009-rate-cards': rateCardsMigration,
  '0010-origins-of-accounts': originsMigration,
}
