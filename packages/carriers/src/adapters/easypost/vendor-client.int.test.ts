/** EasyPost's own client against the server of our tests: what the server takes and answers is EasyPost's API. */
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EasyPostServer, startEasyPostServer } from '../../testing/easypost/server.ts'

let server: EasyPostServer
beforeAll(async () => {
  server = await startEasyPostServer()
})
afterAll(() => server?.stop())

// Its types do not compile with ours.
const EasyPostClient = createRequire(import.meta.url)('@easypost/api')
const createClient = (carrierAccountId: string) =>
  new EasyPostClient(server.keyFor(carrierAccountId), { baseUrl: `${server.url}/v2/` })

const address = { street1: '388 Townsend St', city: 'San Francisco', state: 'CA', zip: '94107', country: 'US' }
const route = {
  to_address: { ...address, name: 'Grace Miller', phone: '4155550100' },
  from_address: { ...address, name: 'Ada Baker', phone: '4155550101' },
}
const parcel = { length: 10, width: 8, height: 4, weight: 15.4 }

test('a shipment is rated, bought once, converted and refunded', async () => {
  const client = createClient('vendor_shipment')
  const made = await client.Shipment.create({ ...route, parcel })
  const bought = await client.Shipment.buy(made.id, made.lowestRate())
  expect(bought.selected_rate.service).toBe('GroundAdvantage')
  expect(bought.postage_label.label_url).toContain('.png')
  await expect(client.Shipment.buy(made.id, made.lowestRate())).rejects.toMatchObject({
    statusCode: 422,
    code: 'SHIPMENT.POSTAGE.EXISTS',
  })
  const converted = await client.Shipment.convertLabelFormat(made.id, 'ZPL')
  expect(converted.postage_label.label_zpl_url).toContain('.zpl')
  const [{ rate }] = await client.Shipment.retrieveEstimatedDeliveryDate(made.id, '2026-11-24')
  expect(rate.carrier).toBe('USPS')
  expect((await client.Shipment.refund(made.id)).refund_status).toBe('submitted')
  expect((await client.Shipment.retrieve(made.id)).refund_status).toBe('submitted')
})

test('an order is rated and bought', async () => {
  const client = createClient('vendor_order')
  const made = await client.Order.create({ ...route, shipments: [{ parcel }, { parcel }] })
  const bought = await client.Order.buy(made.id, 'USPS', 'Priority')
  expect(bought.shipments.map(({ tracking_code }: { tracking_code: string }) => typeof tracking_code)).toEqual([
    ...['string', 'string'],
  ])
  expect((await client.Order.retrieve(made.id)).id).toBe(made.id)
})

test('webhooks are kept, and their events are signed', async () => {
  const client = createClient('vendor_webhook')
  const webhook = await client.Webhook.create({ url: server.callbackUrl, webhook_secret: 'old' })
  await client.Webhook.update(webhook.id, { webhook_secret: 'sécret' })
  expect((await client.Webhook.all()).webhooks).toHaveLength(1)
  const made = await client.Shipment.create({ ...route, parcel })
  await client.Shipment.buy(made.id, made.lowestRate())
  const [event] = await server.callbacksWhere(() => true, 1)
  const validated = client.Utils.validateWebhook(event?.rawBody, event?.headers, 'sécret')
  expect(validated).toMatchObject({ description: 'tracker.updated', result: { shipment_id: made.id } })
  expect(() => client.Utils.validateWebhook(event?.rawBody, event?.headers, 'another')).toThrow()
  await client.Webhook.delete(webhook.id)
  expect((await client.Webhook.all()).webhooks).toEqual([])
})

test('what the reference does not allow is refused', async () => {
  const client = createClient('vendor_refusals')
  await expect(client.Shipment.create({ ...route, parcel: { weight: 'heavy' } })).rejects.toMatchObject({
    statusCode: 422,
  })
  await expect(client.Shipment.create({ ...route, parcel, colour: 'red' })).rejects.toMatchObject({ statusCode: 422 })
  await expect(client.Shipment.retrieve('shp_0')).rejects.toMatchObject({ statusCode: 404, code: 'NOT_FOUND' })
  const stranger = new EasyPostClient('wrong', { baseUrl: `${server.url}/v2/` })
  await expect(stranger.Webhook.all()).rejects.toMatchObject({ statusCode: 401 })
})
