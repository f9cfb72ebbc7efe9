/**
 * An account of a merchant at each carrier, from refused credentials to a cancellation, at a server that is shaped like the vendor's.
 * Behaviour of one vendor alone is in the tests of its adapter.
 */
import type { RunningVendor } from '@waybill/carriers/conformance/test-carrier'
import { realTestCarriers } from '@waybill/carriers/testing/real-carriers'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transportDocument } from '../../support/transport-document.ts'
import { call, getData, post, type Reply } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createMerchant, type Merchant } from './merchant.ts'
import { rows } from './rows.ts'

const PATIENT = { timeoutMs: 60_000 }

const carriers = realTestCarriers.map((carrier) => {
  const { carrierCode: code } = carrier.descriptor
  return { code, carrier, row: rows[code] ?? expect.fail(`there is no row of ${code}`) }
})
const getCarrier = (wanted: string) => carriers.find(({ code }) => code === wanted) ?? expect.fail(wanted)

interface Stage {
  vendor: RunningVendor
  merchant: Merchant
  account: Awaited<ReturnType<Merchant['addAccount']>>
  /** The answer to the verification of credentials that the vendor refuses, and the account after it. */
  refused: Reply
  failing: object
  verified: Reply
  route: ReturnType<typeof transportDocument>
  /** Moves the job at the vendor, which calls back. */
  advance(jobId: string, to: 'picked_up' | 'delivered'): Promise<void>
}

/** A merchant whose account has been refused once, and is verified. */
async function openStage({ code, carrier, row }: ReturnType<typeof getCarrier>): Promise<Stage> {
  const { mode = 'test' } = row
  const vendor = await carrier.start()
  const { server, served } = vendor.subject()
  const merchant = await createMerchant(mode)
  const before = `cac_before_${code}`
  const document = { carrier_code: code, name: 'Shop', endpoint: vendor.url }
  const account = await merchant.addAccount({ ...document, credentials: vendor.addAccount(before, mode) })
  // A token that is refused is replaced once.
  await server.order({ carrierAccountId: before, operation: 'verify', mode: '401', times: 2 })
  const refused = await merchant.send('POST', `${account.path}/verify`)
  const failing = await merchant.read(account.path)
  const credentials = vendor.addAccount(account.carrier_account_id, mode)
  getData(await merchant.send('PATCH', account.path, { credentials }), 200)
  const verified = await merchant.send('POST', `${account.path}/verify`)
  const isForwarded = carrier.descriptor.account?.callbacks === 'manual'
  const forwarded = new Map<string, number>()

  return {
    vendor,
    merchant,
    account,
    refused,
    failing,
    verified,
    route: transportDocument(served),
    async advance(jobId, to) {
      await server.advance(jobId, to)
      if (!isForwarded) return
      // To the address that the merchant would enter at the vendor.
      const from = forwarded.get(jobId) ?? 0
      const callbacks = await server.listCallbacks(jobId, from + 1)
      forwarded.set(jobId, callbacks.length)
      for (const { headers, rawBody } of callbacks.slice(from)) {
        const { host, connection, 'content-length': _, 'transfer-encoding': __, ...own } = headers
        const sent = { headers: own as Record<string, string>, raw: rawBody, token: null }
        expect((await call('POST', account.callback_url, sent)).status).toBe(202)
      }
    },
  }
}

const FIRST_BYTES = { pdf: '%PDF', zpl: '^XA', png: '\uFFFDPNG' }

