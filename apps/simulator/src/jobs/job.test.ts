import { expect, test } from 'vitest'
import { aJob, aWireAddress } from '../testing/jobs.ts'
import { accept, advanceTo, announce, cancel, meet, step, update } from './job.ts'

const clock = { at: new Date('2026-11-21T08:00:00Z'), stepMs: 10_000 }
const codesOf = (change: { facts: { code: string }[] }) => change.facts.map(({ code }) => code)

test('a job that is taken names its driver and moves on after a step', () => {
  const { job, facts } = accept(aJob({ factsCount: 0 }), clock)
  expect(facts).toMatchObject([{ id: 'job_1-1', code: 'ACCEPTED', driver: { name: expect.any(String) } }])
  expect(job.nextStepAt).toEqual(new Date('2026-11-21T08:00:10Z'))
})

test('without steps a job stands still', () => {
  expect(accept(aJob(), { ...clock, stepMs: 0 }).job.nextStepAt).toBeNull()
})

test('advancing passes every state between, a millisecond apart', () => {
  const { job, facts } = advanceTo(aJob(), 'COLLECTED', clock)
  expect(job.code).toBe('COLLECTED')
  expect(facts.map(({ code, occurred_at }) => [code, occurred_at])).toEqual([
    ['TO_PICKUP', '2026-11-21T08:00:00.000Z'],
    ['AT_PICKUP', '2026-11-21T08:00:00.001Z'],
    ['COLLECTED', '2026-11-21T08:00:00.002Z'],
  ])
  expect(facts.map(({ id }) => id)).toEqual(['job_1-2', 'job_1-3', 'job_1-4'])
})

test('a delivery comes with its proof at the door, and nothing follows it', () => {
  const { job, facts } = step(aJob({ code: 'AT_DROPOFF' }), clock)
  expect(facts[0]?.proof).toMatchObject({
    recipient_name: 'Grace Miller',
    location: { latitude: 51.5308, longitude: -0.0973 },
  })
  expect(job.nextStepAt).toBeNull()
  expect(step(job, clock).facts).toEqual([])
})

test('an address without coordinates makes facts without a place', () => {
  const job = aJob({ request: { ...aJob().request, dropoff: aWireAddress() } })
  expect(step(job, clock).facts[0]).toMatchObject({ location: null, utc_offset_minutes: null })
})

test('nobody is home only at the door', () => {
  const { job, facts } = meet(aJob({ code: 'COLLECTED' }), 'recipient_not_available', clock)
  expect(codesOf({ facts })).toEqual(['TO_DROPOFF', 'AT_DROPOFF'])
  expect(facts.map(({ detail }) => detail)).toEqual([null, 'NOBODY_HOME'])
  expect(job.code).toBe('AT_DROPOFF')
})

test('bad weather holds a job where it is, and it goes on after a step', () => {
  const { job, facts } = meet(aJob({ code: 'TO_DROPOFF' }), 'weather', clock)
  expect(facts).toMatchObject([{ code: 'TO_DROPOFF', detail: 'WEATHER' }])
  expect(job).toMatchObject({ code: 'TO_DROPOFF', nextStepAt: new Date('2026-11-21T08:00:10Z') })
})

test('what is lost has failed, and nothing can happen to it any more', () => {
  const { job } = meet(aJob({ code: 'TO_DROPOFF' }), 'lost', clock)
  expect(job).toMatchObject({ code: 'FAILED', nextStepAt: null })
  expect(() => meet(job, 'weather', clock)).toThrow('is FAILED')
})

test('another driver takes over before the pickup', () => {
  const before = aJob()
  const { job, facts } = advanceTo(before, 'DRIVER_SWAP', clock)
  expect(job.driver.id).not.toBe(before.driver.id)
  expect(facts[0]?.driver).toEqual(job.driver)
})

test('a code that is no state leaves the job as it is', () => {
  const { job, facts } = announce(aJob(), 'BEAMED_UP', clock)
  expect(codesOf({ facts })).toEqual(['BEAMED_UP'])
  expect(job.code).toBe('ACCEPTED')
})

test('cancelled twice is cancelled once, and after the pickup not at all', () => {
  const { job, facts } = cancel(aJob({ code: 'AT_PICKUP' }), clock)
  expect(codesOf({ facts })).toEqual(['CANCELLED'])
  expect(cancel(job, clock)).toEqual({ job, facts: [] })
  expect(() => cancel(aJob({ code: 'COLLECTED' }), clock)).toThrow('cannot be cancelled')
})

test('a change that is so already is no change, even under way to the door', () => {
  const job = aJob({ code: 'TO_DROPOFF' })
  const { pickup, dropoff, parcels, pickup_note, dropoff_note } = job.request
  const same = { pickup, dropoff, parcels, pickup_note, dropoff_note }
  expect(update(job, same).job).toBe(job)
  expect(() => update(job, { ...same, dropoff_note: 'Ring twice' })).toThrow('takes no such change')
})

test('once the goods are collected the door may change, the pickup not', () => {
  const job = aJob({ code: 'COLLECTED' })
  const { pickup, dropoff, parcels, pickup_note, dropoff_note } = job.request
  const same = { pickup, dropoff, parcels, pickup_note, dropoff_note }
  const changed = update(job, { ...same, dropoff: aWireAddress({ address_line_1: '9 River Road' }) })
  expect(changed.job.request.dropoff.address_line_1).toBe('9 River Road')
  expect(() => update(job, { ...same, pickup: aWireAddress({ city: 'Leeds' }) })).toThrow('takes no such change')
  expect(() => update(job, { ...same, ready_at: '2098-01-01T09:00:00.000Z' })).toThrow('takes no such change')
})
