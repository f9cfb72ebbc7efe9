/** Erases the personal data of bookings after their shipment was erased. */
import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { transact } from '@waybill/chassis/postgres/database'
import { type Erasure, erasureEvent, findErasure, NotYet, recordErasure } from '@waybill/chassis/retention/erasures'
import { countChassisRows, eraseEventTraces } from '@waybill/chassis/retention/prune-subjects'
import type { StoredData } from '@waybill/chassis/rpc/operator-service'
import { AppError } from '@waybill/contracts/app-error'
import { erasedDocument } from '@waybill/contracts/erasure'
import type { Db, Trx } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import { objectKey } from '../documents/proof-media.ts'
import { lockJob } from '../facts/repository.ts'
import type { EraseJob } from '../simulator-client.ts'
import { countBookingRows, listJobs, listMedia, lockBookingsToErase, writeErased } from './repository.ts'

const simulatedCarriers = new Set<string>(simulatedDescriptors.map(({ carrierCode }) => carrierCode))

/**
 * A pass over the bookings of an erased shipment. The first pass also emits `booking.erased` for each. Objects are removed
 * after the commit that erases their rows; a pass that is interrupted is repeated. Throws `NotYet` while a booking or an
 * operation of the shipment is open.
 */
export const createErasurePass =
  ({ db, objects, eraseJob }: Pick<Dependencies, 'db' | 'objects'> & { eraseJob: EraseJob }) =>
  async (erasure: Erasure): Promise<void> => {
    const { environmentId, subjectId: shipmentId } = erasure
    const { bookingIds, jobs } = await transact(db, (trx) => eraseBookings(trx, erasure))
    for (const media of await listMedia(db, environmentId, bookingIds)) {
      await objects.remove(objectKey(media))
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
  // With the jobs locked, concurrent reports are either overwritten below or see that the booking is erased.
  const jobs = await listJobs(trx, environmentId, bookingIds)
  for (const { carrierAccountId, carrierJobId } of jobs) {
    await lockJob({ environmentId, carrierAccountId }, carrierJobId).execute(trx)
  }
  await writeErased(trx, { environmentId, shipmentId }, bookingIds)
  for (const bookingId of bookingIds) {
    const bookingErasure = { ...erasure, subjectType: 'booking', subjectId: bookingId }
    if (await recordErasure(trx, bookingErasure, { passes: null }))
      await appendOutbox(trx, [erasureEvent(bookingErasure)])
  }
  return { bookingIds, jobs }
}

/** Throws `data_erased` for an erased booking. */
export async function assertNotErased(db: Db, environmentId: string, bookingId: string): Promise<void> {
  const erasure = await findErasure(db, environmentId, bookingId)
  if (erasure === undefined) return
  const when = erasure.erasedAt.toISOString()
  throw new AppError(
    'data_erased',
    `The personal data of booking ${bookingId}, with its labels and proofs, was erased at ${when}.`,
  )
}

/** Counts the rows about a shipment, by table. */
export async function describeStoredData(db: Db, environmentId: string, shipmentId: string): Promise<StoredData> {
  const { bookingIds, tables } = await countBookingRows(db, { environmentId, shipmentId })
  const chassisTables = await countChassisRows(db, environmentId, [shipmentId, ...bookingIds])
  return { tables: { ...tables, ...chassisTables }, subjectIds: bookingIds }
}
