/** The simulator's advance waits for the event log. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/running-gateway.ts'

const shipment_id = newId('shp')
const booking_id = newId('bkg')
const path = `/api/v1/simulator/shipments/${shipment_id}/advance`

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

const toAnswer = (data: unknown, etag = '') => ({
  status: 200,
  body: Buffer.from(JSON.stringify({ success: true, data })),
  etag,
})

/** How often the log was read, by subject. */
let reads: Record<string, number>
/** Reads of a subject until its log has the event; the last sequence is 3 for the booking and 5 for the shipment. */
let readsUntilLogged = 1
beforeEach(() => {
  reads = {}
  gateway.services.reset()
  gateway.services.answer('BookingService.Advance', () => toAnswer({ booking_id }, '3'))
  gateway.services.answer('ShipmentService.Get', () => toAnswer({ shipment_id }, '5'))
  gateway.services.answer('WebhookService.ListEvents', ({ request: { subject_id } }) => {
    reads[subject_id] = (reads[subject_id] ?? 0) + 1
    const last = subject_id === booking_id ? 3 : 5
    const isLogged = (reads[subject_id] ?? 0) >= readsUntilLogged
    return toAnswer([{ sequence: null }, { sequence: isLogged ? last : last - 1 }])
  })
})

test('the response is sent when the log has the events of the booking and of the shipment', async () => {
  readsUntilLogged = 3
  const reply = await gateway.call('POST', path, { body: { status: 'delivered' } })
  expect([reply.status, reply.body.data]).toEqual([200, { booking_id }])
  expect(reads).toEqual({ [booking_id]: 3, [shipment_id]: 3 })
})

test('if the log stays behind, the response says so', async () => {
  readsUntilLogged = Number.POSITIVE_INFINITY
  const reply = await gateway.call('POST', path, { body: { status: 'delivered' } })
  expect([reply.status, reply.body.error.code]).toEqual([504, 'upstream_timeout'])
  expect(reply.body.error.message).toContain('The courier has moved, but the event log does not show it yet')
})

test('if the log does not answer in time, the response says so', async () => {
  gateway.services.answer('WebhookService.ListEvents', () => {
    throw new AppError('upstream_timeout', 'The log is slow.')
  })
  const reply = await gateway.call('POST', path, { body: { status: 'delivered' } })
  expect([reply.status, reply.body.error.code]).toEqual([504, 'upstream_timeout'])
  expect(reply.body.error.message).toContain('The courier has moved, but the event log does not show it yet')
})