describe.each(carriers)('$code', (each) => {
  const { code, row, carrier } = each
  const { descriptor } = carrier
  const callsBack = descriptor.account?.callbacks !== 'none'
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(each)
  })
  afterAll(() => stage?.vendor.stop())

  const bookIt = () => stage.merchant.bookService(row.service, stage.route)
  const isLive = (jobId: string) => stage.vendor.jobs().find(({ carrierJobId }) => carrierJobId === jobId)?.isLive

  test('credentials are refused in the words of the carrier, and verified', async () => {
    const { refused, failing, verified } = stage
    const refusal = { carrier_code: code, ...row.refusal }
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'credentials_refused', carrier: refusal } } })
    expect(failing).toMatchObject({ status: 'failing' })
    expect(getData(verified, 200)).toMatchObject({ status: 'verified' })
  })

  test('an offer has its price, and a missing field is a message with its pointer', async () => {
    const { merchant, route, account } = stage
    const { carrier_account_id } = account
    const { options } = await merchant.quote((await merchant.createShipment(route)).shipment_id)
    const own = { carrier_account_id, carrier_code: code, service_code: row.service, currency: 'USD' }
    expect(options).toContainEqual(expect.objectContaining({ ...own, ...row.offer }))
    const [field, missing] = row.missing
    const without = { ...route, dropoff_address: { ...route.dropoff_address, [field]: null } }
    const { shipment_id } = await merchant.createShipment(without)
    const { body } = await merchant.send('POST', '/api/v1/quotes', { shipment_id })
    // In a live environment no other carrier makes an offer.
    const messages = body.data?.messages ?? body.error.meta.messages
    const pointer = `/dropoff_address/${field}`
    expect(messages).toContainEqual(expect.objectContaining({ carrier_account_id, code: missing, pointer }))
  })

  test('booking an option twice buys one job, with labels in the forms that the carrier prints', async () => {
    const { merchant, vendor } = stage
    const before = vendor.jobs().length
    const { booking, shipment, option, path } = await bookIt()
    expect(booking).toMatchObject({ status: 'assigned', carrier_code: code })
    const again = await merchant.book(shipment.shipment_id, option.quote_option_id)
    expect([again.status, again.body.data.booking_id]).toEqual([200, booking.booking_id])
    expect(vendor.jobs()).toHaveLength(before + 1)
    for (const { format } of descriptor.labels) {
      const { status, text } = await merchant.send('GET', `${path}/label?format=${format}`)
      expect([status, text.startsWith(FIRST_BYTES[format])]).toEqual([200, true])
    }
    if (descriptor.labels.length > 0) return
    const message = expect.stringContaining('prints no labels')
    const none = { status: 404, body: { error: { code: 'label_not_found', message } } }
    expect(await merchant.send('GET', `${path}/label`)).toMatchObject(none)
  })

  if (callsBack) {
    test('call-backs move the booking and the shipment, and one without proof of its origin does not', async () => {
      const { merchant, account, advance } = stage
      const { booking, shipment, path } = await bookIt()
      const shipmentPath = `/api/v1/shipments/${shipment.shipment_id}`
      await advance(booking.carrier_job_id, 'picked_up')
      await merchant.until(path, 'picked_up')
      await merchant.until(shipmentPath, 'in_transit')
      for (const query of ['', '?token=another']) {
        const forged = await post(`${account.callback_url}${query}`, { status: 'delivered' }, { token: null })
        expect([forged.status, forged.body]).toMatchObject([401, { error: { code: 'invalid_token' } }])
      }
      await advance(booking.carrier_job_id, 'delivered')
      expect(await merchant.until(path, 'delivered')).toMatchObject({ pod: { type: 'delivery' } })
      await merchant.until(shipmentPath, 'delivered')
    })
  }

  test('a cancellation is made at the carrier, and one of a collected job is refused', async () => {
    const { merchant, advance } = stage
    const first = await bookIt()
    expect(getData(await merchant.cancel(first.shipment.shipment_id), 200)).toMatchObject({ status: 'cancelled' })
    expect(isLive(first.booking.carrier_job_id)).toBe(false)
    const { charges = [] } = row
    expect(await merchant.read(first.path)).toMatchObject({ status: 'cancelled', charges })
    const second = await bookIt()
    await advance(second.booking.carrier_job_id, 'picked_up')
    if (callsBack) await merchant.until(second.path, 'picked_up')
    const late = await merchant.cancel(second.shipment.shipment_id)
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'cancellation_refused' } } })
    expect(isLive(second.booking.carrier_job_id)).toBe(true)
  })

  if (descriptor.services.some(({ onDemand }) => onDemand)) {
    test('an on-demand shipment can name the service', async () => {
      const { merchant, route } = stage
      const dispatch = { service_codes: [row.service] }
      const document = aShipmentDocument({ ...route, merchant_order_ref: aReference(), dispatch })
      const { shipment_id } = getData(await merchant.send('POST', '/api/v1/shipments/on-demand', document), 201)
      const read = () => merchant.read(`/api/v1/shipments/${shipment_id}/booking`)
      const booked = { carrier_code: code, carrier_job_id: expect.any(String) }
      await eventually(async () => expect(await read()).toMatchObject(booked), PATIENT)
    })
  }
})

