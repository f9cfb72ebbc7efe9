/** Revoked URLs of labels and proofs open nothing; new ones do. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

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

async function delivered() {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  await merchant.advance(shipmentId, { status: 'delivered' })
  const links = await eventually(async () => getLinks(await merchant.booking(bookingId)))
  return { merchant, bookingId, ...links }
}

function getLinks({ label_url: labelUrl, pod }: PublicBooking) {
  const photoUrl = pod?.photos[0]?.url
  const signatureUrl = pod?.signature?.url
  if (!labelUrl || !photoUrl || !signatureUrl) throw new Error('the proof is not whole yet')
  return { labelUrl, photoUrl, signatureUrl }
}

test('revoked URLs open nothing, and the answer has new ones that do', async () => {
  const { merchant, bookingId, labelUrl, photoUrl, signatureUrl } = await delivered()
  expect((await merchant.openLabel(labelUrl)).content_type).toBe('application/pdf')
  expect((await merchant.openMedia(photoUrl)).content_type).toBe('image/png')
  const before = await merchant.booking(bookingId)
  const events = await merchant.events(bookingId)

  const answer = await merchant.revokeLinks(bookingId)
  const after = getData<PublicBooking>(answer)
  expect({ ...after, label_url: before.label_url, pod: before.pod, parcels: before.parcels }).toEqual(before)
  const readParcelUrl = ({ parcels }: PublicBooking) => parcels[0]?.label_url ?? 'none'
  await expect(merchant.openLabel(readParcelUrl(before))).rejects.toMatchObject({ code: 'label_not_found' })
  expect((await merchant.openLabel(readParcelUrl(after))).content_type).toBe('application/pdf')
  await expect(merchant.openLabel(labelUrl)).rejects.toMatchObject({ code: 'label_not_found' })
  await expect(merchant.openMedia(photoUrl)).rejects.toMatchObject({ code: 'proof_not_found' })
  await expect(merchant.openMedia(signatureUrl)).rejects.toMatchObject({ code: 'proof_not_found' })
  const renewed = getLinks(after)
  expect(getLinks(await merchant.booking(bookingId))).toEqual(renewed)
  expect((await merchant.openLabel(renewed.labelUrl)).content_type).toBe('application/pdf')
  expect((await merchant.openMedia(renewed.photoUrl)).content_type).toBe('image/png')
  expect((await merchant.openMedia(renewed.signatureUrl)).content_type).toBe('image/png')
  // With a token the documents are readable as before, and the carrier's reports go on from where they were.
  expect((await merchant.label(bookingId, {})).content_type).toBe('application/pdf')
  expect(await merchant.events(bookingId)).toEqual(events)
})

test('a repeat with the same key changes nothing, a new call revokes again', async () => {
  const { merchant, bookingId } = await delivered()
  const given = { key: newId('op') }
  const first = getLinks(getData<PublicBooking>(await merchant.revokeLinks(bookingId, given)))
  const repeated = await merchant.revokeLinks(bookingId, given)
  expect([repeated.replayed, getLinks(getData<PublicBooking>(repeated))]).toEqual([true, first])
  expect((await merchant.openLabel(first.labelUrl)).content_type).toBe('application/pdf')
  await merchant.revokeLinks(bookingId)
  await expect(merchant.openLabel(first.labelUrl)).rejects.toMatchObject({ code: 'label_not_found' })
})

test('another merchant, and a booking that does not exist, are answered 404', async () => {
  const { merchant, bookingId, labelUrl } = await delivered()
  const answers = [
    await aMerchant(system, booking).revokeLinks(bookingId),
    await merchant.revokeLinks(newId('bkg')),
    await merchant.revokeLinks('nonsense'),
  ]
  for (const { status, body } of answers) {
    expect([status, JSON.parse(body.toString())]).toMatchObject([404, { error: { code: 'booking_not_found' } }])
  }
  expect((await merchant.openLabel(labelUrl)).content_type).toBe('application/pdf')
})
