import * as subscriptions from '../migrations/0001-subscriptions.ts'
import * as deliveries from '../migrations/0002-deliveries.ts'
import * as partitionFunctions from '../migrations/0003-partition-functions.ts'
import * as claimsOfSessions from '../migrations/0004-claims-of-sessions.ts'

/** By file name; each is applied once, in the order of the names. */
export const migrations = {
  '0001-subscriptions': subscriptions,
  '0002-deliveries': deliveries,
  '0003-partition-functions': partitionFunctions,
  '0004-claims-of-sessions': claimsOfSessions,
}