/** Behaviour of the product with any account, shown with one carrier. */
describe('every account', () => {
  let easyPost: Stage
  let ups: Stage
  beforeAll(async () => {
    easyPost = await openStage(getCarrier('easypost'))
    ups = await openStage(getCarrier('ups'))
  })
  afterAll(async () => {
    await easyPost?.vendor.stop()
    await ups?.vendor.stop()
  })
  const codes = (options: { carrier_code: string }[]) => options.map(({ carrier_code }) => carrier_code)

  test.each([
    ['shippo', 'test', { api_key: 'shippo_live_0123456789' }],
    ['shippo', 'live', { api_key: 'shippo_test_0123456789' }],
    ['shipengine', 'test', { api_key: 'a-key-of-production' }],
    ['shipengine', 'live', { api_key: 'TEST_0123456789' }],
  ] as const)('of %s in a %s environment takes no key of the other mode', async (carrier_code, mode, credentials) => {
    const document = { carrier_code, name: 'Shop', credentials }
    expect((await (await createMerchant(mode)).send('POST', '/api/v1/carrier-accounts', document)).status).toBe(422)
  })

  test('makes no offers while its key is refused, and a message says so', async () => {
    const owner = await createMerchant()
    const credentials = { api_key: 'a-key-that-easypost-has-ended' }
    const document = { carrier_code: 'easypost', name: 'Shop', endpoint: easyPost.vendor.url, credentials }
    const { path, carrier_account_id } = await owner.addAccount(document)
    expect((await owner.send('POST', `${path}/verify`)).status).toBe(422)
    expect(await owner.read(path)).toMatchObject({ status: 'failing', failure: { code: 'APIKEY.INACTIVE' } })
    const shipment = await owner.createShipment(easyPost.route)
    const { options, messages } = await owner.quote(shipment.shipment_id)
    expect(codes(options)).not.toContain('easypost')
    expect(messages).toContainEqual(expect.objectContaining({ carrier_account_id, code: 'account_failing' }))
  })

  test('has its offers beside those of other carriers, with messages for what failed', async () => {
    const { merchant, account, route } = easyPost
    const { carrier_account_id, callback_url } = account
    const { shipment_id, tracking_url } = await merchant.createShipment(route)
    expect(new URL(callback_url).origin).toBe(new URL(tracking_url).origin)
    const { options, messages } = await merchant.quote(shipment_id)
    expect(options).toContainEqual(expect.objectContaining({ carrier_account_id, carried_by: 'USPS' }))
    expect(options).toContainEqual(expect.objectContaining({ carrier_code: 'eco_parcel', carried_by: null }))
    const message = expect.stringContaining('Account')
    expect(messages).toContainEqual(expect.objectContaining({ carrier_account_id, service_code: 'ups', message }))
  })

  test('buys one label for two bookings at one time, and fetches it without being asked', async () => {
    const { merchant, vendor, route } = easyPost
    const before = vendor.jobs().length
    const { shipment_id } = await merchant.createShipment(route)
    const { options } = await merchant.quote(shipment_id)
    const { quote_option_id } = options.find((one: { carrier_code: string }) => one.carrier_code === 'easypost')
    const replies = await Promise.all([1, 2].map(() => merchant.book(shipment_id, quote_option_id)))
    const booked = replies.find(({ status }) => status === 201) ?? expect.fail('no booking was made')
    expect(vendor.jobs()).toHaveLength(before + 1)
    const path = `/api/v1/bookings/${getData(booked, 201).booking_id}`
    await eventually(async () => expect((await merchant.read(path)).label_url).toContain('/label?'), PATIENT)
  })

  test('has a PDF of each of two parcels, and the answer to one of both says so', async () => {
    const { merchant, route } = easyPost
    const parcels = [aParcelDocument(), aParcelDocument()]
    const { path } = await merchant.bookService('usps.priority', { ...route, parcels })
    const both = await merchant.send('GET', `${path}/label`)
    expect(both).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } })
    expect(both.body.error.message).toContain('one PDF per parcel')
    expect((await merchant.send('GET', `${path}/label?parcel=2`)).text).toMatch(/^%PDF/)
    expect((await merchant.send('GET', `${path}/label?format=zpl`)).text.match(/\^XA/g)).toHaveLength(2)
  })

  test('has bookings that are found by the tracking number, which is on the page of the recipient', async () => {
    const { merchant, route } = ups
    const { booking, shipment } = await merchant.bookService('ups_ground', route)
    const { tracking_number, carrier_tracking_url: page } = booking
    expect(tracking_number).toMatch(/^1Z\w{16}$/)
    expect(page).toBe(`https://www.ups.com/track?tracknum=${tracking_number}`)
    for (const list of ['bookings', 'shipments']) {
      const find = () => merchant.send('GET', `/api/v1/${list}?tracking_number=${tracking_number}`)
      const { shipment_id } = shipment
      await eventually(async () => expect(getData(await find(), 200)).toMatchObject([{ shipment_id }]))
    }
    const link = `<a href="${page}" rel="noreferrer noopener">Tracking number ${tracking_number}</a>`
    await eventually(async () => expect(await (await fetch(shipment.tracking_url)).text()).toContain(link))
  })

  test('makes no offers once it is deleted, serves its open job, and then forgets its credentials', async () => {
    const { merchant, vendor, account, route, advance } = await openStage(getCarrier('easypost'))
    const { booking, path } = await merchant.bookService('usps.priority', route)
    expect((await merchant.send('DELETE', account.path)).status).toBe(204)
    expect((await merchant.send('GET', account.path)).status).toBe(404)
    const { options } = await merchant.quote((await merchant.createShipment(route)).shipment_id)
    expect(codes(options)).not.toContain('easypost')
    await advance(booking.carrier_job_id, 'picked_up')
    await merchant.until(path, 'picked_up')
    await advance(booking.carrier_job_id, 'delivered')
    await merchant.until(path, 'delivered')
    // Nothing can be verified without the secret: the address of its call-backs is gone. Swept every minute.
    const probe = async () => expect((await call('POST', account.callback_url, { token: null })).status).toBe(404)
    await eventually(probe, { timeoutMs: 90_000, intervalMs: 500 })
    await vendor.stop()
  })
})
