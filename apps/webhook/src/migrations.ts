import * as webhookTables from '../migrations/0001-webhook-tables.ts'
import * as paceAndOrder from '../migrations/0002-pace-and-order.ts'
import * as replaysAndDeletions from '../migrations/0003-replays-and-deletions.ts'
import * as onePause from '../migrations/0004-one-pause.ts'
import * as replaysOfASubscription from '../migrations/0005-replays-of-a-subscription.ts'
import * as subscriptionsBehind from '../migrations/0008-subscriptions-behind.ts'
import * as partitionFunctions from '../migrations/0009-partition-functions.ts'
import * as verboseEvents from '../migrations/0010-verbose-events.ts'

/** Applied once each, in the order of their names. */
export const migrations = {
  '0001-webhook-tables': webhookTables,
  '0002-pace-and-order': paceAndOrder,
  '0003-replays-and-deletions': replaysAndDeletions,
  '0004-one-pause': onePause,
  '0005-replays-of-a-subscription': replaysOfASubscription,
  '0008-subscriptions-behind': subscriptionsBehind,
  '0009-partition-functions': partitionFunctions,
  '0010-verbose-events': verboseEvents,
}
