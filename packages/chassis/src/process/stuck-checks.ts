import type { Kysely } from 'kysely'
import { findStuckLanes } from '../messaging/outbox/stuck-lanes.ts'
import { findStuckParked } from '../messaging/parking.ts'
import { findStuckErasures } from '../retention/stuck-erasures.ts'
import type { StuckCheck } from '../stuck/stuck-checks.ts'

/** The checks that every service has. */
export const chassisChecks = <DB>(db: Kysely<DB>): StuckCheck[] => [
  { kind: 'lane', find: (query) => findStuckLanes(db, query) },
  { kind: 'parked_event', find: (query) => findStuckParked(db, query) },
  { kind: 'erasure', find: (query) => findStuckErasures(db, query) },
]
