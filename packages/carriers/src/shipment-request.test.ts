import { addressSchema } from '@waybill/contracts/values/address'
import { expect, test } from 'vitest'
import { toWireQuote } from './adapters/simulated/mapping/requests.ts'
import { carrierAddress, defaultCarrierAccountId } from './shipment-request.ts'

const address = addressSchema.parse({
  address_line_1: '7 River Road',
  town: 'Islington',
  city: 'London',
  post_code: 'N1 9GU',
  country: 'GB',
  first_name: 'Grace',
  last_name: 'Miller',
})

test('an address has the town beside the city, and first and last name if it has no other name', () => {
  const sent = carrierAddress(address)
  expect(sent).toMatchObject({ name: 'Grace Miller', town: 'Islington', city: 'London' })
  const request = { pickup: sent, dropoff: sent, parcels: [], readyAt: new Date('2026-11-21T08:00:00Z') }
  expect(toWireQuote(request).dropoff).toMatchObject({ town: 'Islington', city: 'London' })
})

test('a name of the address takes precedence over first and last name', () => {
  expect(carrierAddress({ ...address, name: 'Reception' }).name).toBe('Reception')
  expect(carrierAddress({ ...address, last_name: null }).name).toBe('Grace')
  expect(carrierAddress({ ...address, first_name: null, last_name: null }).name).toBeNull()
})

test('the default account of a carrier is the same each time, and another one per environment and carrier', () => {
  const id = defaultCarrierAccountId('env_1', 'city_van')
  expect(id).toMatch(/^cac_/)
  expect(defaultCarrierAccountId('env_1', 'city_van')).toBe(id)
  expect(defaultCarrierAccountId('env_2', 'city_van')).not.toBe(id)
  expect(defaultCarrierAccountId('env_1', 'eco_parcel')).not.toBe(id)
})
