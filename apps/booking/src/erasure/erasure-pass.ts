/** Ends what bookings hold of persons, once their shipment is erased. */
import { simulatedDescriptors } from '@waybill/carriers/simulated/descriptors'
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { transact } from '@waybill/chassis/postgres/database'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import { type Erasure, erasureEvent, findErasure, NotYet, recordErasure } from '@waybill/chassis/retention/erasures'
import { countChassisRows, eraseEventTraces } from '@waybill/chassis/retention/prune-subjects'
import type { StoredData } from '@waybill/chassis/rpc/operator-service'
import { AppError } from '@waybill/contracts/app-error'
import { erasedDocument } from '@waybill/contracts/erasure'
import type { Db, Trx } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import { objectKeyOf } from '../documents/proof-media.ts'
import type { EraseJob } from '../simulator-client.ts'
import { lockJob } from '../tracking/repository.ts'
import {
  countBookingRows,
  listJobsOfBookings,
  listMediaOfBookings,
  lockBookingsToErase,
  pruneUnclaimedFacts,
  writeErased,
} from './repository.ts'

const simulatedCarriers = new Set<string>(simulatedDescriptors.map(({ carrierCode }) => carrierCode))

/** A job that nobody has claimed by then was not ours. */
const UNCLAIMED_DAYS = 90
const PRUNE_EVERY_MS = 3_600_000

/**
 * Makes a pass over the bookings of an erased shipment; the first one tells of each. The objects go after the commit
 * that has forgotten what they show; a pass that dies in between is made again. Throws `NotYet` while a carrier is
 * still dealt with.
 */
export const erasePass =
  ({ db, objects, eraseJob }: Pick<Dependencies, 'db' | 'objects'> & { eraseJob: EraseJob }) =>
  async (erasure: Erasure): Promise<void> => {
    const { environmentId, subjectId: shipmentId } = erasure
    const { bookingIds, jobs } = await transact(db, (trx) => eraseBookings(trx, erasure))
    for (const media of await listMediaOfBookings(db, environmentId, bookingIds)) {
      await objects.remove(objectKeyOf(media))
    }
    for (const { carrierCode, carrierJobId } of jobs) {
      if (simulatedCarriers.has(carrierCode)) await eraseJob(carrierJobId)
    }
    await transact(db, (trx) =>
      eraseEventTraces(trx, erasure, [shipmentId, ...bookingIds], (document) =>
        erasedDocument(document, environmentId),
      ),
    )
  }

async function eraseBookings(trx: Trx, erasure: Erasure) {
  const { environmentId, subjectId: shipmentId } = erasure
  const { bookingIds, hindrance } = await lockBookingsToErase(trx, { environmentId, shipmentId })
  if (hindrance !== null) throw new NotYet(hindrance)
  // Whoever stores reports of these jobs comes before, and is overwritten, or after, and sees that they are erased.
  const jobs = await listJobsOfBookings(trx, environmentId, bookingIds)
  for (const { carrierAccountId, carrierJobId } of jobs) {
    await lockJob(trx, { environmentId, carrierAccountId }, carrierJobId)
  }
  await writeErased(trx, { environmentId, shipmentId }, bookingIds)
  for (const bookingId of bookingIds) {
    const ofBooking = { ...erasure, subjectType: 'booking', subjectId: bookingId }
    if (await recordErasure(trx, ofBooking, { passes: null })) await appendOutbox(trx, [erasureEvent(ofBooking)])
  }
  return { bookingIds, jobs }
}

/** Throws `data_erased` for a booking whose personal data is gone. */
export async function assertNotErased(db: Db, environmentId: string, bookingId: string): Promise<void> {
  const erasure = await findErasure(db, environmentId, bookingId)
  if (erasure === undefined) return
  const when = erasure.erasedAt.toISOString()
  throw new AppError('data_erased', `Labels and proofs of booking ${bookingId} were erased at ${when}, for good.`)
}

/** What there is about a shipment. */
export async function heldOf(db: Db, environmentId: string, shipmentId: string): Promise<StoredData> {
  const { bookingIds, tables } = await countBookingRows(db, { environmentId, shipmentId })
  const told = await countChassisRows(db, environmentId, [shipmentId, ...bookingIds])
  return { tables: { ...tables, ...told }, subjectIds: bookingIds }
}

/** Deletes reports of jobs that turned out to be nobody's: no shipment's erasure would ever reach them. */
export const startUnclaimedPruning = ({ db, log }: Pick<Dependencies, 'db' | 'log'>): Loop =>
  startLoop({
    name: 'tracking_fact.unclaimed',
    intervalMs: PRUNE_EVERY_MS,
    log,
    async work() {
      const pruned = await pruneUnclaimedFacts(db, UNCLAIMED_DAYS)
      if (pruned > 0) log.info({ pruned }, 'unclaimed_facts.pruned')
      return pruned > 0 ? 'again' : 'idle'
    },
  })
