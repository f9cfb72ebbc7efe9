/** Photos and signatures of proofs: fetched into our own store, shown by addresses that end. */
import { createHash } from 'node:crypto'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBookingSystem, type BookingSystem, type RunningBooking } from './testing/a-booking-system.ts'
import { aMerchant, dataOf } from './testing/a-merchant.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await aBookingSystem()
  booking = await system.start()
}, 120_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

async function delivered({ mediaFault }: { mediaFault?: [mode: string, times: number] } = {}) {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = dataOf<PublicBooking>(await merchant.book(shipmentId, optionId))
  if (mediaFault) await merchant.fault('media', ...mediaFault)
  await merchant.advance(shipmentId, { status: 'delivered' })
  return { merchant, shipmentId, bookingId }
}

/** The proof, once its photo and its signature have come. */
const wholeProof = ({ merchant, bookingId }: Awaited<ReturnType<typeof delivered>>) =>
  eventually(async () => {
    const { pod } = await merchant.booking(bookingId)
    const photo = pod?.photos[0]
    if (!pod || !photo || !pod.signature) throw new Error('the proof is not whole yet')
    return { ...pod, photo, signature: pod.signature }
  })

const PNG = Buffer.from('\x89PNG', 'latin1')

test('a delivered booking shows photo and signature, which open by their addresses', async () => {
  const given = await delivered()
  const { photo, signature } = await wholeProof(given)
  expect(photo).toMatchObject({ content_type: 'image/png', url: expect.stringContaining('/proof/photo-1?') })
  expect(Date.parse(photo.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect(signature).toMatchObject({
    signer_name: expect.any(String),
    url: expect.stringContaining('/proof/signature?'),
  })
  const opened = await given.merchant.openMedia(photo.url)
  expect(opened.content_type).toBe('image/png')
  expect(opened.content.subarray(0, 4)).toEqual(PNG)
  expect(createHash('sha256').update(opened.content).digest('hex')).toBe(photo.sha256)
  expect((await given.merchant.openMedia(signature.url)).content.subarray(0, 4)).toEqual(PNG)
  // Its events count on without a gap; the photo and the signature are a change each.
  expect((await given.merchant.events(given.bookingId)).slice(-2)).toEqual(['booking.updated', 'booking.updated'])
})

test('facts that come later leave what was fetched', async () => {
  const given = await delivered()
  const { photo } = await wholeProof(given)
  const { carrier_job_id } = await given.merchant.booking(given.bookingId)
  await given.merchant.report('city_van', { job_id: carrier_job_id, code: 'BEAMED_UP' })
  expect((await wholeProof(given)).photo.sha256).toBe(photo.sha256)
})

test('an address for another photo, of another booking, changed or expired opens nothing', async () => {
  const given = await delivered()
  const { photo } = await wholeProof(given)
  const refused = (url: string) =>
    expect(given.merchant.openMedia(url)).rejects.toMatchObject({ code: 'proof_not_found' })
  await refused(photo.url.replace('photo-1', 'signature'))
  await refused(photo.url.replace(/bkg_\w+/, (await delivered()).bookingId))
  await refused(photo.url.replace(/expires=\d+/, 'expires=1600000000'))
  await refused(photo.url.replace(/signature=\w{4}/, 'signature=0000'))
})

test('a token opens its own environment and no other', async () => {
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
] as const)('a carrier that %s is asked again later, and the delivery stands meanwhile', async ([, [mode, times]]) => {
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
