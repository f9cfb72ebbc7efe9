/** A UPS account of a merchant, from its keys to labels and a cancellation, at a server that is shaped like UPS's. */

import { startUpsServer, type UpsServer } from '@waybill/carriers/testing/ups/server'
import { credentialsOf, registerAccount } from '@waybill/carriers/testing/ups/test-carrier'
import { anAddress, aParcelDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf } from '../api.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const SHOP = 'shop-of-the-ups-test'
const inGeorgia = { province: 'GA', country: 'US', town: null, latitude: null, longitude: null }
const across = {
  pickup_address: anAddress({ ...inGeorgia, city: 'Alpharetta', post_code: '30005', phone: '+14045550100' }),
  dropoff_address: anAddress({ ...inGeorgia, city: 'Atlanta', post_code: '30328', phone: '+14045550101' }),
}

let server: UpsServer
let merchant: Merchant
let account: Awaited<ReturnType<Merchant['addAccount']>>
beforeAll(async () => {
  server = await startUpsServer()
  merchant = await createMerchant()
  const credentials = { ...credentialsOf(SHOP), client_secret: 'another-secret' }
  account = await merchant.addAccount({ carrier_code: 'ups', name: 'Shop', endpoint: server.url, credentials })
})
afterAll(() => server.stop())

test('a wrong secret is refused in the words of UPS, the right one is verified', async () => {
  const { client_secret } = registerAccount(server, SHOP)
  const refused = await merchant.send('POST', `${account.path}/verify`)
  const carrier = { carrier_code: 'ups', code: '10401', message: 'Invalid Authorization Credentials' }
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'credentials_refused', carrier } } })
  dataOf(await merchant.send('PATCH', account.path, { credentials: { client_secret } }), 200)
  expect(dataOf(await merchant.send('POST', `${account.path}/verify`), 200)).toMatchObject({ status: 'verified' })
})

test('negotiated rates are offered, and a missing province is a message', async () => {
  const { carrier_account_id } = account
  const { options } = await merchant.quote((await merchant.createShipment(across)).shipment_id)
  expect(options).toContainEqual(
    expect.objectContaining({
      carrier_account_id,
      carrier_code: 'ups',
      service_code: 'ups_ground',
      service_name: 'UPS Ground',
      amount: '11.20',
      tax_amount: '0.50',
      total_amount: '11.70',
      eta_precision: 'day',
    }),
  )
  const dropoff_address = { ...across.dropoff_address, province: null }
  const unknown = await merchant.createShipment({ ...across, dropoff_address })
  expect((await merchant.quote(unknown.shipment_id)).messages).toContainEqual(
    expect.objectContaining({ carrier_account_id, code: 'missing_field', pointer: '/dropoff_address/province' }),
  )
})

test('a booking buys one shipment, whose labels are there as ZPL and PDF', async () => {
  const parcels = [aParcelDocument(), aParcelDocument()]
  const { booking, shipment, option, path } = await merchant.bookService('ups_ground', { ...across, parcels })
  expect(booking).toMatchObject({ status: 'assigned', carrier_code: 'ups' })
  const { tracking_number, carrier_tracking_url } = booking
  expect(tracking_number).toMatch(/^1Z\w{16}$/)
  expect(carrier_tracking_url).toBe(`https://www.ups.com/track?tracknum=${tracking_number}`)
  const lists = ['bookings', 'shipments'].map((list) => `/api/v1/${list}?tracking_number=${tracking_number}`)
  for (const path of lists) {
    await eventually(async () => {
      expect(dataOf(await merchant.send('GET', path), 200)).toMatchObject([{ shipment_id: shipment.shipment_id }])
    })
  }
  await eventually(async () => {
    const page = await (await fetch(shipment.tracking_url)).text()
    expect(page).toContain(
      `<a href="${carrier_tracking_url}" rel="noreferrer noopener">Tracking number ${tracking_number}</a>`,
    )
  })
  const again = await merchant.book(shipment.shipment_id, option.quote_option_id)
  expect([again.status, again.body.data.booking_id]).toEqual([200, booking.booking_id])
  for (const [format, type, start] of [
    ['zpl', 'application/zpl', '^XA'],
    ['pdf', 'application/pdf', '%PDF'],
  ]) {
    const { headers, text } = await merchant.send('GET', `${path}/label?format=${format}`)
    expect([headers.get('content-type'), text.startsWith(String(start))]).toEqual([type, true])
  }
  const bought = server.store.shipments.filter(({ numbers }) => numbers.includes(booking.carrier_job_id))
  expect(bought.map(({ numbers }) => numbers.length)).toEqual([2])
})

test('a cancelled booking is voided at UPS, and a collected one is not', async () => {
  const first = await merchant.bookService('ups_next_day_air', across)
  dataOf(await merchant.cancel(first.shipment.shipment_id), 200)
  const voided = (id: string) => server.store.find(id)?.isVoided
  expect(voided(first.booking.carrier_job_id)).toBe(true)
  const second = await merchant.bookService('ups_next_day_air', across)
  await server.advance(second.booking.carrier_job_id, 'picked_up')
  expect(await merchant.cancel(second.shipment.shipment_id)).toMatchObject({
    status: 409,
    body: { error: { code: 'cancellation_refused' } },
  })
  expect(voided(second.booking.carrier_job_id)).toBe(false)
})
