/** Fetches photos and signatures of proofs into the object store: the carrier's URLs expire. */
import { createHash } from 'node:crypto'
import type { Media } from '@waybill/carriers/carrier-adapter'
import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import { newId } from '@waybill/contracts/ids'
import { accessAccount } from '../accounts/account-access.ts'
import { systemChange } from '../bookings/recorder.ts'
import type { Dependencies } from '../dependencies.ts'
import { addProofMedia, giveUpProofMedia } from './commands.ts'
import { objectKey, servedType } from './proof-media.ts'
import { type MediaToFetch, settleUnshownMedia, takeMediaToFetch } from './proof-media-repository.ts'

const INTERVAL_MS = 2_000
/** Once nothing was due for 50 s. */
const REST_MS = 5_000
const BATCH = 4
/** Media rescheduled or ended per run because no booking shows them. */
const UNSHOWN_BATCH = 100
/** 1 + 2 + 4 + … + 256 minutes: after about eight hours the carrier is taken not to have it. */
const MAX_ATTEMPTS = 10
const FETCH_TIMEOUT_MS = 15_000

export const startProofFetching = (
  dependencies: Dependencies,
  { intervalMs = INTERVAL_MS }: { intervalMs?: number } = {},
): Loop =>
  startLoop({
    name: 'booking.proofs',
    intervalMs,
    restMs: Math.max(intervalMs, REST_MS),
    log: dependencies.log,
    async work() {
      const unshown = await settleUnshownMedia(dependencies.db, UNSHOWN_BATCH)
      const due = await takeMediaToFetch(dependencies.db, BATCH)
      await Promise.all(due.map((media) => fetchIntoStore(dependencies, media)))
      if (due.length === 0 && unshown === 0) return 'rest'
      return due.length === BATCH || unshown === UNSHOWN_BATCH ? 'again' : 'idle'
    },
  })

async function fetchIntoStore(dependencies: Dependencies, media: MediaToFetch): Promise<void> {
  const { db, objects, recorder, log } = dependencies
  const { environmentId, bookingId, name } = media
  try {
    const { bytes, contentType } = await fetchMedia(dependencies, media)
    const key = objectKey(media)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await objects.put(key, bytes, contentType)
    const stored = { objectKey: key, sha256, contentType }
    await transact(db, (trx) => addProofMedia(trx, media, stored, recorder(systemChange())))
  } catch (error) {
    // One photo's failure must not stop the others. It is retried until MAX_ATTEMPTS.
    const givenUp = media.attempts >= MAX_ATTEMPTS
    log.warn({ err: error, environmentId, bookingId, name, attempts: media.attempts, givenUp }, 'proof.fetch_failed')
    if (givenUp) await transact(db, (trx) => giveUpProofMedia(trx, media, recorder(systemChange())))
  }
}

async function fetchMedia(dependencies: Dependencies, media: MediaToFetch): Promise<Media> {
  const { contentType, sourceUrl, sourceBytes, carrierCode } = media
  if (sourceBytes !== null) return { contentType, bytes: sourceBytes }
  const adapter = dependencies.carriers.get(carrierCode)
  if (adapter === undefined || sourceUrl === null) throw new Error('the carrier gave neither a URL nor the bytes')
  const access = await accessAccount(dependencies, adapter.descriptor, media)
  if ('failure' in access) throw new Error(`the carrier was not asked: ${access.failure.code}`)
  const outcome = await adapter.media(sourceUrl, {
    account: access.account,
    deadlineAt: new Date(Date.now() + FETCH_TIMEOUT_MS),
    requestId: newId('req'),
  })
  if (outcome.kind === 'failed') throw new Error(`the carrier did not return it: ${outcome.failure.code}`)
  return { ...outcome.media, contentType: servedType(outcome.media.contentType) }
}
