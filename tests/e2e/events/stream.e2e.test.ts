/** Streams contain every timeline entry once, and end after the final status. */
import { expect, test } from 'vitest'
import { call, get, getData, sandbox } from '../api.ts'
import { advance, bookShipment, createShipment } from '../journeys.ts'

interface Told {
  id: string | undefined
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: event data of any shape, which the test checks
  data: any
}

/** Reads all events until the server ends the stream. */
async function follow(path: string, headers: Record<string, string> = {}): Promise<Told[]> {
  const { status, text } = await call('GET', path, { headers })
  expect(status).toBe(200)
  return text.split('\n\n').flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const event = field('event')
    return event === undefined ? [] : [{ id: field('id'), event, data: JSON.parse(field('data') ?? '') }]
  })
}

test('a stream sends every timeline entry as it happens, and ends after the delivery', async () => {
  const { shipment } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const following = follow(`${path}/stream`)
  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  const told = await following
  expect(told.at(-1)).toMatchObject({ event: 'end', data: { status: 'delivered' } })
  const entries = told.slice(0, -1)
  expect(new Set(entries.map(({ event }) => event))).toEqual(new Set(['timeline']))
  const timeline = getData(await get(`${path}/events?limit=100`), 200)
  const byId = (one: { event_id: string }, other: { event_id: string }) => (one.event_id < other.event_id ? -1 : 1)
  expect(entries.map(({ data }) => data).sort(byId)).toEqual([...timeline].sort(byId))
  expect(entries.every(({ id, data }) => id === data.event_id)).toBe(true)

  const half = entries[Math.floor(entries.length / 2)]
  const rest = await follow(`${path}/stream`, { 'last-event-id': half?.id ?? '' })
  expect(rest).toEqual(told.slice(told.findIndex(({ id }) => id === half?.id) + 1))
  const over = await get(`${path}/stream`, { headers: { 'last-event-id': entries.at(-1)?.id ?? '' } })
  expect(over.status).toBe(204)
})

test('the tracking page of a shipment is at its tracking_url, and needs no token', async () => {
  const { tracking_url } = await createShipment()
  expect(new URL(tracking_url).origin).toBe(new URL(sandbox.base_url).origin)
  const page = await get(new URL(tracking_url).pathname, { token: null })
  expect(page.status).toBe(200)
  expect(page.text).toContain('Getting ready')
})
