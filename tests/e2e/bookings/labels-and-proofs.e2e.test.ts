/** Labels, and photos and signatures of proofs of delivery, with and without a token. */
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { get, getData, type Reply } from '../api.ts'
import { advance, bookShipment } from '../journeys.ts'

const opened = (url: string) => get(url.slice(new URL(url).origin.length), { token: null })
const getKind = ({ status, headers, text }: Reply) => [status, headers.get('content-type'), text.slice(0, 3)]

test('the label is available in every format, with a token and by its signed URL', async () => {
  const { booking } = await bookShipment()
  const label = `/api/v1/bookings/${booking.booking_id}/label`
  expect(getKind(await get(label))).toEqual([200, 'application/pdf', '%PD'])
  expect(getKind(await get(`${label}?size=a4`))).toEqual([200, 'application/pdf', '%PD'])
  expect(getKind(await get(`${label}?format=zpl`))).toEqual([200, 'application/zpl', '^XA'])
  expect((await get(`${label}?format=png`)).headers.get('content-type')).toBe('image/png')
  expect(getKind(await opened(booking.label_url))).toEqual([200, 'application/pdf', '%PD'])
  expect(getKind(await opened(`${booking.label_url}&format=zpl`))[1]).toBe('application/zpl')
  const expired = booking.label_url.replace(/expires=\d+/, 'expires=1600000000')
  expect((await opened(expired)).body.error.code).toBe('label_not_found')
})

test('the number printed on the label finds the booking and its shipment', async () => {
  const { booking, shipment } = await bookShipment()
  expect(booking.carrier_job_id).toMatch(/^[A-Z]+\d{12}$/)
  const found = async (list: string) => getData(await get(`/api/v1/${list}?q=${booking.carrier_job_id}`), 200)
  await eventually(async () => {
    expect(await found('bookings')).toMatchObject([{ booking_id: booking.booking_id }])
    expect(await found('shipments')).toMatchObject([{ shipment_id: shipment.shipment_id }])
  })
})

test('an unknown format and one that the carrier does not support are different errors', async () => {
  const { booking } = await bookShipment()
  const label = `/api/v1/bookings/${booking.booking_id}/label`
  expect((await get(`${label}?format=gif`)).body.error.code).toBe('invalid_parameter')
  const { error } = (await get(`${label}?format=zpl&size=a4`)).body
  expect(error.code).toBe('invalid_parameter')
  expect(error.message).toContain('zpl in size 4x6')
})

test('a delivery has a photo and a signature, which need no token', async () => {
  const { shipment, booking } = await bookShipment()
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  const pod = await eventually(
    async () => {
      const shown = getData(await get(`/api/v1/bookings/${booking.booking_id}`), 200).pod
      if (!shown?.photos[0] || !shown.signature) throw new Error('the proof is not whole yet')
      return shown
    },
    { timeoutMs: 60_000, intervalMs: 200 },
  )
  for (const url of [pod.photos[0].url, pod.signature.url]) {
    const reply = await opened(url)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
    const other = await opened(url.replace(/signature=\w{4}/, 'signature=0000'))
    expect([other.status, other.body.error.code]).toEqual([404, 'proof_not_found'])
  }
})
