import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { openStream } from '@waybill/testing/event-stream'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/running-gateway.ts'

const TOKEN = 'Xk2v9Qb7Lr4mT8sWn1cZ6yHp'
const firstId = newId('evt')
const lastId = newId('evt')

const entry = (event_id: string, overrides: object) => ({
  event_id,
  body: Buffer.from(
    JSON.stringify({
      event_id,
      type: 'tracking',
      status: 'in_transit',
      tracking_status: 'picked_up',
      incident: null,
      description: 'Handed over by Grace Miller',
      carrier_code: 'swift_courier',
      booking_id: newId('bkg'),
      location: { latitude: 51.5308, longitude: -0.0973 },
      occurred_at: '2026-12-01T09:00:00.000Z',
      recorded_at: '2026-12-01T09:00:00.000Z',
      ...overrides,
    }),
  ),
})
const place = { environment_id: 'env_1', shipment_id: 'shp_1' }
const begun = { ...place, after: -1, position: 1, status: 'in_transit', entries: [entry(firstId, {})] }
const delivered = {
  ...place,
  after: 1,
  position: 2,
  status: 'delivered',
  tracking_number: '1Z9',
  carrier_tracking_url: 'https://carrier.example/1Z9',
  entries: [
    entry(lastId, {
      status: 'delivered',
      tracking_status: 'delivered',
      occurred_at: '2026-12-01T10:00:00.000Z',
    }),
  ],
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ streamPollMs: 20, addressRateLimit: 20 })
  gateway.services.answer('ShipmentService.Follow', ({ request }) => {
    if (request.tracking_token !== TOKEN) throw new AppError('shipment_not_found', 'There is none.')
    return {
      shipment: { shipment_id: 'shp_1', dropoff_address: { city: 'London', country: 'GB', name: 'Grace Miller' } },
      news: begun,
    }
  })
  gateway.services.answer('ShipmentService.ListNews', ({ request }) => ({
    news: request.places.some(({ position }: { position: number }) => position === 1) ? [delivered] : [],
  }))
})
afterAll(() => gateway.stop())

const visit = (path: string) => gateway.call('GET', path, { token: null })

test('the tracking page shows the progress without a token, and nothing personal', async () => {
  const { status, headers, text } = await visit(`/t/${TOKEN}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(text).toContain('On its way')
  expect(text).toContain('To London')
  expect(text).not.toMatch(/Grace|Miller|51\.53/)
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'sha256-/)
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test("the page's stream sends the live part with each update, then ends", async () => {
  const stream = await openStream(`${gateway.url}/t/${TOKEN}/stream`)
  await stream.ended()
  const events = stream.events()
  expect(events.map(({ event, id }) => [event, id])).toEqual([
    ['update', firstId],
    ['update', lastId],
    ['end', null],
  ])
  const { html } = JSON.parse(events[1]?.data ?? '')
  expect(html).toContain('<h1>Delivered</h1>')
  expect(html).toContain('Collected from the sender')
  expect(events[0]?.data).not.toContain('1Z9')
  expect(html).toContain('<a href="https://carrier.example/1Z9" rel="noreferrer noopener">Tracking number 1Z9</a>')
  expect(stream.text()).not.toMatch(/Grace|51\.53/)
})

test('a page that was just loaded receives only new updates', async () => {
  const stream = await openStream(`${gateway.url}/t/${TOKEN}/stream?last_event_id=${firstId}`)
  await eventually(() => expect(stream.events().map(({ id }) => id)).toEqual([lastId, null]))
})

test('an unknown tracking token gets a 404 page and no stream', async () => {
  const { status, headers, text } = await visit('/t/nothing')
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(text).toContain('Delivery not found')
  expect((await visit('/t/nothing/stream')).status).toBe(404)
})

test('an IP address that tries many tracking tokens is rate limited', async () => {
  // One request a second: less than even a busy machine answers.
  const slow = await startTestGateway({ addressRateLimit: 1 })
  try {
    const guess = (index: number) => slow.call('GET', `/t/guess${index}`, { token: null })
    await eventually(async () => {
      const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index)))
      expect(replies.map(({ status }) => status)).toContain(429)
    })
  } finally {
    await slow.stop()
  }
})

test.each(['', '/stream'])('a tracking page%s costs its address two tokens', async (path) => {
  const slow = await startTestGateway({ addressRateLimit: 2 })
  onTestFinished(() => slow.stop())
  slow.services.answer('ShipmentService.Follow', () => {
    throw new AppError('shipment_not_found', 'No shipment has this tracking page.')
  })
  const { status, headers } = await slow.call('GET', `/t/nothing${path}`, { token: null })
  // The burst is four.
  expect([status, headers.get('ratelimit')]).toEqual([404, expect.stringMatching(/^"address";r=2;/)])
})
