/** Quotes and drafts that the conformance suite does not ask for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  aDraftRequest,
  anError,
  type Connected,
  connectDoorDash,
  maintenance,
  quotes,
  reading,
} from '../../testing/doordash-drive/deliveries.ts'
import { aCourierTransport, inNewYork } from '../../testing/transports.ts'

let dash: Connected
beforeEach(async () => {
  dash = await connectDoorDash()
})
afterEach(() => dash.server.stop())

describe('quotes', () => {
  const quote = (request = aCourierTransport()) => dash.adapter.quote(request, dash.call)

  test.each([
    ['distance_too_long', 'too_far', false],
    ['pickup_address_not_in_coverage', 'no_coverage', false],
    ['delivery_address_not_in_coverage', 'no_coverage', false],
    ['outside_of_delivery_time', 'not_in_time', false],
    ['no_available_dashers', 'no_courier', true],
    ['something_new', 'something_new', false],
  ])('%s is not served, with code %s and DoorDash’s words', async (reason, code, retryable) => {
    dash.server.answerNext({
      ...quotes,
      ...anError(422, 'invalid_delivery_parameters', 'In DoorDash’s words.', { reason }),
    })
    expect(await quote()).toEqual({
      kind: 'not_served',
      code,
      message: 'In DoorDash’s words.',
      declines: [{ serviceCode: 'doordash_drive_courier', code, message: 'In DoorDash’s words.', retryable }],
    })
  })

  test('a field that is wrong is named, with the pointer to it', async () => {
    const field_errors = [
      { field: 'dropoff_phone_number', error: 'Invalid phone +1 415 555 0123' },
      { field: null, error: 'Check it' },
    ]
    dash.server.answerNext({ ...quotes, ...anError(400, 'validation_error', 'Not validated.', { field_errors }) })
    expect(await quote()).toMatchObject({
      kind: 'not_served',
      code: 'validation_error',
      pointer: '/dropoff_address/phone',
      message: 'Not validated. dropoff_phone_number: Invalid phone [redacted] Check it',
    })
  })

  test.each([
    [401, 'authentication_error'],
    [403, 'authorization_error'],
  ])('%i %s is a failure of the account, with DoorDash’s words', async (httpStatus, code) => {
    dash.server.answerNext({ ...quotes, ...anError(httpStatus, code, 'The [exp] has expired') })
    const failure = { code, message: 'The [exp] has expired', httpStatus, retryable: false }
    expect(await quote()).toMatchObject({ kind: 'failed', failure })
  })

  test('a page of maintenance and cut JSON are no offers', async () => {
    dash.server.answerNext({ ...quotes, ...maintenance })
    const message = expect.stringContaining('Back soon')
    expect(await quote()).toMatchObject({ kind: 'failed', failure: { code: 'malformed_answer', message } })
    dash.server.answerNext({ ...quotes, status: 200, body: '{"external_delivery_id":"D-1","fee"' })
    expect(await quote()).toMatchObject({ failure: { code: 'malformed_answer', retryable: true } })
  })

  test('a fee has its components and its tax; numbers may be texts, and all else may be missing', async () => {
    const fee_components = [
      { type: 'distance_based_fee', amount: 1_100 },
      { type: 'promotion', amount: '-100' },
    ]
    dash.server.answerNext({ ...quotes, status: 200, body: { fee: '1000', currency: 'cad', tax: 130, fee_components } })
    expect(await quote()).toMatchObject({
      offers: [
        {
          currency: 'CAD',
          exponent: 2,
          amountMinor: 1_000,
          taxMinor: 130,
          etaPrecision: 'table',
          priceLines: [
            { type: 'distance_based_fee', amountMinor: 1_100 },
            { type: 'promotion', amountMinor: -100 },
          ],
        },
      ],
    })
    dash.server.answerNext({
      ...quotes,
      status: 200,
      body: { fee: 975, fee_components: [{ type: 'other', amount: 1 }] },
    })
    const nz = { country: 'NZ', province: null }
    expect(await quote({ ...aCourierTransport(), pickup: inNewYork(nz), dropoff: inNewYork(nz) })).toMatchObject({
      offers: [{ currency: 'NZD', amountMinor: 975, taxMinor: 0, priceLines: [] }],
    })
    dash.server.answerNext({ ...quotes, status: 200, body: { fee: 975, currency: 'doubloons' } })
    expect(await quote()).toMatchObject({ failure: { message: expect.stringContaining('currency') } })
  })

  test('an offer is valid for 5 minutes', async () => {
    const askedAt = Date.now()
    const outcome = await quote()
    const [offer] = outcome.kind === 'offers' ? outcome.offers : []
    expect(offer?.expiresAt.getTime()).toBeGreaterThanOrEqual(askedAt + 300_000)
    expect(offer?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 300_000)
  })

  test('without a phone DoorDash is not asked', async () => {
    const message = expect.stringContaining('/dropoff_address/phone')
    expect(await quote({ ...aCourierTransport(), dropoff: inNewYork({ phone: null }) })).toMatchObject({ message })
    expect(dash.server.requests).toEqual([])
  })
})

describe('drafts', () => {
  test('a draft that costs more than the offer is refused, one that costs less is not', async () => {
    const asked = aDraftRequest({ carrierOfferId: 'quote-1/974' })
    expect(await dash.adapter.draft(asked, dash.call)).toMatchObject({
      kind: 'refused',
      failure: { code: 'price_changed' },
    })
    expect(await dash.adapter.draft({ ...asked, carrierOfferId: 'quote-1/976' }, dash.call)).toMatchObject({
      kind: 'drafted',
    })
  })

  test('a draft that an earlier try has made is found by its name', async () => {
    const { carrierAccountId } = dash
    await dash.server.order({ carrierAccountId, operation: 'draft', mode: 'malformed', times: 1 })
    expect((await dash.adapter.draft(aDraftRequest(), dash.call)).kind).toBe('unknown')
    dash.server.answerNext({ ...quotes, ...anError(409, 'duplicate_delivery_id', 'Duplicate external delivery id') })
    dash.server.answerNext({ ...reading, status: 200, body: { delivery_status: 'quote', fee: 975, currency: 'USD' } })
    expect((await dash.adapter.draft(aDraftRequest(), dash.call)).kind).toBe('drafted')
  })
})
