/** Photos and signatures of proofs: fetched into our store, served by URLs that expire. */
import { createHash } from 'node:crypto'
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMedia, writeErased } from '../erasure/repository.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'
import { insertProofMedia } from './proof-media-repository.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

async function delivered({ mediaFault }: { mediaFault?: [mode: string, times: number] } = {}) {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  if (mediaFault) await merchant.fault('media', ...mediaFault)
  await merchant.advance(shipmentId, { status: 'delivered' })
  return { merchant, shipmentId, bookingId }
}

/** The proof, once its photo and its signature are stored. */
const wholeProof = ({ merchant, bookingId }: Awaited<ReturnType<typeof delivered>>) =>
  eventually(async () => {
    const { pod } = await merchant.booking(bookingId)
    const photo = pod?.photos[0]
    if (!pod || !photo || !pod.signature) throw new Error('the proof is not whole yet')
    return { ...pod, photo, signature: pod.signature }
  })

const PNG = Buffer.from('\x89PNG', 'latin1')

test('a delivered booking shows photo and signature, which their URLs open', async () => {
  const given = await delivered()
  const { photo, signature } = await wholeProof(given)
  expect(photo).toMatchObject({ content_type: 'image/png', url: expect.stringContaining('/proof/photo-1?') })
  expect(Date.parse(photo.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect(signature).toMatchObject({
    signer_name: expect.any(String),
    content_type: 'image/png',
    expires_at: photo.expires_at,
    url: expect.stringContaining('/proof/signature?'),
  })
  const opened = await given.merchant.openMedia(photo.url)
  expect(opened.content_type).toBe('image/png')
  expect(opened.content.subarray(0, 4)).toEqual(PNG)
  expect(createHash('sha256').update(opened.content).digest('hex')).toBe(photo.sha256)
  const signed = await given.merchant.openMedia(signature.url)
  expect(signed.content.subarray(0, 4)).toEqual(PNG)
  expect(createHash('sha256').update(signed.content).digest('hex')).toBe(signature.sha256)
  // Sequences have no gap; the photo and the signature are one change each.
  const [one, other, ready] = (await given.merchant.events(given.bookingId)).slice(-3)
  expect([one, other, ready]).toEqual(['booking.updated', 'booking.updated', 'booking.proof_ready'])
})

test('booking.proof_ready follows booking.delivered once photo and signature are stored', async () => {
  const given = await delivered()
  await wholeProof(given)
  const types = await given.merchant.events(given.bookingId)
  expect(types.filter((type) => type === 'booking.proof_ready')).toHaveLength(1)
  expect(types.slice(types.indexOf('booking.delivered') + 1)).toEqual([
    ...['booking.updated', 'booking.updated', 'booking.proof_ready'],
  ])
  const { public: event } = await system.db
    .selectFrom('outbox')
    .select('public')
    .where('subject_id', '=', given.bookingId)
    .where('type', '=', 'booking.proof_ready')
    .executeTakeFirstOrThrow()
  const media = { photos: [{ content_type: 'image/png' }], signature: { signer_name: expect.any(String) } }
  expect(event).toMatchObject({ data: { object: { status: 'delivered', pod: media } } })
})

test('a proof of which one photo cannot be fetched is ready once that is given up', async () => {
  const { merchant, bookingId, jobId } = await bookedJob()
  await merchant.fault('media', 'refuse', 1_000)
  await reportDelivery(merchant, jobId)
  await eventually(async () => expect(await getMedia(merchant)).toMatchObject(both({ state: 'due', attempts: 1 })))
  const media = system.db.updateTable('proof_media').where('environment_id', '=', merchant.environmentId)
  await media
    .set({ due_at: new Date(0), attempts: 9 })
    .where('name', '=', 'photo-1')
    .execute()
  await eventually(async () => expect((await getMedia(merchant))[0]).toMatchObject({ state: 'failed' }))
  expect(await merchant.events(bookingId)).not.toContain('booking.proof_ready')
  await media
    .set({ due_at: new Date(0), source_bytes: PNG })
    .where('name', '=', 'signature')
    .execute()
  await eventually(async () => expect((await merchant.events(bookingId)).at(-1)).toBe('booking.proof_ready'))
  expect(await merchant.booking(bookingId)).toMatchObject({ pod: { photos: [], signature: {} } })
})

test('a proof without photo and signature is never announced as ready', async () => {
  const { merchant, bookingId, jobId } = await bookedJob()
  const occurred_at = new Date().toISOString()
  const recipient = { recipient_name: 'Grace Miller', relationship: 'recipient', location: null, notes: null }
  const proof = { captured_at: occurred_at, ...recipient, photos: [], signature: null }
  await merchant.report('city_van', { id: 'f1', job_id: jobId, code: 'DELIVERED', occurred_at, proof })
  expect((await merchant.events(bookingId)).at(-1)).toBe('booking.delivered')
})

test('later facts keep fetched media', async () => {
  const given = await delivered()
  const { photo } = await wholeProof(given)
  const { carrier_job_id } = await given.merchant.booking(given.bookingId)
  await given.merchant.report('city_van', { job_id: carrier_job_id, code: 'BEAMED_UP' })
  expect((await wholeProof(given)).photo.sha256).toBe(photo.sha256)
})

test('a URL for another photo or booking, altered or expired, opens nothing', async () => {
  const given = await delivered()
  const { photo } = await wholeProof(given)
  const refused = (url: string) =>
    expect(given.merchant.openMedia(url)).rejects.toMatchObject({ code: 'proof_not_found' })
  await refused(photo.url.replace('photo-1', 'signature'))
  await refused(photo.url.replace(/bkg_\w+/, (await delivered()).bookingId))
  await refused(photo.url.replace(/expires=\d+/, 'expires=1600000000'))
  await refused(photo.url.replace(/signature=\w{4}/, 'signature=0000'))
})

test('a token opens media of its environment only', async () => {
  const given = await delivered()
  await wholeProof(given)
  const { bookingId } = given
  expect((await given.merchant.media(bookingId, 'photo-1')).content_type).toBe('image/png')
  const stranger = aMerchant(system, booking)
  await expect(stranger.media(bookingId, 'photo-1')).rejects.toMatchObject({ code: 'proof_not_found' })
  await expect(given.merchant.media(bookingId, 'photo-2')).rejects.toMatchObject({ code: 'proof_not_found' })
})

test.for([
  ['does not give a photo', ['500', 3]],
  ['answers with what is no image', ['malformed', 2]],
] as const)('retries later if the carrier %s; the delivery is shown in any case', async ([, [mode, times]]) => {
  const given = await delivered({ mediaFault: [mode, times] })
  expect(await given.merchant.booking(given.bookingId)).toMatchObject({ status: 'delivered' })
  await eventually(async () => {
    const tried = await system.db
      .selectFrom('proof_media')
      .select(['state', 'attempts'])
      .where('environment_id', '=', given.merchant.environmentId)
      .execute()
    expect(tried.some(({ state, attempts }) => state === 'due' && attempts === 1)).toBe(true)
  })
  await system.db
    .updateTable('proof_media')
    .set({ due_at: new Date(0) })
    .where('environment_id', '=', given.merchant.environmentId)
    .execute()
  const { photo, signature } = await wholeProof(given)
  for (const { url } of [photo, signature]) {
    expect((await given.merchant.openMedia(url)).content.subarray(0, 4)).toEqual(PNG)
  }
})

const bookedJob = async (document?: { parcels: object[] }) => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer('city_van', document)
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const [job] = await merchant.jobs(shipmentId)
  return { merchant, shipmentId, bookingId, jobId: job?.id ?? expect.fail('there is no job') }
}

interface DeliveryReport {
  id?: string
  reference?: string
  secondsAgo?: number
  getMedia?: string
  proof?: null
  parcel?: { number: number; tracking_number: string }
}

/** A carrier's report of a delivery, with photo and signature at these URLs. */
const reportDelivery = (
  merchant: Merchant,
  jobId: string,
  { id = 'f1', reference = 'unknown', secondsAgo = 60, getMedia = jobId, ...facts }: DeliveryReport = {},
) => {
  const occurred_at = new Date(Date.now() - secondsAgo * 1_000).toISOString()
  const at = (name: string) => ({ path: `/jobs/${getMedia}/proof/${name}.png`, content_type: 'image/png' })
  const media = { photos: [at('photo-1')], signature: { ...at('signature'), signer_name: 'Grace Miller' } }
  const recipient = { recipient_name: 'Grace Miller', relationship: 'recipient', location: null, notes: null }
  const proof = { captured_at: occurred_at, ...recipient, ...media }
  return merchant.report('city_van', { id, reference, job_id: jobId, code: 'DELIVERED', occurred_at, proof, ...facts })
}

const getMedia = ({ environmentId }: Merchant, factKey = 'f1') =>
  system.db
    .selectFrom('proof_media')
    .selectAll()
    .select(sql<boolean>`due_at > now()`.as('isPutOff'))
    .where('environment_id', '=', environmentId)
    .where('fact_key', '=', factKey)
    .orderBy('name')
    .execute()

const both = (row: object) => [
  { name: 'photo-1', ...row },
  { name: 'signature', ...row },
]

test('does not store photos of a delivery that is reported after our cancellation', async () => {
  const { merchant, shipmentId, bookingId, jobId } = await bookedJob()
  await merchant.cancel(shipmentId)
  expect(await reportDelivery(merchant, jobId)).toBe(1)
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'cancelled', pod: null })
  expect(await getMedia(merchant)).toEqual([])
  // The previous version stored them.
  const { environmentId } = merchant
  const source = { environmentId, carrierAccountId: defaultCarrierAccountId(environmentId, 'city_van') }
  const photo = { podId: 'pod_1', name: 'photo-1', contentType: 'image/png', signerName: null, sourceUrl: null }
  const kept = { ...photo, carrierJobId: jobId, factKey: 'f1', sourceBytes: PNG }
  await transact(system.db, (trx) => insertProofMedia(trx, source, [kept]))
  const ended = [{ state: 'failed', attempts: 0, source_bytes: null }]
  await eventually(async () => expect(await getMedia(merchant)).toMatchObject(ended))
})

