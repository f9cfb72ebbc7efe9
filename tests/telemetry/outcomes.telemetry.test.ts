/** Exactly one wide log line per outcome: of a request, a call, an event, a webhook attempt, a carrier call. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, getData, post } from '../e2e/api.ts'
import { aReference } from '../e2e/journeys.ts'
import { type Line, splitLines } from './stack-files.ts'

let receiver: HttpReceiver
beforeAll(async () => {
  receiver = await startHttpReceiver()
})
afterAll(() => receiver?.stop())

let counter = 0
const aRequestId = () => `telemetry-${process.pid}-${Date.now()}-${counter++}`

/** Waits for a line of the service with this message and these fields, and asserts that it is the only one. */
async function theLine(service: string, msg: string, fields: Record<string, unknown>): Promise<Line> {
  const find = () =>
    splitLines(service).filter(
      (line) => line.msg === msg && Object.entries(fields).every(([key, is]) => line[key] === is),
    )
  await eventually(() => expect(find(), `${msg} of ${service}`).not.toEqual([]))
  const found = find()
  expect(found, `${msg} of ${service}`).toHaveLength(1)
  return found[0] as Line
}

const anyDuration = { durationMs: expect.any(Number) }

test('logs one line per request in the gateway and one in the service that answered it', async () => {
  const requestId = aRequestId()
  const headers = { 'x-request-id': requestId }
  getData(await post('/api/v1/shipments', aShipmentDocument({ merchant_order_ref: aReference() }), { headers }), 201)
  const request = await theLine('gateway', 'http.answered', { requestId })
  expect(request).toMatchObject({
    level: 'info',
    method: 'POST',
    route: '/api/v1/shipments',
    status: 201,
    ...anyDuration,
  })
  expect(request).toMatchObject({ environmentId: expect.stringMatching(/^env_/), keyId: expect.any(String) })
  const method = '/waybill.shipment.v1.ShipmentService/Create'
  const rpc = await theLine('shipment', 'rpc.answered', { requestId })
  expect(rpc).toMatchObject({ level: 'info', method, status: 'OK', ...anyDuration })
  expect(rpc.trace_id).toBe(request.trace_id)
})

test('logs one line with the error code in each for a rejected request', async () => {
  const requestId = aRequestId()
  const unknown = '/api/v1/shipments/shp_01m7yx16xyeh08gm14ern4ykbe'
  expect((await get(unknown, { headers: { 'x-request-id': requestId } })).status).toBe(404)
  const code = 'shipment_not_found'
  expect(await theLine('gateway', 'http.answered', { requestId })).toMatchObject({ level: 'info', status: 404, code })
  expect(await theLine('shipment', 'rpc.answered', { requestId })).toMatchObject({ status: 'NOT_FOUND', code })
})

test('logs one line per event in each consumer and one per webhook attempt', async () => {
  const url = `${receiver.url}/${aRequestId()}`
  const subscription = { url, events: ['shipment.created'] }
  const { subscription_id } = getData(await post('/api/v1/webhooks/subscriptions', subscription), 201)
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  const { shipment_id } = getData(await post('/api/v1/shipments', document), 201)
  const hook = await eventually(() => {
    const arrived = receiver.requests.find(({ path, body }) => url.endsWith(path) && body.includes(shipment_id))
    if (!arrived) throw new Error('the webhook has not arrived')
    return arrived
  })
  const eventId = String(hook.headers['webhook-id'])
  const consumed = await theLine('webhook', 'event.consumed', { eventId })
  expect(consumed).toMatchObject({ type: 'shipment.created', outcome: 'applied', attempt: 1, ...anyDuration })
  expect(consumed.delayMs).toEqual(expect.any(Number))
  const attempted = () =>
    splitLines('webhook').filter(
      (line) =>
        line.msg === 'delivery.attempted' && line.eventId === eventId && line.subscriptionId === subscription_id,
    )
  // The line is written after the receiver answers.
  await eventually(() => expect(attempted().map(({ responseStatus }) => responseStatus)).toContain(200))
  const attempts = attempted()
  expect(attempts.filter(({ responseStatus }) => responseStatus === 200)).toHaveLength(1)
  const ids = attempts.map(({ deliveryId, attempt }) => `${deliveryId} ${attempt}`)
  expect(new Set(ids).size).toBe(ids.length)
})

test('logs one line per carrier call with operation and outcome', async () => {
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  const { shipment_id } = getData(await post('/api/v1/shipments', document), 201)
  const headers = { 'x-request-id': aRequestId() }
  const quote = getData(await post('/api/v1/quotes', { shipment_id }, { headers }), 201)
  const asked = splitLines('quoting').filter(
    ({ msg, requestId }) => msg === 'carrier.called' && requestId === headers['x-request-id'],
  )
  const carriers = asked.map(({ carrierCode }) => carrierCode)
  expect(new Set(carriers).size).toBe(carriers.length)
  for (const line of asked) expect(line).toMatchObject({ operation: 'quote', outcome: 'offers', ...anyDuration })

  const requestId = aRequestId()
  const chosen = { quote_option_id: quote.options[0].quote_option_id }
  getData(await post(`/api/v1/shipments/${shipment_id}/book`, chosen, { headers: { 'x-request-id': requestId } }), 201)
  const booked = await theLine('booking', 'carrier.called', { requestId, operation: 'book' })
  expect(booked).toMatchObject({ level: 'info', outcome: 'booked', ...anyDuration })
  expect(booked).toMatchObject({ carrierCode: quote.options[0].carrier_code })
})
