import { expect, test } from 'vitest'
import type { CarrierProof, FactStatus, TrackingFact } from '../tracking-fact.ts'
import { factsOfParcels, jointEnd, statusByFacts, toParcelFact } from './parcel-facts.ts'

const fact = (status: FactStatus, minute: number): TrackingFact => ({
  carrierEventId: null,
  carrierJobId: 'job_1',
  reference: null,
  rawCode: `code_${status}`,
  status,
  condition: null,
  incident: null,
  occurredAt: new Date(Date.UTC(2026, 0, 5, 12, minute)),
  utcOffsetMinutes: null,
  location: null,
  driver: null,
  pod: null,
  description: null,
})

const parcel = (...facts: TrackingFact[]) => ({ trackingNumber: null, facts })

test('a job of several parcels ends when all have ended: by the worst, without those that are cancelled', () => {
  expect(jointEnd([])).toBeNull()
  expect(jointEnd(['delivered', 'picked_up'])).toBeNull()
  expect(jointEnd(['delivered', 'delivered'])).toBe('delivered')
  expect(jointEnd(['delivered', 'returned'])).toBe('returned')
  expect(jointEnd(['delivered', 'failed', 'returned'])).toBe('failed')
  expect(jointEnd(['delivered', 'cancelled'])).toBe('delivered')
  expect(jointEnd(['cancelled', 'cancelled'])).toBe('cancelled')
})

test('the end of one parcel is not the end of the job', () => {
  const facts = factsOfParcels([parcel(fact('picked_up', 0), fact('delivered', 5)), parcel(fact('picked_up', 1))])
  expect(
    facts.map(({ status, rawCode, description, parcel }) => [status, rawCode, description, parcel?.status]),
  ).toEqual([
    ['picked_up', 'code_picked_up#1', 'Parcel 1 of 2', 'picked_up'],
    ['unknown', 'code_delivered#1', 'Parcel 1 of 2', 'delivered'],
    ['picked_up', 'code_picked_up#2', 'Parcel 2 of 2', 'picked_up'],
  ])
})

test('a delivered parcel keeps its proof, and no other does', () => {
  const pod = { type: 'delivery', recipient: { name: 'A. Turing', relationship: null } } as CarrierProof
  const proven = (status: FactStatus) =>
    toParcelFact({ ...fact(status, 0), pod }, { position: 1, count: 2, trackingNumber: null })
  expect(proven('delivered')).toMatchObject({ status: 'unknown', pod })
  expect(proven('returned')).toMatchObject({ status: 'unknown', pod: null })
})

test('the joint end comes with the last parcel', () => {
  const last = factsOfParcels([parcel(fact('delivered', 9)), parcel(fact('delivered', 5))]).at(-1)
  expect(last).toMatchObject({
    status: 'delivered',
    rawCode: 'all_delivered',
    occurredAt: fact('delivered', 9).occurredAt,
  })
})

test('an end counts more than what is reported after it, and unknown facts count nothing', () => {
  expect(statusByFacts([])).toBe('assigned')
  expect(statusByFacts([fact('unknown', 0)])).toBe('assigned')
  expect(statusByFacts([fact('picked_up', 0), fact('unknown', 1)])).toBe('picked_up')
  expect(statusByFacts([fact('delivered', 0), fact('picked_up', 1)])).toBe('delivered')
})
