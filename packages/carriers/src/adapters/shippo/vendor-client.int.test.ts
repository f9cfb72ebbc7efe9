/** Shippo's own client against the server of our tests: what the server takes and answers is Shippo's API. */
import { Shippo } from 'shippo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShippoServer, startShippoServer } from '../../testing/shippo/server.ts'

let server: ShippoServer
beforeAll(async () => {
  server = await startShippoServer()
})
afterAll(() => server?.stop())

const createClient = (carrierAccountId: string) =>
  new Shippo({ apiKeyHeader: server.keyFor(carrierAccountId, 'test'), serverURL: server.url })

const address = {
  name: 'Ada Baker',
  phone: '+14155550100',
  street1: '388 Townsend St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94107',
  country: 'US',
}
type ParcelRequest = Parameters<Shippo['shipments']['create']>[0]['parcels'][number]
const parcel: ParcelRequest = {
  weight: '436',
  massUnit: 'g',
  distanceUnit: 'cm',
  length: '25.4',
  width: '20.32',
  height: '10.16',
}
const shipment = (parcels: ParcelRequest[] = [parcel]) => ({
  addressFrom: address,
  addressTo: { ...address, name: 'Grace Miller' },
  parcels,
  async: false,
})

test('carrier accounts are listed', async () => {
  const { results = [] } = await createClient('vendor_carriers').carrierAccounts.list({})
  expect(results.map(({ carrier, test: isTest }) => [carrier, isTest])).toEqual([
    ['usps', true],
    ['ups', true],
  ])
})

test('a shipment is rated, and a rate bought, found by its rate, tracked and refunded', async () => {
  const client = createClient('vendor_labels')
  const { rates, messages, status } = await client.shipments.create(shipment())
  expect([status, messages]).toEqual(['SUCCESS', []])
  expect(rates[0]).toMatchObject({
    amount: '5.93',
    currency: 'USD',
    provider: 'USPS',
    estimatedDays: 3,
    servicelevel: { token: 'usps_ground_advantage' },
  })
  const rate = rates[0]?.objectId ?? ''
  expect(await client.rates.get(rate)).toMatchObject({ objectId: rate, provider: 'USPS' })
  const bought = await client.transactions.create({ rate, labelFileType: 'PDF_4x6', metadata: 'att_1', async: false })
  expect(bought).toMatchObject({
    status: 'SUCCESS',
    rate,
    labelUrl: expect.stringContaining('.pdf'),
    metadata: 'att_1',
  })
  const id = bought.objectId ?? ''
  expect(await client.transactions.get(id)).toMatchObject({ objectId: id, trackingNumber: bought.trackingNumber })
  const { results } = await client.transactions.list({ rate, results: 100 })
  expect(results).toMatchObject([
    { objectId: id, rate: { objectId: rate, servicelevelToken: 'usps_ground_advantage' } },
  ])
  expect((await client.transactions.list({ rate: 'another' })).results).toEqual([])
  const track = await client.trackingStatus.get(bought.trackingNumber ?? '', 'usps')
  expect(track).toMatchObject({
    transaction: id,
    trackingStatus: { status: 'PRE_TRANSIT', substatus: { code: 'information_received' } },
  })
  expect(await client.refunds.create({ transaction: id, async: false })).toMatchObject({
    status: 'PENDING',
    transaction: id,
  })
  await expect(client.refunds.create({ transaction: id })).rejects.toThrow()
})

test('several parcels have a transaction each, with one rate', async () => {
  const client = createClient('vendor_parcels')
  const { rates, messages } = await client.shipments.create(shipment([parcel, parcel]))
  expect(rates.map(({ provider, amount }) => [provider, amount])).toEqual([['UPS', '193.16']])
  expect(messages).toMatchObject([{ source: 'USPS', text: 'USPS does not support multi-piece shipments.' }])
  const rate = rates[0]?.objectId ?? ''
  await client.transactions.create({ rate, async: false })
  expect((await client.transactions.list({ rate })).results).toHaveLength(2)
})

test('webhooks are made, changed, listed and deleted', async () => {
  const client = createClient('vendor_webhooks')
  const url = 'https://example.com/callbacks?token=1'
  const { objectId = '' } = await client.webhooks.createWebhook({ event: 'track_updated', url, isTest: true })
  await client.webhooks.updateWebhook({ event: 'track_updated', url: `${url}2`, isTest: true }, objectId)
  expect(await client.webhooks.listWebhooks()).toMatchObject({ results: [{ objectId, url: `${url}2` }] })
  await client.webhooks.deleteWebhook(objectId)
  expect(await client.webhooks.listWebhooks()).toMatchObject({ results: [] })
})

test('what the reference does not allow is refused', async () => {
  const client = createClient('vendor_refusals')
  const country = { ...address, country: 'usa' }
  await expect(client.shipments.create({ ...shipment(), addressTo: country })).rejects.toThrow('address_to.country')
  await expect(client.transactions.create({ rate: 'none', async: false })).rejects.toThrow('not found')
  await expect(client.trackingStatus.get('none', 'usps')).rejects.toThrow('Not found')
  const stranger = new Shippo({ apiKeyHeader: 'a-key', serverURL: server.url })
  await expect(stranger.carrierAccounts.list({})).rejects.toThrow('Invalid token')
})
