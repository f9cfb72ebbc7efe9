/** Bookings at UPS: what is bought, and what becomes of lost answers, labels, cancellations and reports. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BookRequest, CarrierAdapter, CarrierCall, ParcelNumbers } from '../../carrier-adapter.ts'
import { type RawExchange, redactExchange } from '../../exchange-log/exchange.ts'
import { createHttpClient } from '../../http/client.ts'
import { startUpsServer, type UpsServer } from '../../testing/ups/server.ts'
import { aBooking, aParcel, aUpsCall, inAtlanta, upsAdapterFor } from '../../testing/ups/test-carrier.ts'
import { createUpsAdapter } from './adapter.ts'

let server: UpsServer
let adapter: CarrierAdapter
let call: CarrierCall
beforeAll(async () => {
  server = await startUpsServer()
  adapter = upsAdapterFor(server)
})
afterAll(() => server?.stop())
beforeEach(() => {
  call = aUpsCall(server)
})

const parcel = { ...aParcel, lengthTenthMm: 1_016, widthTenthMm: 2_540, heightTenthMm: 2_032 }
const inBerlin = { city: 'Berlin', province: null, postCode: '10785', country: 'DE', phone: '+49 30 1234567' }
const ship = /shipments\/v2409\/ship$/
const error = (path: RegExp, status: number, code: string, message: string) => ({
  path,
  status,
  body: { response: { errors: [{ code, message }] } },
})
const html = { headers: { 'content-type': 'text/html' }, body: '<html><h1>Scheduled maintenance</h1></html>' }

async function aJob(overrides: Partial<BookRequest> = {}) {
  const request = aBooking(overrides)
  const outcome = await adapter.book(request, call)
  return outcome.kind === 'booked' ? { request, job: outcome.job } : expect.fail(JSON.stringify(outcome))
}
const bought = ({ reference }: BookRequest) => server.countJobs(reference)
const shipments = () => server.requests.filter(({ path }) => ship.test(path)).length

describe('bookings', () => {
  test('a booking has its tracking number and the labels of all parcels', async () => {
    const { job } = await aJob({ parcels: [parcel, parcel] })
    expect(job).toMatchObject({ status: 'assigned', trackingNumber: job.carrierJobId })
    expect(job.trackingUrl).toBe(`https://www.ups.com/track?tracknum=${job.carrierJobId}`)
    expect(job.carrierJobId).toMatch(/^1Z\w{16}$/)
    expect(job.label?.contentType).toBe('application/zpl')
    expect(job.label?.bytes.toString().match(/\^XA/g)).toHaveLength(2)
  })

  test('what is sent: our reference on packages within the United States, phones in ten digits, the longest side first', async () => {
    const { request } = await aJob({
      parcels: [parcel],
      pickup: inAtlanta({ addressLine1: '12380 Morris Road, Building Number Seven, Dock 12' }),
    })
    const sent = server.requests.findLast(({ path }) => ship.test(path))
    const { Shipment } = JSON.parse(String(sent?.rawBody)).ShipmentRequest
    expect(Shipment).toMatchObject({
      Description: 'Books',
      Shipper: { Phone: { Number: '4045550123' }, ShipperNumber: call.account.credentials.account_number },
      ShipFrom: { Address: { AddressLine: ['12380 Morris Road, Building Number', 'Seven, Dock 12'] } },
      Service: { Code: '03' },
      Package: [
        {
          Dimensions: { Length: '10', Width: '8', Height: '4' },
          ReferenceNumber: [{ Value: 'ORDER-1001' }, { Value: request.reference }],
        },
      ],
    })
    expect(Shipment.ReferenceNumber).toBeUndefined()
  })

  test('between countries the references are the shipment’s', async () => {
    const { request } = await aJob({ dropoff: inAtlanta(inBerlin), serviceCode: 'ups_worldwide_express' })
    expect(await bought(request)).toBe(1)
  })

  test('a label to a home says that it is one', async () => {
    await aJob({ dropoff: inAtlanta({ residential: true }) })
    const sent = server.requests.findLast(({ path }) => ship.test(path))
    const { ShipTo, ShipFrom } = JSON.parse(String(sent?.rawBody)).ShipmentRequest.Shipment
    expect(ShipTo.Address).toHaveProperty('ResidentialAddressIndicator')
    expect(ShipFrom.Address).not.toHaveProperty('ResidentialAddressIndicator')
  })

  test.each([
    [{ serviceCode: 'ups_pigeon' }, 'service_unknown'],
    [{ dropoff: inAtlanta({ name: null }) }, 'missing_field'],
    [{ dropoff: inAtlanta({ province: null }) }, 'missing_field'],
  ])('what UPS would refuse is refused without a call: %#', async (overrides, code) => {
    const before = shipments()
    expect(await adapter.book(aBooking(overrides), call)).toMatchObject({ kind: 'refused', failure: { code } })
    expect(shipments()).toBe(before)
  })

  test('a refusal is in the words of UPS', async () => {
    server.answerNext(error(ship, 400, '120802', 'Address Validation Error on ShipTo address'))
    expect(await adapter.book(aBooking(), call)).toMatchObject({
      kind: 'refused',
      failure: { code: '120802', message: 'Address Validation Error on ShipTo address', retryable: false },
    })
  })

  test.each([
    ['a 503', { path: ship, status: 503, body: '' }],
    ['a maintenance page with status 200', { path: ship, status: 200, ...html }],
    ['JSON that is cut off', { path: ship, status: 200, body: '{"ShipmentResponse":{"Shipm' }],
    ['an answer without a number', { path: ship, status: 200, body: { ShipmentResponse: { ShipmentResults: {} } } }],
    ['a general failure', error(ship, 400, '20001', 'General process failure')],
  ])('after %s a shipment may exist, and the request is not sent again', async (_, answer) => {
    const before = shipments()
    server.answerNext(answer)
    const request = aBooking()
    expect((await adapter.book(request, call)).kind).toBe('unknown')
    expect(shipments()).toBe(before + 1)
    expect(await adapter.findJob(request, call)).toEqual({ kind: 'not_found' })
  })

  test('a label of 20 MB leaves the booking open: it was made', async () => {
    const GraphicImage = Buffer.alloc(15_000_000, '^XA').toString('base64')
    const PackageResults = [{ TrackingNumber: '1ZA1B2C30300000001', ShippingLabel: { GraphicImage } }]
    const body = { ShipmentResponse: { ShipmentResults: { PackageResults } } }
    server.answerNext({ path: ship, status: 200, body })
    expect((await adapter.book(aBooking(), call)).kind).toBe('unknown')
  })

  test('a booking that UPS limits was not made, and one with a revoked token is sent again', async () => {
    server.answerNext(error(ship, 429, '10429', 'Too Many Requests'))
    expect(await adapter.book(aBooking(), call)).toMatchObject({ kind: 'not_sent', failure: { code: 'rate_limited' } })
    server.store.revokeTokens()
    const { request } = await aJob()
    expect(await bought(request)).toBe(1)
  })

  test('a shipment whose answer was lost is found by our reference, with its label', async () => {
    const request = aBooking()
    const { carrierAccountId } = call.account
    await server.order({ carrierAccountId, operation: 'book', mode: 'timeout_after_success', times: 1 })
    const short = { ...call, deadlineAt: new Date(Date.now() + 500) }
    expect((await adapter.book(request, short)).kind).toBe('unknown')
    const found = await adapter.findJob(request, call)
    expect(found).toMatchObject({
      kind: 'found',
      job: { status: 'assigned', label: { contentType: 'application/zpl' } },
    })
    expect(await bought(request)).toBe(1)
  })

  test('candidates instead of labels: one is the job, several are not told apart', async () => {
    const recovery = (TrackingCandidate: object) => ({
      path: /recovery$/,
      status: 200,
      body: { LabelRecoveryResponse: { TrackingCandidate } },
    })
    server.answerNext(recovery({ TrackingNumber: '1ZA1B2C30300000009' }))
    expect(await adapter.findJob(aBooking(), call)).toMatchObject({
      kind: 'found',
      job: { carrierJobId: '1ZA1B2C30300000009', status: 'assigned', label: null },
    })
    server.answerNext(recovery([{ TrackingNumber: '1Z1' }, { TrackingNumber: '1Z2' }]))
    expect(await adapter.findJob(aBooking(), call)).toMatchObject({
      kind: 'failed',
      failure: { code: 'ambiguous_reference' },
    })
    const failing = error(/recovery$/, 503, '20001', 'General process failure')
    server.answerNext(failing, failing, failing)
    expect((await adapter.findJob(aBooking(), call)).kind).toBe('failed')
    // From a proxy on the way.
    server.answerNext({ path: /recovery$/, status: 404, body: 'not here' })
    expect((await adapter.findJob(aBooking(), call)).kind).toBe('failed')
  })
})

describe('labels', () => {
  const label = (carrierJobId: string, format: 'zpl' | 'pdf' | 'png', parcelNumber: number | null = null) =>
    adapter.label({ carrierJobId, format, size: format === 'pdf' ? 'a4' : '4x6', parcelNumber }, call)

  test('each parcel has a label in ZPL, and all have one PDF', async () => {
    const { carrierJobId } = (await aJob({ parcels: [parcel, parcel] })).job
    const second = await label(carrierJobId, 'zpl', 2)
    expect(second.kind === 'label' && second.label.bytes.toString().match(/\^XA/g)).toHaveLength(1)
    const all = await label(carrierJobId, 'zpl')
    expect(all.kind === 'label' && all.label.bytes.toString().match(/\^XA/g)).toHaveLength(2)
    expect(await label(carrierJobId, 'pdf')).toMatchObject({ kind: 'label', label: { contentType: 'application/pdf' } })
    expect(await label(carrierJobId, 'pdf', 2)).toMatchObject({ kind: 'no_such_label' })
    expect(await label(carrierJobId, 'zpl', 3)).toMatchObject({ failure: { message: 'The shipment has 2 parcels.' } })
    expect(await label(carrierJobId, 'png')).toMatchObject({ kind: 'no_such_label', failure: { code: 'form_unknown' } })
  })

  test('a label in a form that was not asked for is no label in that form', async () => {
    const { carrierJobId } = (await aJob()).job
    const LabelImage = { GraphicImage: Buffer.from('GIF89a').toString('base64'), LabelImageFormat: { Code: 'gif' } }
    const body = { LabelRecoveryResponse: { LabelResults: { LabelImage } } }
    server.answerNext({ path: /recovery$/, status: 200, body })
    expect(await label(carrierJobId, 'zpl')).toMatchObject({
      kind: 'no_such_label',
      failure: { code: 'form_unavailable', message: expect.stringContaining('image/gif') },
    })
  })
})

describe('cancellations', () => {
  const cancel = (carrierJobId: string) => adapter.cancel({ carrierJobId, reasonCode: 'customer_request' }, call)
  const answer = (summary: string, packages: object) => ({
    path: /void/,
    status: 200,
    body: {
      VoidShipmentResponse: {
        SummaryResult: { Status: { Code: summary, Description: '&#xD;Voided' } },
        PackageLevelResult: packages,
      },
    },
  })

  test('a shipment that was voided earlier is cancelled, whatever UPS says the second time', async () => {
    const { carrierJobId } = (await aJob()).job
    server.answerNext(
      answer('&#xD;&#xD;1', { TrackingNumber: '1Z', Status: { Code: '&#xD;1', Description: 'Voided' } }),
    )
    expect(await cancel(carrierJobId)).toEqual({ kind: 'cancelled', refundPending: false })
    expect(await cancel(carrierJobId)).toEqual({ kind: 'cancelled', refundPending: false })
    expect(await cancel(carrierJobId)).toEqual({ kind: 'cancelled', refundPending: false })
  })

  test('a shipment of several packages that was voided earlier is cancelled', async () => {
    const { carrierJobId, parcels } = (await aJob({ parcels: [parcel, parcel] })).job
    const parcelNumbers = parcels?.map(({ trackingNumber }) => trackingNumber) ?? []
    const request = { carrierJobId, reasonCode: 'customer_request', parcelNumbers }
    expect((await adapter.cancel(request, call)).kind).toBe('cancelled')
    expect((await adapter.cancel(request, call)).kind).toBe('cancelled')
  })

  test('a shipment of which one package is not voided is not cancelled', async () => {
    const { carrierJobId } = (await aJob()).job
    const status = (Code: string, Description: string) => ({ Status: { Code, Description } })
    server.answerNext(answer('1', [status('1', 'Voided'), status('0', 'Not Voided')]))
    expect(await cancel(carrierJobId)).toMatchObject({
      kind: 'refused',
      failure: { code: 'not_voided', message: 'UPS has not voided the whole shipment: Not Voided.' },
    })
  })

  test('a refusal of the credentials says nothing about the shipment', async () => {
    const { carrierJobId } = (await aJob()).job
    server.answerNext(error(/void/, 403, '250006', 'The merchant is blocked.'))
    expect(await cancel(carrierJobId)).toMatchObject({ kind: 'refused', failure: { httpStatus: 403 } })
  })
})

describe('tracking', () => {
  const readFacts = async (carrierJobId: string, numbers?: ParcelNumbers) => {
    const outcome = await adapter.track(carrierJobId, call, numbers)
    return outcome.kind === 'facts' ? outcome.facts : expect.fail(JSON.stringify(outcome))
  }

  const several = async (count: number) => {
    const { job } = await aJob({ parcels: Array(count).fill(parcel) })
    const numbers = job.parcels?.map(({ trackingNumber }) => trackingNumber) ?? []
    return { ...job, numbers }
  }

  test.each([
    ['the first', 0],
    ['a further', 1],
  ])('has what is known of the others if %s package cannot be read, and no end of them all', async (_, index) => {
    const { carrierJobId, numbers } = await several(2)
    await server.advance(carrierJobId, 'delivered')
    server.answerNext(error(new RegExp(`details/${numbers[index]}`), 404, '151018', 'Invalid tracking number'))
    const facts = await readFacts(carrierJobId, numbers)
    expect(new Set(facts.map(({ parcel }) => parcel?.trackingNumber))).toEqual(new Set([numbers[1 - index]]))
    expect(facts.at(-1)).toMatchObject({ rawCode: `F4#${2 - index}`, status: 'unknown' })
    const whole = await readFacts(carrierJobId, numbers)
    expect(whole.at(-1)).toMatchObject({ rawCode: 'all_delivered', status: 'delivered' })
    expect(whole).toEqual(expect.arrayContaining(facts))
  })

  test('the delivery of one package is not that of a shipment whose other numbers are not known', async () => {
    const { carrierJobId, numbers } = await several(2)
    await server.advance(carrierJobId, 'delivered')
    const named = numbers.map((number, index) => (index === 0 ? number : null))
    for (const known of [undefined, named]) {
      expect((await readFacts(carrierJobId, known)).at(-1)).toMatchObject({ rawCode: 'F4#1', status: 'unknown' })
    }
  })

  test('a delivery has who received it, the signature and the local offset, and what came before an estimate', async () => {
    const { carrierJobId } = (await aJob()).job
    expect((await readFacts(carrierJobId)).at(-1)?.eta).not.toBeNull()
    await server.advance(carrierJobId, 'delivered')
    expect((await readFacts(carrierJobId)).at(-1)).toMatchObject({
      status: 'delivered',
      rawCode: 'F4',
      utcOffsetMinutes: -300,
      eta: null,
      location: { city: 'Atlanta' },
      pod: {
        recipient: { name: 'MILLER' },
        notes: 'Front Door',
        photos: [],
        signature: { contentType: 'image/gif', signerName: 'MILLER', url: null },
      },
    })
  })

  test('each package of a shipment is asked for once, and all are followed together', async () => {
    const { carrierJobId, numbers } = await several(7)
    await server.advance(carrierJobId, 'delivered')
    const before = server.requests.length
    const facts = await readFacts(carrierJobId, numbers)
    const asked = server.requests.slice(before).map(({ path }) => /details\/(\w+)/.exec(path)?.[1])
    expect(asked.toSorted()).toEqual(numbers.toSorted())
    expect(facts.filter(({ parcel }) => parcel?.trackingNumber === numbers[6])).toHaveLength(4)
    expect(facts.at(-1)).toMatchObject({ status: 'delivered', rawCode: 'all_delivered' })
  })

  test('further packages are not asked for while UPS takes no calls, and are if it does not know the first', async () => {
    const { carrierJobId, numbers } = await several(7)
    const countCalls = async (status: number, code: string) => {
      const before = server.requests.length
      server.answerNext(...Array(5).fill(error(/details/, status, code, 'No')))
      const outcome = await adapter.track(carrierJobId, call, numbers)
      return { outcome, calls: server.requests.length - before }
    }
    expect(await countCalls(403, '250003')).toMatchObject({ calls: 5, outcome: { failure: { httpStatus: 403 } } })
    expect(await countCalls(404, '151018')).toMatchObject({ calls: 7, outcome: { kind: 'facts' } })
  })

  test('elements in place of lists are read throughout', async () => {
    const other = await startUpsServer()
    try {
      other.sendSingles()
      const there = aUpsCall(other)
      const its = upsAdapterFor(other)
      const request = aBooking()
      const booked = await its.book(request, there)
      const { carrierJobId } = booked.kind === 'booked' ? booked.job : expect.fail(JSON.stringify(booked))
      expect(booked).toMatchObject({ job: { label: { contentType: 'application/zpl' } } })
      expect((await its.quote(request, there)).kind).toBe('offers')
      expect((await its.findJob(request, there)).kind).toBe('found')
      expect(await its.track(carrierJobId, there)).toMatchObject({ facts: [{ status: 'assigned' }] })
      expect((await its.cancel({ carrierJobId, reasonCode: 'x' }, there)).kind).toBe('cancelled')
    } finally {
      await other.stop()
    }
  })

  test('who gets the parcel does not reach the exchange log', async () => {
    const exchanges: RawExchange[] = []
    const http = createHttpClient({ trustedUrls: [server.url], record: (exchange) => exchanges.push(exchange) })
    const recorded = createUpsAdapter({ http })
    const booked = await recorded.book(aBooking(), call)
    const id = booked.kind === 'booked' ? booked.job.carrierJobId : expect.fail(JSON.stringify(booked))
    await server.advance(id, 'delivered')
    await recorded.track(id, call)
    const log = JSON.stringify(exchanges.map(redactExchange))
    for (const gone of ['Grace', '4045550123', 'Glenlake', '30328', 'example.com', 'MILLER', 'R0lGOD']) {
      expect(
        JSON.stringify(exchanges.map(({ requestBody, responseBody }) => `${requestBody}${responseBody}`)),
      ).toContain(gone)
      expect(log).not.toContain(gone)
    }
    expect(log).toContain(id)
  })
})