test('stores the photo of a parcel once all are delivered, whichever is reported first', async () => {
  const box = { title: 'Box', weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }
  const { merchant, shipmentId, bookingId, jobId } = await bookedJob({ parcels: [box, box] })
  const { parcels } = await merchant.booking(bookingId)
  const named = (number: number) => ({ number, tracking_number: parcels[number - 1]?.tracking_number ?? '' })
  await reportDelivery(merchant, jobId, { parcel: named(2) })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'picked_up', pod: null })
  const media = system.db.updateTable('proof_media').where('environment_id', '=', merchant.environmentId)
  await media.set({ due_at: new Date(0) }).execute()
  // Looked at, and kept.
  await eventually(async () =>
    expect(await getMedia(merchant)).toMatchObject(both({ state: 'due', attempts: 0, isPutOff: true })),
  )
  await reportDelivery(merchant, jobId, { id: 'f2', secondsAgo: 90, proof: null, parcel: named(1) })
  expect(await merchant.booking(bookingId)).toMatchObject({ status: 'delivered', pod: {} })
  await media.set({ due_at: new Date(0), source_bytes: PNG }).execute()
  await wholeProof({ merchant, shipmentId, bookingId })
})

test('does not store photos of a delivery by a carrier that had refused the job', async () => {
  const merchant = aMerchant(system, booking)
  const box = { title: 'SIM-REFUSE:city_van', weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }
  const { shipmentId, optionId } = await merchant.offer('city_van', { parcels: [box] })
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'carrier_refused' })
  const { attempt_id: reference } = await system.db
    .selectFrom('carrier_attempt')
    .select('attempt_id')
    .where('environment_id', '=', merchant.environmentId)
    .executeTakeFirstOrThrow()
  expect(await reportDelivery(merchant, 'job_refused', { reference })).toBe(1)
  expect(await getMedia(merchant)).toEqual([])
})

