/** Counts the webhooks of whole deliveries and compares them with the table in docs/guides/webhooks.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { get, getData, post } from '../api.ts'
import { startEventReceiver } from '../document/event-receiver.ts'
import { createTenant } from '../tenant.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/webhooks.md'), 'utf8')
/** Rows of the table: the settings of a subscription and what it gets. */
const rows = [...guide.matchAll(/^\| `(\{.*\})` \| (\d+) \| (\d+) \|$/gm)].map(
  ([, settings = '', booked, onDemand]) => ({
    settings: JSON.parse(settings),
    booked: Number(booked),
    onDemand: Number(onDemand),
  }),
)

const WAIT = { timeoutMs: 30_000, intervalMs: 100 }
/** Each is the last event of its subject. */
const LAST = ['booking.proof_ready', 'quote.accepted', 'shipment.delivered']

async function aMerchant() {
  const { access_token: token } = await createTenant()
  return {
    post: (path: string, body?: unknown) => post(`/api/v1${path}`, body, { token }),
    find: async (path: string) => getData(await get(`/api/v1${path}`, { token }), 200),
  }
}
type Merchant = Awaited<ReturnType<typeof aMerchant>>

/** Registers, quotes and books. Resolves to the shipment's ID. */
async function book(merchant: Merchant): Promise<string> {
  const { shipment_id } = getData(await merchant.post('/shipments', aShipmentDocument()), 201)
  const { options } = getData(await merchant.post('/quotes', { shipment_id }), 201)
  const { quote_option_id } = options[0]
  getData(await merchant.post(`/shipments/${shipment_id}/book`, { quote_option_id }), 201)
  return shipment_id
}

const dispatch = async (merchant: Merchant): Promise<string> =>
  getData(await merchant.post('/shipments/on-demand', aShipmentDocument()), 201).shipment_id

/** Moves the courier one step after another. A step that the courier takes by itself at the same time is not taken twice. */
async function deliver({ post, find }: Merchant, shipmentId: string): Promise<void> {
  const bookingId = await eventually(async () => {
    const { booking_id } = await find(`/shipments/${shipmentId}`)
    const { eta } = await find(`/bookings/${booking_id}`)
    expect(eta).toMatchObject({ source: 'carrier' })
    return booking_id
  }, WAIT)
  await eventually(async () => {
    await post(`/simulator/shipments/${shipmentId}/advance`)
    expect((await find(`/bookings/${bookingId}`)).status).toBe('delivered')
  }, WAIT)
}

test.each([
  ['quoted and booked', 'booked', book],
  ['on demand', 'onDemand', dispatch],
] as const)('a shipment %s causes as many webhooks as the guide says', async (_, column, begin) => {
  expect(rows.length).toBeGreaterThan(2)
  const merchant = await aMerchant()
  const receiver = await startEventReceiver()
  onTestFinished(() => receiver.stop())
  for (const [index, { settings }] of rows.entries()) {
    getData(await merchant.post('/webhooks/subscriptions', { url: `${receiver.url}/${index}`, ...settings }), 201)
  }
  await deliver(merchant, await begin(merchant))
  await eventually(async () => {
    const types = (await merchant.find('/events?limit=100')).map(({ type }: { type: string }) => type)
    expect(types).toEqual(expect.arrayContaining(LAST))
  }, WAIT)
  const idsAt = (path: string) =>
    receiver.requests.filter((request) => request.path === path).map(({ headers }) => headers['webhook-id'])
  await eventually(() => {
    expect(rows.map((_, index) => new Set(idsAt(`/${index}`)).size)).toEqual(rows.map((row) => row[column]))
  }, WAIT)
})
