import { addressSchema } from '@waybill/contracts/values/address'
import { expect, test } from 'vitest'
import { carrierAddress } from './shipment-request.ts'
import { toWireQuote } from './simulated/mappers.ts'

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
