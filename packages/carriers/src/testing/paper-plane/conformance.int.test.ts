/** The carrier of docs/carriers.md, with the claims that the page makes about it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CarrierAddress, QuoteRequest } from '../../carrier-adapter.ts'
import { conformanceCases } from '../../conformance/suite.ts'
import { createHttpClient } from '../../http/client.ts'
import { createPaperPlaneAdapter } from './adapter.ts'
import { paperPlaneDescriptor } from './descriptor.ts'
import { planeMishaps, startPaperPlane } from './server.ts'

let server: Awaited<ReturnType<typeof startPaperPlane>>
beforeAll(async () => {
  server = await startPaperPlane()
})
afterAll(() => server?.stop())

const address = (addressLine1: string): CarrierAddress => ({
  ...{ name: 'Ada Baker', company: null, addressLine1, addressLine2: null, town: null, city: 'Berlin', province: null },
  ...{ postCode: '10115', country: 'DE', phone: null, latitude: null, longitude: null },
})
const request = (weightGrams: number): QuoteRequest => ({
  pickup: address('Marktstraße 12'),
  dropoff: address('Uferweg 7'),
  parcels: [
    { parcelId: null, title: null, weightGrams, lengthTenthMm: 2_000, widthTenthMm: 1_000, heightTenthMm: 100 },
  ],
  readyAt: new Date(),
})

describe('paper_plane', () => {
  test.for(conformanceCases(paperPlaneDescriptor, { mishaps: planeMishaps }))('$name', async ({ run }) => {
    const adapter = createPaperPlaneAdapter({ baseUrl: server.url, http: createHttpClient() })
    await run({ adapter, server, served: request(250), notServed: request(6_000) })
  })
})

test('the suite has at least twelve cases for the simplest of carriers', () => {
  expect(conformanceCases(paperPlaneDescriptor).length).toBeGreaterThanOrEqual(12)
})

test('an adapter of a simple carrier is 150 lines at most', () => {
  const lines = readFileSync(join(import.meta.dirname, 'adapter.ts'), 'utf8').split('\n').length
  expect(lines).toBeLessThanOrEqual(150)
})
