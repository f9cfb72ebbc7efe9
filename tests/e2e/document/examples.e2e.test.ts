/**
 * Every request in the OpenAPI document that a key can make is sent as it is written, and gets the documented success. Those
 * of people need their password or link: the tests of accounts in the gateway send them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, silentReceiverUrl } from '../api.ts'
import { type Operation, readDocument } from './operations.ts'
import { createStockedMerchant, type StockedMerchant } from './stocked-merchant.ts'

const { operations } = await readDocument()
const withExample = operations.filter(({ example, isForPeople }) => example !== undefined && !isForPeople)

let merchant: StockedMerchant
let collectedJob: string
beforeAll(async () => {
  merchant = await createStockedMerchant()
  collectedJob = (await merchant.bookFleet()).job_id
  await merchant.asDriver(`/jobs/${collectedJob}/accept`)
  await merchant.asDriver(`/jobs/${collectedJob}/reports`, { status: 'picked_up' })
})
afterAll(() => merchant?.stop())

interface Prepared {
  /** IDs in the path, instead of the merchant's. */
  ids?: Record<string, string>
  /** Fields that must name something of this merchant. */
  fields?: Record<string, unknown>
}

/** Resources that must exist before the example of an operation makes sense. */
const preparations: Record<string, () => Promise<Prepared>> = {
  async cancelShipment() {
    const { shipment_id } = await merchant.createShipment()
    return { ids: { shipment_id } }
  },
  // A shipment on hold cannot be booked, which others do.
  async holdShipment() {
    const { shipment_id } = await merchant.createShipment()
    return { ids: { shipment_id } }
  },
  assignShipment: async () => ({ fields: { assignee_id: merchant.memberId } }),
  async editShipments() {
    const { shipment_id } = await merchant.createShipment()
    return { fields: { shipment_ids: [shipment_id], assignee_id: merchant.memberId } }
  },
  async createQuote() {
    const { shipment_id } = await merchant.createShipment()
    return { fields: { shipment_id } }
  },
  async bookShipment() {
    const { quote_option_id, ...ids } = await merchant.quoteNew()
    return { ids, fields: { quote_option_id } }
  },
  // The carrier has pickups.
  async createPickup() {
    const { booking_id } = await merchant.bookNew((carrierCode) => carrierCode === 'eco_parcel')
    return { fields: { booking_ids: [booking_id] } }
  },
  // The carrier makes manifests.
  async createManifest() {
    const { booking_id } = await merchant.bookNew((carrierCode) => carrierCode === 'eco_parcel')
    return { fields: { booking_ids: [booking_id] } }
  },
  cancelBooking: async () => ({ ids: await merchant.bookNew() }),
  returnShipment: async () => ({ ids: await merchant.bookNew() }),
  advanceShipment: async () => ({ ids: await merchant.bookNew() }),
  assignDriver: async () => ({ fields: { driver_id: merchant.ids.driver_id } }),
  reportJob: async () => ({ ids: { job_id: collectedJob } }),
  // A driver who is not active cannot use the app.
  async updateDriver() {
    const { driver_id } = await merchant.post('/drivers', { name: 'Dan' })
    return { ids: { driver_id } }
  },
  // Nobody at example.com asked for our events.
  createSubscription: async () => ({ fields: { url: silentReceiverUrl } }),
}

const getPath = ({ path }: Operation, ids: Record<string, string | undefined>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? expect.fail(`the merchant has no ${name}`))

test('the document has an example for most bodies', () => {
  expect(withExample.length).toBeGreaterThan(20)
})

test.each(withExample.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
  const { ids, fields } = (await preparations[id]?.()) ?? {}
  const reply = await call(operation.method, getPath(operation, { ...merchant.ids, ...ids }), {
    token: merchant.tokenFor(operation),
    body: { ...(operation.example as object), ...fields },
  })
  expect([reply.status, reply.body?.error]).toEqual([expect.toSatisfy((status: number) => status < 300), undefined])
})
