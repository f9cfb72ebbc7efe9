/** Fetches photos and signatures of proofs into our own store: the carrier's addresses of them expire. */
import { createHash } from 'node:crypto'
import type { Media } from '@waybill/carriers/carrier-adapter'
import { transact } from '@waybill/chassis/postgres/database'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import { newId } from '@waybill/contracts/ids'
import { addProofMedia } from '../bookings/commands.ts'
import { systemChange } from '../bookings/recorder.ts'
import type { Dependencies } from '../dependencies.ts'
import { carrierAccount } from '../operations/carrier-requests.ts'
import { objectKeyOf, servedType } from './proof-media.ts'
import {
  type MediaToFetch,
  markMediaFailed,
  markMediaStored,
  passOverMedia,
  takeMediaToFetch,
} from './proof-media-repository.ts'

const INTERVAL_MS = 2_000
const BATCH = 4
/** Of those that are not fetched. */
const PASSED_OVER_BATCH = 100
/** 1 + 2 + 4 + … + 256 minutes: eight hours, then the carrier does not have it. */
const MAX_ATTEMPTS = 10
const FETCH_TIMEOUT_MS = 15_000

export const startProofs = (dependencies: Dependencies): Loop =>
  startLoop({
    name: 'booking.proofs',
    intervalMs: INTERVAL_MS,
    log: dependencies.log,
    async work() {
      const passedOver = await passOverMedia(dependencies.db, PASSED_OVER_BATCH)
      const due = await takeMediaToFetch(dependencies.db, BATCH)
      await Promise.all(due.map((media) => keep(dependencies, media)))
      return due.length === BATCH || passedOver === PASSED_OVER_BATCH ? 'again' : 'idle'
    },
  })

async function keep(dependencies: Dependencies, media: MediaToFetch): Promise<void> {
  const { db, objects, recorder, log } = dependencies
  const { environmentId, bookingId, podId, name } = media
  try {
    const { bytes, contentType } = await fetchMedia(dependencies, media)
    const objectKey = objectKeyOf(media)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await objects.put(objectKey, bytes, contentType)
    await transact(db, async (trx) => {
      const stored = { podId, name, contentType, sha256, signerName: media.signerName }
      await addProofMedia(trx, media, stored, recorder(systemChange()))
      await markMediaStored(trx, media, { objectKey, sha256, contentType })
    })
  } catch (error) {
    // One photo's trouble is not the others': its next turn comes, until it is given up.
    const givenUp = media.attempts >= MAX_ATTEMPTS
    log.warn({ err: error, environmentId, bookingId, name, attempts: media.attempts, givenUp }, 'proof.fetch_failed')
    if (givenUp) await markMediaFailed(db, media)
  }
}

async function fetchMedia(dependencies: Dependencies, media: MediaToFetch): Promise<Media> {
  const { contentType, sourceUrl, sourceBytes, carrierCode } = media
  if (sourceBytes !== null) return { contentType, bytes: sourceBytes }
  const adapter = dependencies.carriers.get(carrierCode)
  if (adapter === undefined || sourceUrl === null) throw new Error('the photo or signature is at no address')
  const outcome = await adapter.media(sourceUrl, {
    account: carrierAccount(media.environmentId, media.carrierAccountId, media.livemode),
    deadlineAt: new Date(Date.now() + FETCH_TIMEOUT_MS),
    requestId: newId('req'),
  })
  if (outcome.kind === 'failed') throw new Error(`the carrier did not give it: ${outcome.failure.code}`)
  return { ...outcome.media, contentType: servedType(outcome.media.contentType) }
}
