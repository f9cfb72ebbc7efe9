/** DoorDash's own client, redirected to the server: what it sends passes the validation, and it reads every answer. */
import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DoorDashServer, startDoorDash } from '../../testing/doordash-drive/server.ts'

/** The client is a CommonJS package. */
const load = createRequire(import.meta.url)
const { DoorDashClient } = load('@doordash/sdk') as typeof import('@doordash/sdk')
/** The copy of axios that the client uses. */
const axios = createRequire(load.resolve('@doordash/sdk'))('axios') as {
  interceptors: {
    request: { use(handle: (config: { url?: string }) => object): number; eject(id: number): void }
  }
}

const account = {
  carrierAccountId: 'cac_1',
  developerId: 'dev-1',
  keyId: 'key-1',
  authorization: 'Bearer token',
  signingSecret: Buffer.from('a secret of DoorDash').toString('base64url'),
}
const tokens = { developer_id: 'dev-1', key_id: 'key-1', signing_secret: account.signingSecret }

let server: DoorDashServer
let redirection: number
beforeEach(async () => {
  server = await startDoorDash()
  server.addAccount(account)
  redirection = axios.interceptors.request.use((config) => ({
    ...config,
    url: config.url?.replace('https://openapi.doordash.com', server.url),
  }))
})
afterEach(async () => {
  axios.interceptors.request.eject(redirection)
  await server.stop()
})

const job = (external_delivery_id: string) => ({
  external_delivery_id,
  pickup_address: '100 Maiden Ln, New York, NY 10038',
  pickup_phone_number: '+14155550100',
  dropoff_address: '30 Lincoln Center Plaza, New York, NY 10023',
  dropoff_phone_number: '+14155550123',
  items: [{ name: 'Book', quantity: 1, weight: 3.3 }],
})

test('the client of DoorDash quotes, accepts, reads, changes and cancels', async () => {
  const client = new DoorDashClient(tokens)
  const { data: quote } = await client.deliveryQuote(job('D-1'))
  expect(quote).toMatchObject({ external_delivery_id: 'D-1', delivery_status: 'quote', fee: 975, currency: 'USD' })
  const { data: accepted } = await client.deliveryQuoteAccept('D-1', { tip: 300 })
  expect(accepted).toMatchObject({ delivery_status: 'created', tip: 300 })
  const { data: changed } = await client.updateDelivery('D-1', { dropoff_instructions: 'Second floor' })
  expect(changed).toMatchObject({ dropoff_instructions: 'Second floor' })
  const { data: read } = await client.getDelivery('D-1')
  expect(read).toMatchObject({ delivery_status: 'confirmed', dasher_name: 'John D.' })
  expect((await client.cancelDelivery('D-1')).data).toMatchObject({
    delivery_status: 'cancelled',
    cancellation_reason: 'cancelled_by_creator',
  })
})

test('the client of DoorDash reads every kind of error', async () => {
  const client = new DoorDashClient(tokens)
  await client.deliveryQuote(job('D-1'))
  await expect(client.deliveryQuote(job('D-1'))).rejects.toMatchObject({ errorCode: 'duplicate_delivery_id' })
  await expect(client.getDelivery('D-2')).rejects.toMatchObject({ errorCode: 'unknown_delivery_id' })
  await expect(client.deliveryQuote({ ...job('D-3'), dropoff_phone_number: '555' })).rejects.toMatchObject({
    errorCode: 'validation_error',
    fieldErrors: [{ field: 'dropoff_phone_number', error: expect.any(String) }],
  })
  const stranger = new DoorDashClient({ ...tokens, key_id: 'key-2' })
  await expect(stranger.getDelivery('D-1')).rejects.toMatchObject({ errorCode: 'Unauthorized' })
})
