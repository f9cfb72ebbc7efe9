import { expect, test } from 'vitest'
import { aJobBody, aWireAddress } from '../testing/jobs.ts'
import { requestHash } from './commands.ts'

test('a booking repeated with a town, on demand or with another callback URL is the same booking', () => {
  const first = requestHash(aJobBody())
  expect(requestHash(aJobBody({ callback_url: 'https://api.example.com' }))).toBe(first)
  const dropoff = { ...aJobBody().dropoff, town: 'Islington' }
  expect(requestHash(aJobBody({ dropoff }))).toBe(first)
  expect(requestHash(aJobBody({ on_demand: true }))).toBe(first)
  expect(requestHash(aJobBody({ dropoff: aWireAddress({ city: 'Leeds' }) }))).not.toBe(first)
})