test('stops fetching photos of a replaced proof, and an erasure finds them', async () => {
  const { merchant, shipmentId, bookingId, jobId } = await bookedJob()
  await reportDelivery(merchant, jobId, { getMedia: 'job_of_nobody' })
  await eventually(async () => expect(await getMedia(merchant)).toMatchObject(both({ state: 'due', attempts: 1 })))
  await merchant.advance(shipmentId, { status: 'delivered' })
  await wholeProof({ merchant, shipmentId, bookingId })
  // As if the carrier had sent the bytes.
  await system.db
    .updateTable('proof_media')
    .set({ due_at: new Date(0), source_bytes: PNG })
    .where('environment_id', '=', merchant.environmentId)
    .where('fact_key', '=', 'f1')
    .execute()
  const ended = both({ state: 'failed', attempts: 1, source_bytes: null })
  await eventually(async () => expect(await getMedia(merchant)).toMatchObject(ended))
  // One that arrives after its replacement is not fetched at all.
  await reportDelivery(merchant, jobId, { id: 'f0', secondsAgo: 90 })
  expect(await getMedia(merchant, 'f0')).toEqual([])

  const { environmentId } = merchant
  const [{ pod_id: podId } = { pod_id: '' }] = await getMedia(merchant)
  const reached = await listMedia(system.db, environmentId, [bookingId])
  expect(reached).toContainEqual({ environmentId, bookingId, podId, name: 'photo-1' })
  await transact(system.db, (trx) => writeErased(trx, { environmentId, shipmentId }, [bookingId]))
  expect(await getMedia(merchant)).toMatchObject(both({ state: 'erased', signer_name: null, source_url: null }))
})

test('photos that arrive before the booking wait for it and are shown', async () => {
  const doomed = await system.start({
    onStep(name) {
      if (name === 'book.finish') throw new Error('killed')
    },
  })
  const merchant = aMerchant(system, doomed)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await doomed.stop()
  const [job] = await merchant.jobs(shipmentId)
  await system.simulator('POST', `/jobs/${job?.id}/advance`, { status: 'delivered' })
  const living = aMerchant(system, booking, merchant.environmentId)
  await reportDelivery(living, job?.id ?? '')
  await eventually(async () =>
    expect(await getMedia(living)).toMatchObject(both({ state: 'due', attempts: 0, isPutOff: true })),
  )
  expect(await living.booking(bookingId)).toMatchObject({ status: 'assigned', pod: null })
  await sql`update operation set lease_until = now() where booking_id = ${bookingId}`.execute(system.db)
  const { photo } = await wholeProof({ merchant: living, shipmentId, bookingId })
  expect((await living.openMedia(photo.url)).content.subarray(0, 4)).toEqual(PNG)
})
