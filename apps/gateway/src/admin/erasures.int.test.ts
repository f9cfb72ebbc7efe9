/** Erasures of personal data through the admin API. */
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.services.reset())

const SERVICES = ['shipment', 'quoting', 'booking', 'webhook']
const inEnvironment = (path: string) => `/admin/environments/${gateway.environmentId}${path}`
const requests = () => gateway.services.calls.map(({ request: { context: _, ...request } }) => request)

test.each([
  ['shipment_id', 'shp_1'],
  ['merchant_order_ref', 'ORDER-1'],
  ['phone', '+44 20 7946 0001'],
  ['email', 'grace@example.com'],
])('shipments to erase are searched by %s, in the environment of the path', async (field, value) => {
  const found = {
    shipment_id: 'shp_1',
    merchant_order_ref: 'ORDER-1',
    status: 'delivered',
    created_at: '2026-12-01T09:00:00.000Z',
    erased_at: '',
    refusal: '',
  }
  gateway.services.answer('ShipmentService.FindToErase', () => ({ shipments: [found], next_cursor: '' }))
  const body = { [field]: value, cursor: 'c1' }
  const reply = await gateway.admin('POST', inEnvironment('/erasures/search'), { body })
  expect(reply.body.data).toEqual({ shipments: [{ ...found, erased_at: null, refusal: null }], next_cursor: null })
  expect(gateway.services.calls[0]?.request).toMatchObject(body)
  expect(gateway.services.calls[0]?.context).toMatchObject({
    environmentId: gateway.environmentId,
    merchantId: gateway.merchantId,
    livemode: false,
  })
})

test('a search by two things, and one by nothing, are rejected', async () => {
  for (const body of [{}, { phone: '1', email: 'a@b.c' }]) {
    expect((await gateway.admin('POST', inEnvironment('/erasures/search'), { body })).status).toBe(422)
  }
})

test('what a person is searched by is not logged', async () => {
  gateway.logged.length = 0
  gateway.services.answer('ShipmentService.FindToErase', () => ({ shipments: [], next_cursor: '' }))
  await gateway.admin('POST', inEnvironment('/erasures/search'), { body: { email: 'grace@example.com' } })
  expect(gateway.logged.join('')).toContain('http.answered')
  expect(gateway.logged.join('')).not.toContain('grace')
})

test('an erasure is accepted with 202 and the operator’s note', async () => {
  const erased = { shipment_id: 'shp_1', erased_at: '2026-12-01T09:00:00.000Z' }
  gateway.services.answer('ShipmentService.Erase', () => erased)
  const body = { shipment_id: 'shp_1', note: 'Ticket 7' }
  const reply = await gateway.admin('POST', inEnvironment('/erasures'), { body })
  expect([reply.status, reply.body.data]).toEqual([202, erased])
  expect(requests()).toEqual([body])
})

test('the webhook service is asked for the erasure of the quotes and bookings that their services name', async () => {
  const shipmentId = newId('shp')
  gateway.services.answer('OperatorService.DescribeErasure', ({ request }) => ({
    tables: [{ table: 'event', rows: request.subject_ids.length }],
    subject_ids: request.subject_ids.length === 0 ? ['qte_1'] : [],
    erased_at: '',
    complete: true,
    hindrance: '',
  }))
  const { body } = await gateway.admin('GET', inEnvironment(`/erasures/${shipmentId}`))
  expect(body.data.shipment_id).toBe(shipmentId)
  expect(Object.keys(body.data.services)).toEqual(SERVICES)
  expect(body.data.services.webhook).toEqual({ tables: { event: 2 }, erased_at: null, complete: true, hindrance: null })
  expect(requests()).toHaveLength(4)
  expect(requests().at(-1)).toEqual({ subject_id: shipmentId, subject_ids: ['qte_1', 'qte_1'] })
})
