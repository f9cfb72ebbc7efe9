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

test('a carrier is told the town beside the city, and a person where no other name is given', () => {
  const told = carrierAddress(address)
  expect(told).toMatchObject({ name: 'Grace Miller', town: 'Islington', city: 'London' })
  const request = { pickup: told, dropoff: told, parcels: [], readyAt: new Date('2026-11-21T08:00:00Z') }
  expect(toWireQuote(request).dropoff).toMatchObject({ town: 'Islington', city: 'London' })
})
