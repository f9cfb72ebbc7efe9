/** A suspended environment loses the API, and nothing that is already on its way. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { openStream } from '@waybill/testing/event-stream'
import { eventually } from '@waybill/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { admin, get, getData, post, sandbox } from '../api.ts'
import { startEventReceiver } from '../document/event-receiver.ts'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

/** The simulated courier moves every ten seconds. */
const PATIENT = { timeoutMs: 40_000, intervalMs: 100 }

test('a suspended merchant is refused, while its booking and its webhooks go on', async () => {
  const receiver = await startEventReceiver()
  onTestFinished(() => receiver.stop())
  const { access_token: token, merchant_id } = await createTenant()
  const options = { token }
  getData(await post('/api/v1/webhooks/subscriptions', { url: `${receiver.url}/hook`, events: ['*'] }, options), 201)
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  const { shipment_id, tracking_url } = getData(await post('/api/v1/shipments', document, options), 201)
  const quote = getData(await post('/api/v1/quotes', { shipment_id }, options), 201)
  const { quote_option_id } = quote.options[0]
  const booked = getData(await post(`/api/v1/shipments/${shipment_id}/book`, { quote_option_id }, options), 201)
  const path = `/api/v1/shipments/${shipment_id}`
  const stream = await openStream(`${sandbox.base_url}${path}/stream`, { authorization: `Bearer ${token}` })
  onTestFinished(() => stream.close())
  const events = (): { type: string; timestamp: string }[] =>
    receiver.requests.map(({ body }) => JSON.parse(String(body)))
  await eventually(() => expect(events().map(({ type }) => type)).toContain('booking.created'))

  const { suspended_at } = getData(
    await admin('POST', `/admin/merchants/${merchant_id}/suspend`, { reason: 'Unpaid' }),
    200,
  )
  await stream.ended()
  const refused = await get(path, options)
  expect(refused.status).toBe(403)
  expect(refused.body.error).toMatchObject({
    type: 'permission',
    code: 'access_suspended',
    retryable: false,
    meta: { suspended: 'merchant' },
  })
  expect(refused.text).not.toContain('Unpaid')
  expect((await get('/api/v1/shipments')).status).toBe(200)

  await eventually(() => expect(events().some(({ timestamp }) => timestamp > suspended_at)).toBe(true), PATIENT)
  expect((await get(new URL(tracking_url).pathname, { token: null })).status).toBe(200)
  const label = new URL(booked.label_url)
  const openLabel = async () => (await get(label.pathname + label.search, { token: null })).status
  expect(await openLabel()).toBe(403)

  getData(await admin('POST', `/admin/merchants/${merchant_id}/resume`), 200)
  expect(await openLabel()).toBe(200)
  await eventually(async () => expect((await get(path, options)).status).toBe(200))
})

test('a key works until it expires', async () => {
  const expires_at = new Date(Date.now() + 8_000).toISOString()
  const { access_token: token } = await createTenant('test', { expires_at })
  expect((await get('/api/v1/shipments', { token })).status).toBe(200)
  await eventually(async () => {
    const { status, body } = await get('/api/v1/shipments', { token })
    expect([status, body.error?.code]).toEqual([401, 'token_expired'])
  }, PATIENT)
})
