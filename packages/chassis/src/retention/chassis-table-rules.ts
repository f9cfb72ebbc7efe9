/** When the rows of the chassis' tables are deleted. */
import { pruneIdempotencyRecords } from '../idempotency/pruning.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { CURSOR_DAYS, INBOX_DAYS, OUTBOX_DAYS, pruneInbox, pruneInboxCursors, pruneOutbox } from './pruning.ts'
import type { TableRule } from './table-rules.ts'

export const chassisTableRules: { readonly [Table in keyof ChassisTables]: TableRule<never> } = {
  outbox: { deleted: `${OUTBOX_DAYS} days after the event is published`, by: pruneOutbox },
  outbox_lane: { kept: 'sixteen rows' },
  inbox: { deleted: `${INBOX_DAYS} days after the event is received`, by: pruneInbox },
  inbox_cursor: {
    deleted: `${CURSOR_DAYS} days after the last event of the subject, unless one is parked`,
    by: pruneInboxCursors,
  },
  inbox_parked: { kept: 'a row leaves when its event is applied or discarded; an alert asks for that' },
  idempotency_record: {
    deleted: '24 hours after the request, or when its operation ends if that is later',
    by: pruneIdempotencyRecords,
  },
  erasure: {
    kept: 'a small row for each erased subject: the record of the erasure, which keeps its data from coming back',
  },
}
