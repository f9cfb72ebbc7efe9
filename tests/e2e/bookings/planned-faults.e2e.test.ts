/** Faults that a merchant plans for the simulated carriers of a test environment. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { call, getData } from '../api.ts'
import { createTenant } from '../tenant.ts'

const FAULTS = '/api/v1/simulator/faults'

// Other tests book in the environment of the sandbox.
async function aMerchant(mode: 'test' | 'live' = 'test') {
  const { access_token: token } = await createTenant(mode)
  const api = (method: string, path: string, body?: object) => call(method, path, { token, body })
  return {
    api,
    async quote() {
      const { shipment_id } = getData(await api('POST', '/api/v1/shipments', aShipmentDocument()), 201)
      return { shipment_id, quote: await api('POST', '/api/v1/quotes', { shipment_id }) }
    },
  }
}

test('a planned refusal is for one booking: the next one of the carrier succeeds', async () => {
  const { api, quote } = await aMerchant()
  const planned = getData(
    await api('POST', FAULTS, { carrier_code: 'city_van', operation: 'book', fault: 'refuse' }),
    201,
  )
  const { shipment_id, quote: quoted } = await quote()
  const option = getData(quoted, 201).options.find(
    ({ carrier_code }: { carrier_code: string }) => carrier_code === 'city_van',
  )
  const book = () => api('POST', `/api/v1/shipments/${shipment_id}/book`, { quote_option_id: option.quote_option_id })
  expect((await book()).body.error.code).toBe('carrier_refused')
  expect(getData(await api('GET', FAULTS), 200)).toEqual([])
  expect(getData(await book(), 201).carrier_code).toBe('city_van')
  expect((await api('DELETE', `${FAULTS}/${planned.fault_id}`)).status).toBe(204)
})

test('a planned fault of quotes is said in the messages of the next quote only', async () => {
  const { api, quote } = await aMerchant()
  const fault = { carrier_code: 'eco_parcel', operation: 'quote', fault: 'server_error', calls_count: 4 }
  getData(await api('POST', FAULTS, fault), 201)
  const carriersIn = ({ messages }: { messages: { carrier_code: string }[] }) => messages.map((one) => one.carrier_code)
  expect(carriersIn(getData((await quote()).quote, 201))).toContain('eco_parcel')
  const [left] = getData(await api('GET', FAULTS), 200)
  expect(left).toMatchObject({ calls_count: 4 })
  expect((await api('DELETE', `${FAULTS}/${left.fault_id}`)).status).toBe(204)
  expect(carriersIn(getData((await quote()).quote, 201))).not.toContain('eco_parcel')
})

test('a live environment has no faults to plan', async () => {
  const { api } = await aMerchant('live')
  const planned = await api('POST', FAULTS, { carrier_code: 'city_van', operation: 'book', fault: 'refuse' })
  expect([planned.status, planned.body.error.code]).toEqual([404, 'route_not_found'])
  expect((await api('GET', FAULTS)).status).toBe(404)
})
