import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wireFact, wireJob, wireOffers } from '../wire.ts'
import { toFact, toStatus } from './facts.ts'
import { toJob } from './jobs.ts'
import { toQuoteOutcome } from './offers.ts'
import { toWireUpdate } from './requests.ts'

const aWireFact = (overrides: object = {}) =>
  wireFact.parse({
    id: 'job_1-3',
    job_id: 'job_1',
    reference: 'att_1',
    code: 'AT_DROPOFF',
    detail: null,
    description: 'At the door',
    occurred_at: '2026-11-21T08:00:00.000Z',
    utc_offset_minutes: 60,
    location: null,
    driver: null,
    eta: null,
    proof: null,
    ...overrides,
  })

test.for([
  ['ACCEPTED', 'assigned'],
  ['COLLECTED', 'picked_up'],
  ['DELIVERED', 'delivered'],
  ['DRIVER_SWAP', 'reassigning'],
  ['RETURNED', 'returned'],
  ['BEAMED_UP', 'unknown'],
  ['constructor', 'unknown'],
] as const)('%s is %s', ([code, status]) => {
  expect(toStatus(code)).toBe(status)
})

test('an incident keeps the status and adds the reason', () => {
  expect(toFact(aWireFact({ detail: 'NOBODY_HOME' }))).toMatchObject({
    status: 'arrived_at_dropoff',
    condition: 'delivery_attempted',
    incident: 'recipient_not_available',
    rawCode: 'AT_DROPOFF/NOBODY_HOME',
  })
})

test('an incident that is not mapped is unknown and puts nothing on hold', () => {
  expect(toFact(aWireFact({ detail: 'VOLCANO' }))).toMatchObject({ incident: 'unknown', condition: null })
})

test('a proof of delivery without a name has no recipient', () => {
  const proof = {
    captured_at: '2026-11-21T08:00:00.000Z',
    recipient_name: null,
    relationship: 'recipient',
    location: { latitude: 1, longitude: 2 },
    notes: null,
    photos: [],
    signature: null,
  }
  expect(toFact(aWireFact({ code: 'DELIVERED', proof })).pod).toMatchObject({
    type: 'delivery',
    recipient: null,
    location: { latitude: 1, longitude: 2, accuracyM: null },
  })
})

test('no code makes the mapping throw, and the raw code is kept', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string()), (code, detail) => {
      const fact = toFact(aWireFact({ code, detail }))
      expect(fact.rawCode).toBe(detail === null ? code : `${code}/${detail}`)
      expect(typeof fact.status).toBe('string')
    }),
  )
})

test('a job has its times as dates and its label as bytes', () => {
  const job = wireJob.parse({
    id: 'job_1',
    reference: 'att_1',
    tracking_number: 'CV1',
    code: 'COLLECTED',
    driver: null,
    eta_from: '2026-11-21T09:00:00+01:00',
    eta_to: '2026-11-21T11:00:00Z',
    label: { content_type: 'application/pdf', base64: Buffer.from('%PDF-').toString('base64') },
  })
  expect(toJob(job)).toEqual({
    carrierJobId: 'job_1',
    trackingNumber: 'CV1',
    status: 'picked_up',
    driver: null,
    etaFromAt: new Date('2026-11-21T08:00:00Z'),
    etaToAt: new Date('2026-11-21T11:00:00Z'),
    label: { contentType: 'application/pdf', bytes: Buffer.from('%PDF-') },
  })
})

test('an offer with a fraction of a minor unit, or in no active currency, is not an offer', () => {
  const offer = {
    offer_id: 'ofr_1',
    service: 'swift_now',
    currency: 'GBP',
    exponent: 2,
    amount_minor: 1_000,
    tax_minor: 200,
    price_lines: [],
    eta_from: '2026-11-21T09:00:00Z',
    eta_to: '2026-11-21T11:00:00Z',
    expires_at: '2026-11-21T08:15:00Z',
    max_weight_grams: 25_000,
  }
  expect(toQuoteOutcome(wireOffers.parse({ offers: [offer], declined: [] }))).toMatchObject({
    kind: 'offers',
    offers: [{ carrierOfferId: 'ofr_1', amountMinor: 1_000, taxMinor: 200 }],
  })
  expect(wireOffers.safeParse({ offers: [{ ...offer, amount_minor: 10.5 }], declined: [] }).success).toBe(false)
  expect(wireOffers.safeParse({ offers: [{ ...offer, currency: 'XAU' }], declined: [] }).success).toBe(false)
})

test('an update without a time does not send one', () => {
  const update = { carrierJobId: 'job_1', parcels: [], pickupInstructions: null, dropoffInstructions: 'Ring twice' }
  const address = {
    name: null,
    company: null,
    addressLine1: '7 River Road',
    addressLine2: null,
    town: null,
    city: 'London',
    province: null,
    postCode: null,
    country: 'GB',
    phone: null,
    email: null,
    latitude: null,
    longitude: null,
  }
  const route = { pickup: address, dropoff: address }
  expect(toWireUpdate({ ...update, ...route, readyAt: null })).not.toHaveProperty('ready_at')
  expect(toWireUpdate({ ...update, ...route, readyAt: new Date(0) }).ready_at).toBe('1970-01-01T00:00:00.000Z')
})
