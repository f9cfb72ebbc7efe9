/** ShipEngine's answers to bookings, and about the refunds and tracking of jobs. */
import { describe, expect, test } from 'vitest'
import { two } from '../../testing/adapter-stage.ts'
import { aRate, error, ratesAnswer, stageShipEngine } from '../../testing/shipengine/stage.ts'

const { stage, aCall, aBooking, aJob, sentTo, lastBody, cancel } = stageShipEngine()

test('a further package that cannot be read now fails the tracking of all, and one that is not known has no facts', async () => {
  const id = await aJob(two, 'ups.next_day_air')
  const ofSecond = { path: /\/v1\/tracking\?/ }
  stage.server.answerNext({
    ...ofSecond,
    ...error(429, 'rate_limit_exceeded', 'Wait.'),
    headers: { 'retry-after': '60' },
  })
  expect(await stage.adapter.track(id, aCall())).toMatchObject({
    kind: 'failed',
    failure: { httpStatus: 429, retryAfterMs: 60_000 },
  })
  stage.server.answerNext({ ...ofSecond, ...error(404, 'not_found', 'No tracking information.') })
  expect(await stage.adapter.track(id, aCall())).toMatchObject({ kind: 'facts' })
})

describe('bookings', () => {
  test('rate a shipment under the reference of the attempt, and buy that rate', async () => {
    const request = await aBooking()
    const outcome = await stage.adapter.book(request, aCall())
    expect(outcome).toMatchObject({
      kind: 'booked',
      job: { status: 'assigned', trackingNumber: expect.stringMatching(/^9400/) },
    })
    expect(lastBody(/rates$/)).toMatchObject({
      shipment: { external_shipment_id: request.reference, ship_from: { instructions: 'Ring the bell' } },
      rate_options: { carrier_ids: ['se-241902'], service_codes: ['usps_ground_advantage'] },
    })
    expect(lastBody(/labels\/rates\//)).toMatchObject({
      label_format: 'pdf',
      label_layout: '4x6',
      label_download_type: 'url',
    })
  })

  test.for([
    ['a higher price', ratesAnswer({ rates: [aRate({ service_code: 'usps_ground_advantage' })] }), 'price_changed'],
    ['no rate', ratesAnswer({ rates: [], errors: [{ message: 'Service suspended.' }] }), 'no_offer'],
    ['a refusal', { path: /rates$/, ...error(400, 'invalid_address', 'No such address.') }, 'invalid_address'],
  ] as const)('%s for the attempt refuses the booking, and nothing is bought', async ([, answer, code]) => {
    const request = await aBooking()
    const before = sentTo(/labels\/rates\//).length
    stage.server.answerNext(answer)
    expect(await stage.adapter.book(request, aCall())).toMatchObject({ kind: 'refused', failure: { code } })
    expect(sentTo(/labels\/rates\//)).toHaveLength(before)
  })

  test.for([
    ['a 500', { path: /rates$/, status: 500, body: '' }],
    ['truncated JSON', { path: /rates$/, status: 200, body: '{"rate_response": {"ra' }],
    [
      'a maintenance page',
      { path: /rates$/, status: 200, body: '<html>Soon</html>', headers: { 'content-type': 'text/html' } },
    ],
  ] as const)('%s in place of the rate proves that nothing was bought', async ([, answer]) => {
    const request = await aBooking()
    stage.server.answerNext(answer)
    expect(await stage.adapter.book(request, aCall())).toMatchObject({ kind: 'not_sent', failure: { retryable: true } })
    expect(await stage.adapter.findJob(request, aCall())).toEqual({ kind: 'not_found' })
  })

  test('a label in error is a refusal, also when it is looked up', async () => {
    const request = await aBooking()
    const body = { label_id: 'se-1', status: 'error', label_download: null }
    stage.server.answerNext({ path: /labels\/rates/, status: 200, body })
    expect(await stage.adapter.book(request, aCall())).toMatchObject({
      kind: 'refused',
      failure: { code: 'label_error' },
    })
    stage.server.answerNext({ path: /external_shipment_id/, status: 200, body })
    expect(await stage.adapter.findJob(request, aCall())).toMatchObject({
      kind: 'refused',
      failure: { code: 'label_error' },
    })
  })

  test('an offer of another carrier is refused', async () => {
    const request = { ...(await aBooking()), carrierOfferId: 'rate_1' }
    expect(await stage.adapter.book(request, aCall())).toMatchObject({
      kind: 'refused',
      failure: { code: 'offer_unknown' },
    })
  })

  test('only ShipEngine’s own 404 proves that there is no label', async () => {
    stage.server.answerNext({ path: /external_shipment_id/, status: 404, body: '<html>Not Found</html>' })
    const query = { reference: 'att_none', draftId: null, carrierOfferId: null }
    expect((await stage.adapter.findJob(query, aCall())).kind).toBe('failed')
    expect(await stage.adapter.findJob(query, aCall())).toEqual({ kind: 'not_found' })
  })

  test.for([
    [401, 'unauthorized'],
    [403, 'subscription_inactive'],
  ] as const)('%i for the key is a refusal in ShipEngine’s words', async ([status, code]) => {
    const request = await aBooking()
    stage.server.answerNext({ path: /labels\/rates/, ...error(status, code, 'Talk to us.') })
    expect(await stage.adapter.book(request, aCall())).toMatchObject({
      kind: 'refused',
      failure: { code, message: 'Talk to us.', httpStatus: status },
    })
  })
})

describe('cancellations', () => {
  test('are refused in the carrier’s words once the label was used', async () => {
    const id = await aJob()
    stage.server.reportNews(id, { status: 'IT', description: 'In transit' })
    expect(await cancel(id)).toMatchObject({ kind: 'refused', failure: { code: 'label_already_used' } })
  })

  test('of a label that was voided at ShipEngine succeed, however the carrier refuses', async () => {
    const id = await aJob()
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: true })
    stage.server.answerNext({
      path: /void$/,
      status: 200,
      body: { approved: false, message: 'No record.', reason_code: 'unknown' },
    })
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: true })
    stage.server.answerNext({ path: /void$/, ...error(400, 'invalid_status', 'This label has been voided.') })
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: true })
  })

  test('are unknown if the answer says neither yes nor no', async () => {
    const id = await aJob()
    stage.server.answerNext({ path: /void$/, status: 200, body: { message: 'Hm.' } })
    expect((await cancel(id)).kind).toBe('unknown')
  })

  test('and a refund that is rejected later are in the tracking', async () => {
    const id = await aJob()
    await cancel(id)
    // ShipEngine does not follow every refund: it names those that it follows.
    expect(await stage.adapter.track(id, aCall())).toMatchObject({ refundPending: null, charges: [] })
    Object.assign(stage.server.label(id), { refund_details: { refund_status: 'pending' } })
    expect(await stage.adapter.track(id, aCall())).toMatchObject({ refundPending: true, charges: [] })
    Object.assign(stage.server.label(id), { refund_details: { refund_status: 'rejected' } })
    const outcome = await stage.adapter.track(id, aCall())
    const kept = { type: 'refund_rejected', currency: 'USD', exponent: 2, amountMinor: expect.any(Number) }
    expect(outcome).toMatchObject({ refundPending: false, charges: [kept] })
    const codes = outcome.kind === 'facts' ? outcome.facts.map(({ rawCode, status }) => [rawCode, status]) : []
    expect(codes).toEqual([
      ['NY/SHIPMENT_CREATED', 'assigned'],
      ['voided', 'cancelled'],
      ['refund_rejected', 'unknown'],
    ])
  })

  test('at ShipEngine of a label without tracking are tracked, and any other label without it fails', async () => {
    const id = await aJob()
    const untracked = { path: /\/track$/, ...error(404, 'not_found', 'No tracking information.') }
    stage.server.answerNext(untracked)
    expect(await stage.adapter.track(id, aCall())).toMatchObject({ kind: 'failed', failure: { httpStatus: 404 } })
    await cancel(id)
    Object.assign(stage.server.label(id), { refund_details: { refund_status: 'rejected' } })
    stage.server.answerNext(untracked)
    expect(await stage.adapter.track(id, aCall())).toMatchObject({
      kind: 'facts',
      facts: [{ rawCode: 'voided', status: 'cancelled' }, { rawCode: 'refund_rejected' }],
      refundPending: false,
      charges: [{ type: 'refund_rejected' }],
    })
  })
})
