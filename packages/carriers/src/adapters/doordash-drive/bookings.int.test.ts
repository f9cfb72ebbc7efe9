/** Answers to bookings, cancellations and changes that the conformance suite does not ask for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  accepting,
  anError,
  type Connected,
  cancelling,
  connectDoorDash,
  reading,
} from '../../testing/doordash-drive/deliveries.ts'

let dash: Connected
beforeEach(async () => {
  dash = await connectDoorDash()
})
afterEach(() => dash.server.stop())

describe('bookings', () => {
  test('the quote is accepted under its name, without anything else', async () => {
    const { job, request } = await dash.aJob()
    const [drafted, accepted] = dash.server.requests
    expect(job).toMatchObject({ carrierJobId: request.draftId, status: 'assigned', driver: null })
    expect(accepted?.path).toBe(`/drive/v2/quotes/${request.draftId}/accept`)
    expect(JSON.parse(String(accepted?.rawBody))).toEqual({})
    expect(JSON.parse(String(drafted?.rawBody))).toMatchObject({ external_delivery_id: request.draftId })
  })

  test('an expired quote is refused as an expired offer', async () => {
    const request = await dash.aBooking()
    dash.server.store.getDelivery(request.draftId).quotedAt = '2026-01-01T00:00:00Z'
    expect(await dash.adapter.book(request, dash.call)).toMatchObject({
      kind: 'refused',
      failure: { code: 'offer_expired' },
    })
    expect((await dash.adapter.findJob(request, dash.call)).kind).toBe('not_found')
  })

  test('a refusal of what was accepted before is the booking', async () => {
    const { request, carrierJobId } = await dash.aJob()
    dash.server.answerNext({ ...accepting, ...anError(404, 'unknown_delivery_id', 'There is no such quote') })
    const trackingUrl = expect.stringMatching('^https://www.doordash.com/drive/')
    const job = { carrierJobId, trackingUrl }
    expect(await dash.adapter.book(request, dash.call)).toMatchObject({ kind: 'booked', job })
  })

  test('an acceptance that DoorDash is still working on stays open', async () => {
    const request = await dash.aBooking()
    const reason = 'delivery_creation_in_progress'
    dash.server.answerNext({ ...accepting, ...anError(409, 'cancel_not_allowed', 'Being created', { reason }) })
    expect(await dash.adapter.book(request, dash.call)).toMatchObject({ kind: 'unknown', failure: { retryable: true } })
    expect((await dash.adapter.book(request, dash.call)).kind).toBe('booked')
  })

  test('a refusal is no proof while the delivery cannot be read', async () => {
    const request = await dash.aBooking()
    dash.server.answerNext({ ...accepting, ...anError(422, 'invalid_delivery_parameters', 'No') })
    dash.server.answerNext({ ...reading, status: 404, body: '<h1>nginx</h1>' })
    expect((await dash.adapter.book(request, dash.call)).kind).toBe('unknown')
    dash.server.answerNext({ ...accepting, ...anError(422, 'invalid_delivery_parameters', 'No') })
    dash.server.answerNext({ ...reading, ...anError(404, 'unknown_delivery_id', 'There is none') })
    expect((await dash.adapter.book(request, dash.call)).kind).toBe('refused')
  })

  test('keys that expire between two tries leave the booking open', async () => {
    const request = await dash.aBooking()
    dash.server.answerNext({ ...accepting, status: 502, body: 'Bad gateway' })
    dash.server.answerNext({ ...accepting, ...anError(401, 'authentication_error', 'The token has expired') })
    expect(await dash.adapter.book(request, dash.call)).toMatchObject({ kind: 'unknown', failure: { httpStatus: 401 } })
  })

  test('a lost answer to a booking is not looked for without the id of a draft: nothing can have been bought', async () => {
    expect(await dash.adapter.findJob({ reference: 'att_1', draftId: null, carrierOfferId: null }, dash.call)).toEqual({
      kind: 'not_found',
    })
  })
})

describe('cancellations and changes', () => {
  const cancel = (carrierJobId: string) =>
    dash.adapter.cancel({ carrierJobId, reasonCode: 'customer_request' }, dash.call)

  test('the fee is charged once a courier has confirmed, and not before', async () => {
    const { carrierJobId } = await dash.aJob()
    const fee = { type: 'cancellation_fee', currency: 'USD', exponent: 2, amountMinor: 975 }
    const charges = [expect.objectContaining({ chargeId: `${carrierJobId}/cancellation`, ...fee })]
    expect(await cancel(carrierJobId)).toEqual({ kind: 'cancelled', charges })
    expect(await cancel(carrierJobId)).toEqual({ kind: 'cancelled', charges })
    const unassigned = await dash.aJob()
    dash.server.store.unassign(dash.server.store.getDelivery(unassigned.carrierJobId))
    expect(await cancel(unassigned.carrierJobId)).toEqual({ kind: 'cancelled', charges: [] })
  })

  test('after the pickup the reason is DoorDash’s', async () => {
    const { carrierJobId } = await dash.aJob()
    await dash.server.advance(carrierJobId, 'picked_up')
    expect(await cancel(carrierJobId)).toMatchObject({
      kind: 'refused',
      failure: { code: 'delivery_picked_up', message: 'The delivery cannot be cancelled any more.', retryable: false },
    })
  })

  test('a delivery that is still being made can be cancelled later', async () => {
    const { carrierJobId } = await dash.aJob()
    const reason = 'delivery_creation_in_progress'
    dash.server.answerNext({ ...cancelling, ...anError(409, 'cancel_not_allowed', 'Being created', { reason }) })
    expect(await cancel(carrierJobId)).toMatchObject({ kind: 'unknown', failure: { retryable: true } })
    expect((await cancel(carrierJobId)).kind).toBe('cancelled')
  })

  test('a change answers with the time of delivery', async () => {
    const { request, carrierJobId } = await dash.aJob()
    const change = { ...request, carrierJobId, readyAt: null, dropoffInstructions: 'Leave at the desk' }
    const outcome = await dash.adapter.update(change, dash.call)
    expect(outcome).toMatchObject({ kind: 'updated', window: { fromAt: expect.any(Date) } })
    expect(dash.server.store.getDelivery(carrierJobId).request).toMatchObject({
      dropoff_instructions: 'Leave at the desk',
      pickup_instructions: 'Ring',
    })
  })
})
