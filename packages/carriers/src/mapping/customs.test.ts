import { expect, test } from 'vitest'
import type { CarrierAddress } from '../carrier-adapter.ts'
import { customsDecline } from './customs.ts'

const from = (pickup: string, dropoff: string) => {
  const address: CarrierAddress = {
    ...{ name: null, company: null, addressLine1: '1 Main Street', addressLine2: null, town: null, city: 'Town' },
    ...{ province: null, postCode: null, country: '', phone: null, email: null, latitude: null, longitude: null },
  }
  return { pickup: { ...address, country: pickup }, dropoff: { ...address, country: dropoff } }
}

test.each([
  ['US', 'US'],
  ['FR', 'DE'],
  ['IT', 'MC'],
  ['CH', 'LI'],
  ['US', 'PR'],
])('no customs declaration is needed from %s to %s', (pickup, dropoff) => {
  expect(customsDecline(from(pickup, dropoff), 'EasyPost')).toBeNull()
})

test.each([
  ['US', 'CA'],
  ['GB', 'FR'],
  ['DE', 'CH'],
  ['GB', 'IE'],
])('a carrier that needs a declaration is not asked from %s to %s', (pickup, dropoff) => {
  expect(customsDecline(from(pickup, dropoff), 'EasyPost')).toMatchObject({
    ...{ kind: 'not_served', code: 'customs_not_supported' },
    message: expect.stringContaining(`from ${pickup} to ${dropoff}`),
  })
})
