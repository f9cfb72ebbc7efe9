import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toFact, toStatus } from './mappers.ts'
import { wireFact } from './wire.ts'

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
