import type { StuckCheck } from '@waybill/chassis/stuck/stuck-checks'
import type { Dependencies } from '../dependencies.ts'
import {
  findStuckBatches,
  findStuckDoubts,
  findStuckLabels,
  findStuckMedia,
  findStuckOffers,
  findStuckOperations,
  findStuckPending,
} from './queries.ts'
import { findStuckClaims } from './stuck-claims.ts'

/** Kinds of stuck work in the booking service. */
export function bookingChecks(
  dependencies: Pick<Dependencies, 'db' | 'shipments' | 'carriers'>,
  credentials: StuckCheck,
): StuckCheck[] {
  const { db, carriers } = dependencies
  const labelling = [...carriers.values()]
    .filter(({ descriptor }) => descriptor.capabilities.label)
    .map(({ descriptor }) => descriptor.carrierCode)
  return [
    { kind: 'operation', find: (query) => findStuckOperations(db, query) },
    { kind: 'doubtful_booking', find: (query) => findStuckDoubts(db, query) },
    { kind: 'pending_booking', find: (query) => findStuckPending(db, query) },
    { kind: 'claim', find: (query) => findStuckClaims(dependencies, query) },
    { kind: 'label', find: (query) => findStuckLabels(db, labelling, query) },
    { kind: 'proof_media', find: (query) => findStuckMedia(db, query) },
    { kind: 'fleet_offer', find: (query) => findStuckOffers(db, query) },
    { kind: 'booking_batch', find: (query) => findStuckBatches(db, query) },
    credentials,
  ]
}
