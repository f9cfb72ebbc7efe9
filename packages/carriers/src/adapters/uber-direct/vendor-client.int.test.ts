/** Uber's own client, redirected to the server: what it sends passes the validation, and it reads every answer. */
import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startUberDirect, type UberDirectServer } from '../../testing/uber-direct/server.ts'

/** The client is a CommonJS package. */
const load = createRequire(import.meta.url)

interface Deliveries {
  createQuote(request: object): Promise<{ id: string; fee: number }>
  createDelivery(request: object): Promise<{ id: string; status: string }>
  getDelivery(id: string): Promise<{ status: string; courier: { name: string } | null }>
  listDeliveries(options: object): Promise<{ data: { id: string }[] }>
  updateDelivery(id: string, request: object): Promise<{ dropoff: { notes: string } }>
  cancelDelivery(id: string): Promise<{ status: string }>
  proofOfDelivery(id: string, request: object): Promise<{ document: string }>
}

const CUSTOMER_ID = 'a11e6f29-6850-4d8d-b88d-0ae69cec1111'
const realFetch = globalThis.fetch
let server: UberDirectServer
beforeEach(async () => {
  server = await startUberDirect()
  server.addAccount({ customerId: CUSTOMER_ID, clientId: 'client', clientSecret: 'secret', signingKey: 'key' })
  vi.stubEnv('UBER_DIRECT_CLIENT_ID', 'client')
  vi.stubEnv('UBER_DIRECT_CLIENT_SECRET', 'secret')
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url)
    return realFetch(`${server.url}${pathname}${search}`, init)
  })
})
afterEach(() => {
  server.stop()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const address = (street: string) =>
  JSON.stringify({ street_address: [street], city: 'New York', state: 'NY', zip_code: '10023', country: 'US' })
const route = {
  pickup_address: address('100 Maiden Ln'),
  dropoff_address: address('30 Lincoln Center Plaza'),
  pickup_phone_number: '+15555555555',
  dropoff_phone_number: '+15555555555',
}

async function aClient(): Promise<Deliveries> {
  const { getAccessToken } = load('uber-direct/auth') as { getAccessToken(): Promise<string> }
  const { createDeliveriesClient } = load('uber-direct/deliveries') as {
    createDeliveriesClient(accessToken: string, customerId: string): Deliveries
  }
  return createDeliveriesClient(await getAccessToken(), CUSTOMER_ID)
}

async function aDelivery(client: Deliveries): Promise<string> {
  const { id: quote_id } = await client.createQuote(route)
  const contacts = { pickup_name: 'Store', dropoff_name: 'Gordon Shumway' }
  const manifest_items = [
    { name: 'Bow tie', quantity: 1, size: 'small', dimensions: { length: 20, height: 20, depth: 20 }, weight: 300 },
  ]
  const { id } = await client.createDelivery({ ...route, ...contacts, manifest_items, quote_id, external_id: 'att_1' })
  return id
}

test('the client of Uber quotes, books, changes, lists and cancels', async () => {
  const client = await aClient()
  const id = await aDelivery(client)
  expect(await client.getDelivery(id)).toMatchObject({ status: 'pending', courier: null })
  expect(await client.updateDelivery(id, { dropoff_notes: 'Second floor' })).toMatchObject({
    dropoff: { notes: 'Second floor' },
  })
  expect(await client.listDeliveries({ filter: 'pending', limit: 1, Offset: 0 })).toMatchObject({ data: [{ id }] })
  expect(await client.cancelDelivery(id)).toMatchObject({ status: 'canceled' })
  await expect(client.cancelDelivery(id)).rejects.toMatchObject({ status: 400, code: 'noncancelable_delivery' })
})

test('the client of Uber reads a proof of delivery', async () => {
  const client = await aClient()
  const id = await aDelivery(client)
  await server.advance(id, 'delivered')
  expect(await client.getDelivery(id)).toMatchObject({ status: 'delivered', courier: { name: 'Alex I.' } })
  const { document } = await client.proofOfDelivery(id, { waypoint: 'dropoff', type: 'picture' })
  expect(Buffer.from(document, 'base64').subarray(1, 4).toString()).toBe('PNG')
})

test.each([
  ['an unknown field', { surprise: 1 }, 'surprise'],
  ['a phone without its country', { dropoff_phone_number: '5555555555' }, 'dropoff_phone_number'],
  ['an address that is no JSON of an address', { pickup_address: '{"street_address":"1 A St"}' }, 'pickup_address'],
  ['a time that is not RFC 3339', { pickup_ready_dt: 'tomorrow' }, 'pickup_ready_dt'],
])('the server refuses %s and names it', async (_, wrong, field) => {
  const client = await aClient()
  await expect(client.createQuote({ ...route, ...wrong })).rejects.toMatchObject({
    status: 400,
    code: 'invalid_params',
    metadata: { [field]: expect.any(String) },
  })
})
