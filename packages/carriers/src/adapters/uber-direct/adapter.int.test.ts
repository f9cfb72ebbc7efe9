/** Answers that the conformance suite does not ask for. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BookRequest, CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import { aCourierTransport, inNewYork } from '../../testing/transports.ts'
import { startUberDirect, type UberDirectServer } from '../../testing/uber-direct/server.ts'
import { credentialsFor, registerAccount, uberDirectAdapterFor } from '../../testing/uber-direct/test-carrier.ts'
import type { VendorAnswer } from '../../testing/vendor-server.ts'

let server: UberDirectServer
let adapter: CarrierAdapter
let call: CarrierCall
beforeEach(async () => {
  server = await startUberDirect()
  adapter = uberDirectAdapterFor(server)
  const carrierAccountId = `cac_${randomUUID()}`
  registerAccount(server, carrierAccountId)
  const credentials = credentialsFor(carrierAccountId)
  call = {
    account: { carrierAccountId, environmentId: 'env_1', livemode: false, credentials, endpoint: null },
    deadlineAt: new Date(Date.now() + 15_000),
    requestId: 'req_1',
    idempotencyKey: randomUUID(),
  }
})
afterEach(() => server.stop())

const aBooking = async (overrides: Partial<BookRequest> = {}): Promise<BookRequest> => {
  const outcome = await adapter.quote(aCourierTransport(), call)
  if (outcome.kind !== 'offers') throw new Error(JSON.stringify(outcome))
  return {
    ...aCourierTransport(),
    reference: `att_${randomUUID()}`,
    merchantOrderRef: 'ORDER-1',
    serviceCode: 'uber_direct_courier',
    carrierOfferId: outcome.offers[0]?.carrierOfferId ?? null,
    draftId: null,
    callbackUrl: null,
    pickupInstructions: 'Ring',
    dropoffInstructions: null,
    ...overrides,
  }
}
const aJob = async () => {
  const request = await aBooking()
  const outcome = await adapter.book(request, call)
  if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome))
  return { request, carrierJobId: outcome.job.carrierJobId }
}
const error = (status: number, code: string, message: string, metadata?: object): VendorAnswer => ({
  status,
  body: JSON.stringify({ code, message, kind: 'error', metadata }),
})
const json = (body: object): VendorAnswer => ({ status: 200, body: JSON.stringify(body) })
const maintenance = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><h1>Back soon</h1></html>' }

describe('quotes', () => {
  const quote = () => adapter.quote(aCourierTransport(), call)

  test.each([
    [400, 'address_undeliverable', 'no_coverage', false],
    [400, 'address_undeliverable_limited_couriers', 'no_courier', true],
    [400, 'unknown_location', 'unknown_location', false],
    [400, 'pickup_ready_too_late', 'not_in_time', false],
    [503, 'couriers_busy', 'no_courier', true],
  ])('%i %s is not served, with code %s and Uber’s words', async (status, code, ours, retryable) => {
    server.answerNext('quote', error(status, code, 'In Uber’s words.'))
    expect(await quote()).toEqual({
      kind: 'not_served',
      code: ours,
      message: 'In Uber’s words.',
      declines: [{ serviceCode: 'uber_direct_courier', code: ours, message: 'In Uber’s words.', retryable }],
    })
    expect(server.requests.filter(({ operation }) => operation === 'quote')).toHaveLength(1)
  })

  test('the parameter that is wrong is named', async () => {
    const metadata = { dropoff_phone_number: 'dropoff phone number is not valid.' }
    server.answerNext('quote', error(400, 'invalid_params', 'The parameters of your request were invalid.', metadata))
    expect(await quote()).toMatchObject({ code: 'invalid_params', message: expect.stringContaining('dropoff_phone') })
  })

  test.each([
    [402, 'customer_suspended'],
    [403, 'customer_blocked'],
    [404, 'customer_not_found'],
  ])('%i %s is a failure of the account, with Uber’s words', async (httpStatus, code) => {
    server.answerNext('quote', error(httpStatus, code, 'Payment is required.'))
    const failure = { code, message: 'Payment is required.', httpStatus, retryable: false }
    expect(await quote()).toMatchObject({ kind: 'failed', failure })
  })

  test('a rate limit may be retried, also one that comes with 400', async () => {
    const limited = error(429, 'customer_limited', 'Limits exceeded.')
    server.answerNext('quote', { ...limited, headers: { 'retry-after': '60' } })
    const failure = { code: 'rate_limited', httpStatus: 429, retryable: true, retryAfterMs: 60_000 }
    expect(await quote()).toMatchObject({ kind: 'failed', failure })
    server.answerNext('quote', limited)
    expect((await quote()).kind).toBe('offers')
    server.answerNext('quote', { ...limited, status: 400 })
    expect(await quote()).toMatchObject({ kind: 'failed', failure: { httpStatus: 429, retryable: true } })
  })

  test('a page of maintenance and cut JSON are no offers', async () => {
    server.answerNext('quote', maintenance)
    expect(await quote()).toMatchObject({
      failure: { code: 'malformed_answer', message: expect.stringContaining('Back soon') },
    })
    server.answerNext('quote', { status: 200, body: '{"id":"dqt_1","fee"' })
    expect(await quote()).toMatchObject({ failure: { code: 'malformed_answer', retryable: true } })
  })

  test('amounts are minor units of the currency; numbers may be texts, and all else may be missing', async () => {
    server.answerNext(
      'quote',
      json({ id: 'dqt_1', fee: '640', currency_type: null, currency: 'jpy', expires: 0, extra: {} }),
    )
    expect(await quote()).toMatchObject({
      offers: [{ carrierOfferId: 'dqt_1', currency: 'JPY', exponent: 0, amountMinor: 640, taxMinor: 0 }],
    })
    server.answerNext('quote', json({ id: 'dqt_1', fee: 640, currency: 'doubloons' }))
    expect(await quote()).toMatchObject({ failure: { message: expect.stringContaining('currency_type') } })
  })

  test('an arrival that is counted from a pickup at once is counted from the time that the goods are ready', async () => {
    const readyAt = new Date(Date.now() + 86_400_000)
    const outcome = await adapter.quote({ ...aCourierTransport(), readyAt }, call)
    // The quote of the server says 33 minutes.
    const etaToAt = new Date(readyAt.getTime() + 33 * 60_000)
    expect(outcome).toMatchObject({ offers: [{ etaFromAt: etaToAt, etaToAt }] })
  })

  test('without a phone Uber is not asked', async () => {
    const request = { ...aCourierTransport(), dropoff: inNewYork({ phone: null }) }
    const message = expect.stringContaining('/dropoff_address/phone')
    expect(await adapter.quote(request, call)).toMatchObject({ kind: 'not_served', code: 'phone_required', message })
    const pointer = '/dropoff_address/phone'
    expect(await adapter.quote(request, call)).toMatchObject({ pointer, declines: [{ pointer }] })
    expect(server.requests).toEqual([])
  })
})

describe('bookings', () => {
  test.each([
    [400, 'expired_quote', 'offer_expired'],
    [400, 'mismatched_price_quote', 'mismatched_price_quote'],
    [402, 'customer_suspended', 'customer_suspended'],
    [403, 'customer_blocked', 'customer_blocked'],
    [503, 'robo_couriers_busy', 'no_courier'],
  ])('%i %s is refused with code %s', async (status, code, ours) => {
    const request = await aBooking()
    server.answerNext('book', error(status, code, 'In Uber’s words.'))
    const failure = { code: ours, message: 'In Uber’s words.', retryable: false }
    expect(await adapter.book(request, call)).toMatchObject({ kind: 'refused', failure })
    expect(server.store.deliveries).toEqual([])
  })

  test('a page of maintenance leaves a booking unknown', async () => {
    const request = await aBooking()
    server.answerNext('book', maintenance)
    expect((await adapter.book(request, call)).kind).toBe('unknown')
  })

  test('a duplicate is ours if it has our reference', async () => {
    const { request, carrierJobId } = await aJob()
    const again = { ...call, idempotencyKey: randomUUID() }
    const next = await aBooking()
    const repeated = { ...next, reference: request.reference }
    expect(await adapter.book(repeated, again)).toMatchObject({ kind: 'booked', job: { carrierJobId } })
    const duplicate = error(409, 'duplicate_delivery', 'An active delivery like this exists.', {
      delivery_id: carrierJobId,
    })
    server.answerNext('book', duplicate)
    const failure = { code: 'duplicate_delivery', retryable: false }
    expect(await adapter.book(await aBooking(), again)).toMatchObject({ kind: 'refused', failure })
    server.answerNext('book', duplicate)
    server.answerNext('track', { status: 500, body: '' }, { status: 500, body: '' }, { status: 500, body: '' })
    expect((await adapter.book(await aBooking(), again)).kind).toBe('unknown')
    expect(server.store.deliveries).toHaveLength(1)
  })

  test('a used quote is ours if a delivery has our reference', async () => {
    const { request, carrierJobId } = await aJob()
    server.answerNext('book', error(400, 'used_quote', 'The price quote specified has been used.'))
    const trackingUrl = expect.stringMatching('^https://www.ubereats.com/orders/')
    expect(await adapter.book(request, call)).toMatchObject({ kind: 'booked', job: { carrierJobId, trackingUrl } })
    const other = { ...request, reference: `att_${randomUUID()}` }
    const again = { ...call, idempotencyKey: randomUUID() }
    expect(await adapter.book(other, again)).toMatchObject({ kind: 'refused', failure: { code: 'used_quote' } })
  })

  test('a job is found on a later page, and its return is not taken for it', async () => {
    const page = (offset: number, entries: unknown[]) =>
      json({ data: entries, next_href: `api.uber.com/v1/customers/x/deliveries?offset=${offset}` })
    const back = { id: 'ret_1', status: 'dropoff', external_id: 'att_9' }
    const ours = { id: 'del_9', status: 'BEAMED_UP', external_id: 'att_9', courier: [], fee: 'x', manifest_items: {} }
    server.answerNext('track', page(100, [back, { id: null }, 7]), page(200, [ours]))
    expect(await adapter.findJob({ reference: 'att_9', draftId: null, carrierOfferId: null }, call)).toMatchObject({
      kind: 'found',
      job: { carrierJobId: 'del_9', status: 'unknown' },
    })
    server.answerNext('track', ...Array.from({ length: 10 }, (_, index) => page((index + 1) * 100, [back])))
    expect(await adapter.findJob({ reference: 'att_8', draftId: null, carrierOfferId: null }, call)).toMatchObject({
      kind: 'failed',
      failure: { code: 'too_many_deliveries' },
    })
    server.answerNext('track', json({ data: [back], next_href: 'api.uber.com/v1/customers/x/deliveries?cursor=abc' }))
    expect((await adapter.findJob({ reference: 'att_8', draftId: null, carrierOfferId: null }, call)).kind).toBe(
      'failed',
    )
  })

  test.each([20, 90])('a pickup in %i minutes is quoted and booked with the same windows', async (minutes) => {
    const readyAt = new Date(Date.now() + minutes * 60_000)
    expect((await adapter.quote({ ...aCourierTransport(), readyAt }, call)).kind).toBe('offers')
    expect((await adapter.book(await aBooking({ readyAt }), call)).kind).toBe('booked')
    expect(server.store.deliveries[0]?.request.pickup_ready_dt).toBe(readyAt.toISOString())
  })
})

describe('booked jobs', () => {
  test('a cancellation is free until a courier comes, and then costs the fee, also if it is repeated', async () => {
    const { carrierJobId } = await aJob()
    const cancel = (id: string) => adapter.cancel({ carrierJobId: id, reasonCode: 'customer_request' }, call)
    expect(await cancel(carrierJobId)).toEqual({ kind: 'cancelled', charges: [] })
    const { carrierJobId: later } = await aJob()
    server.store.advance(server.store.getDelivery(later), 'pickup')
    const charge = {
      type: 'cancellation_fee',
      currency: 'USD',
      exponent: 2,
      amountMinor: 600,
      chargeId: `${later}/cancellation`,
    }
    expect(await cancel(later)).toMatchObject({ kind: 'cancelled', charges: [charge] })
    expect(await cancel(later)).toMatchObject({ kind: 'cancelled', charges: [charge] })
  })

  test('a cancellation that turns into a return is none', async () => {
    const { carrierJobId } = await aJob()
    server.answerNext('cancel', json({ id: carrierJobId, status: 'returned' }))
    expect(await adapter.cancel({ carrierJobId, reasonCode: 'customer_request' }, call)).toMatchObject({
      kind: 'refused',
      failure: { code: 'noncancelable_delivery' },
    })
  })

  test.each([
    ['another street', { dropoff: inNewYork({ addressLine1: '9 River Road' }) }, 'addresses'],
    ['another house', { dropoff: inNewYork({ addressLine1: '31 Lincoln Center Plaza' }) }, 'addresses'],
    ['another recipient', { dropoff: inNewYork({ name: 'Ada Baker' }) }, 'contacts'],
    ['another phone', { dropoff: inNewYork({ phone: '+14155550199' }) }, 'contacts'],
    ['fewer parcels', { parcels: [] }, 'parcels'],
    ['another time', { readyAt: new Date(Date.now() + 3_600_000) }, 'times'],
  ])('a change to %s is refused in plain words, and nothing changes', async (_, change, named) => {
    const { request, carrierJobId } = await aJob()
    const outcome = await adapter.update({ ...request, readyAt: null, carrierJobId, ...change }, call)
    expect(outcome).toMatchObject({ kind: 'refused', failure: { code: 'update_refused' } })
    expect(JSON.stringify(outcome)).toContain(`not its ${named}`)
    expect(server.requests.some(({ operation }) => operation === 'update')).toBe(false)
  })

  test('other instructions are sent, also to an address that Uber spells in its own way', async () => {
    const { request, carrierJobId } = await aJob()
    const dropoff = inNewYork({ addressLine1: '30, LINCOLN Center Plz', name: 'gordon shumway' })
    const change = { ...request, dropoff, carrierJobId, readyAt: null, dropoffInstructions: 'Second floor' }
    expect(await adapter.update(change, call)).toMatchObject({ kind: 'updated', window: { fromAt: expect.any(Date) } })
    expect(server.store.getDelivery(carrierJobId).notes).toEqual({ pickup: 'Ring', dropoff: 'Second floor' })
  })

  test('tracking has the position of the courier until the delivery is complete', async () => {
    const { carrierJobId } = await aJob()
    server.store.advance(server.store.getDelivery(carrierJobId), 'pickup')
    const facts = async () => {
      const outcome = await adapter.track(carrierJobId, call)
      return outcome.kind === 'facts' ? outcome.facts : expect.fail(JSON.stringify(outcome))
    }
    expect((await facts()).map(({ rawCode, location }) => [rawCode, location?.latitude])).toEqual([
      ['pending', undefined],
      ['pickup', undefined],
      ['courier_update', 40.706913],
    ])
    server.store.advance(server.store.getDelivery(carrierJobId), 'delivered')
    expect((await facts()).map(({ rawCode }) => rawCode)).toEqual(['pending', 'pickup_complete', 'delivered'])
  })

  test('there are no labels, and only documents of proofs are fetched', async () => {
    const label = { carrierJobId: 'del_1', format: 'pdf', size: '4x6', parcelNumber: null } as const
    expect(await adapter.label(label, call)).toMatchObject({ kind: 'failed', failure: { code: 'not_offered' } })
    for (const url of [
      'https://evil.example/x.png',
      '/deliveries/../proof-of-delivery?waypoint=dropoff&type=picture',
    ]) {
      expect(await adapter.media(url, call)).toMatchObject({ failure: { code: 'media_address_unknown' } })
    }
    expect(server.requests).toEqual([])
  })
})

describe('verify', () => {
  const verify = () => adapter.verify?.({ callbackUrl: null }, call)

  test('credentials that work are verified without a trace', async () => {
    expect(await verify()).toEqual({ kind: 'verified' })
    expect(server.requests.map(({ operation }) => operation)).toEqual(['token', 'verify'])
  })

  test('Uber’s words are in the error if it refuses them, and a failure is no refusal', async () => {
    server.answerNext('token', { status: 401, body: '{"error":"invalid_client","error_description":"bad secret"}' })
    expect(await verify()).toMatchObject({
      kind: 'refused',
      failure: { code: 'invalid_client', message: 'bad secret' },
    })
    server.answerNext('verify', error(404, 'customer_not_found', 'Customer does not exist.'))
    expect(await verify()).toMatchObject({ kind: 'refused', failure: { message: 'Customer does not exist.' } })
    server.answerNext('verify', maintenance)
    expect(await verify()).toMatchObject({ kind: 'failed', failure: { code: 'malformed_answer' } })
  })
})
