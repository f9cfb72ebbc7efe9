/** The carrier of docs/carriers.md, with the claims that the page makes about it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CarrierAddress, QuoteRequest } from '../../carrier-adapter.ts'
import { conformanceCases } from '../../conformance/suite.ts'
import type { RunningTestCarrier, TestCarrier } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { testConformance } from '../conformance-test.ts'
import { createPaperPlaneAdapter } from './adapter.ts'
import { paperPlaneDescriptor } from './descriptor.ts'
import { planeMishaps, startPaperPlane } from './server.ts'

const address = (addressLine1: string): CarrierAddress => ({
  name: 'Ada Baker',
  company: null,
  addressLine1,
  addressLine2: null,
  town: null,
  city: 'Berlin',
  province: null,
  postCode: '10115',
  country: 'DE',
  phone: null,
  email: null,
  latitude: null,
  longitude: null,
})
const request = (weightGrams: number): QuoteRequest => ({
  pickup: address('Marktstraße 12'),
  dropoff: address('Uferweg 7'),
  parcels: [
    { parcelId: null, title: null, weightGrams, lengthTenthMm: 2_000, widthTenthMm: 1_000, heightTenthMm: 100 },
  ],
  readyAt: new Date(),
})

const paperPlane: TestCarrier = {
  descriptor: paperPlaneDescriptor,
  traits: { mishaps: planeMishaps },
  async start() {
    const server = await startPaperPlane()
    const http = createHttpClient({ trustedUrls: [server.url] })
    const adapter = createPaperPlaneAdapter({ baseUrl: server.url, http })
    const subject = { adapter, server, served: request(250), notServed: request(6_000) }
    return { subject: () => subject, stop: () => server.stop() }
  },
}

testConformance(paperPlane)

describe('a carrier whose jobs are looked up by our reference', () => {
  const descriptor = {
    ...paperPlaneDescriptor,
    bookRecovery: { kind: 'lookup_by_reference', settleMs: 1_000 },
  } as const
  const cases = conformanceCases(descriptor).filter(({ name }) => name.includes('look-up'))
  let running: RunningTestCarrier
  beforeAll(async () => {
    running = await paperPlane.start()
  })
  afterAll(() => running?.stop())

  test.for(cases)('$name', ({ run }) => run(running.subject()))
})

test('the suite has at least twelve cases for the simplest of carriers', () => {
  expect(conformanceCases(paperPlaneDescriptor).length).toBeGreaterThanOrEqual(12)
})

test('an adapter of a simple carrier is 150 lines at most', () => {
  const lines = readFileSync(join(import.meta.dirname, 'adapter.ts'), 'utf8').split('\n').length
  expect(lines).toBeLessThanOrEqual(150)
})
