/** When each table's rows are deleted, or why they are kept. Shown in docs/tables.md. */
import type { TableRules } from '@waybill/chassis/retention/table-rules'
import { deleteOldMissed } from './catch-up/missed-repository.ts'
import { endBehind } from './catch-up/repository.ts'
import type { WebhookDatabase } from './db.ts'
import { dropOldEvents } from './partitions/expiry-repository.ts'
import { dropFromQueue, dropOldPartitions } from './partitions/repository.ts'
import { deleteEndedReplays } from './replays/repository.ts'
import { deleteExpiredSecrets } from './secrets/repository.ts'
import { continueDeletion } from './subscriptions/commands.ts'
import { purgeDeleted } from './subscriptions/deletion-repository.ts'

const events = '`WEBHOOK_EVENT_RETENTION_DAYS` (30)'
const deliveries = '`WEBHOOK_DELIVERY_RETENTION_DAYS` (30)'

export const tableRules: TableRules<WebhookDatabase> = {
  event: { deleted: `${events} after the event, by month`, by: dropOldEvents },
  delivery: { deleted: `${deliveries} after the event, by month`, by: dropOldPartitions },
  attempt: { deleted: `${deliveries} after the event, by month`, by: dropOldPartitions },
  delivery_queue: {
    deleted: `when it is sent or given up, at the latest ${deliveries} after the event`,
    by: dropFromQueue,
  },
  replay: { deleted: `${events} after its end`, by: deleteEndedReplays },
  subscription: { deleted: `${deliveries} after a merchant deletes it, with its last delivery`, by: purgeDeleted },
  subscription_secret: { deleted: '24 hours after its rotation, or with its subscription', by: deleteExpiredSecrets },
  subscription_deletion: { deleted: 'when the deliveries of the subscription are cancelled', by: continueDeletion },
  endpoint: { deleted: 'with its subscription', by: purgeDeleted },
  behind_subscription: { deleted: 'when the subscription has caught up, is active again or is deleted', by: endBehind },
  missed_period: { deleted: `${events} after it was recorded`, by: deleteOldMissed },
  environment_position: { kept: 'one row for each environment' },
}
