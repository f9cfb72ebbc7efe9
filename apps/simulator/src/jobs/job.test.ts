import { expect, test } from 'vitest'
import { aJob, aJobBody, aWireAddress } from '../testing/jobs.ts'
import { accept, advanceTo, announce, cancel, meetIncident, step } from './job.ts'

const clock = { at: new Date('2026-11-21T08:00:00Z'), stepMs: 10_000 }
const readCodes = (change: { facts: { code: string }[] }) => change.facts.map(({ code }) => code)

test('an accepted job names its driver and takes the next step after the interval', () => {
  const { job, facts } = accept(aJob({ factsCount: 0 }), clock)
  expect(facts).toMatchObject([{ id: 'job_1-1', code: 'ACCEPTED', driver: { name: expect.any(String) } }])
  expect(job.nextStepAt).toEqual(new Date('2026-11-21T08:00:10Z'))
})

test('a job without an interval has no next step', () => {
  expect(accept(aJob(), { ...clock, stepMs: 0 }).job.nextStepAt).toBeNull()
})

test('advancing passes through every state in between, a millisecond apart', () => {
  const { job, facts } = advanceTo(aJob(), 'COLLECTED', clock)
  expect(job.code).toBe('COLLECTED')
  expect(facts.map(({ code, occurred_at }) => [code, occurred_at])).toEqual([
    ['TO_PICKUP', '2026-11-21T08:00:00.000Z'],
    ['AT_PICKUP', '2026-11-21T08:00:00.001Z'],
    ['COLLECTED', '2026-11-21T08:00:00.002Z'],
  ])
  expect(facts.map(({ id }) => id)).toEqual(['job_1-2', 'job_1-3', 'job_1-4'])
})

test('a delivery has its proof at the door and is the last step', () => {
  const { job, facts } = step(aJob({ code: 'AT_DROPOFF' }), clock)
  expect(facts[0]?.proof).toMatchObject({
    recipient_name: 'Grace Miller',
    location: { latitude: 51.5308, longitude: -0.0973 },
  })
  expect(job.nextStepAt).toBeNull()
  expect(step(job, clock).facts).toEqual([])
})

test('a courier who has set out costs a fee when cancelled, once', () => {
  expect(cancel(aJob(), clock).job.charges).toEqual([])
  const { job } = cancel(aJob({ code: 'TO_PICKUP' }), clock)
  expect(job.charges).toMatchObject([{ id: 'job_1-1', type: 'cancellation_fee', currency: 'GBP' }])
  expect(job.charges[0]?.amount_minor).toBeGreaterThan(0)
  expect(cancel(job, clock).job.charges).toEqual(job.charges)
  const van = aJob({ code: 'TO_PICKUP', request: aJobBody({ service: 'van_same_day' }) })
  expect(cancel(van, clock).job.charges).toEqual([])
})

test('facts of an address without coordinates have no location', () => {
  const job = aJob({ request: { ...aJob().request, dropoff: aWireAddress() } })
  expect(step(job, clock).facts[0]).toMatchObject({ location: null, utc_offset_minutes: null })
})

test('an absent recipient is found at the door', () => {
  const { job, facts } = meetIncident(aJob({ code: 'COLLECTED' }), 'recipient_not_available', clock)
  expect(readCodes({ facts })).toEqual(['TO_DROPOFF', 'AT_DROPOFF'])
  expect(facts.map(({ detail }) => detail)).toEqual([null, 'NOBODY_HOME'])
  expect(job.code).toBe('AT_DROPOFF')
})

test('bad weather leaves the state unchanged, and the job goes on after a step', () => {
  const { job, facts } = meetIncident(aJob({ code: 'TO_DROPOFF' }), 'weather', clock)
  expect(facts).toMatchObject([{ code: 'TO_DROPOFF', detail: 'WEATHER' }])
  expect(job).toMatchObject({ code: 'TO_DROPOFF', nextStepAt: new Date('2026-11-21T08:00:10Z') })
})

test('a lost job has failed and meets no further incident', () => {
  const { job } = meetIncident(aJob({ code: 'TO_DROPOFF' }), 'lost', clock)
  expect(job).toMatchObject({ code: 'FAILED', nextStepAt: null })
  expect(() => meetIncident(job, 'weather', clock)).toThrow('is FAILED')
})

test('another driver takes over before the pickup', () => {
  const before = aJob()
  const { job, facts } = advanceTo(before, 'DRIVER_SWAP', clock)
  expect(job.driver.id).not.toBe(before.driver.id)
  expect(facts[0]?.driver).toEqual(job.driver)
})

test('a code that is no state leaves the job unchanged', () => {
  const { job, facts } = announce(aJob(), 'BEAMED_UP', clock)
  expect(readCodes({ facts })).toEqual(['BEAMED_UP'])
  expect(job.code).toBe('ACCEPTED')
})

test('cancelling is idempotent, and refused after the pickup', () => {
  const { job, facts } = cancel(aJob({ code: 'AT_PICKUP' }), clock)
  expect(readCodes({ facts })).toEqual(['CANCELLED'])
  expect(cancel(job, clock)).toEqual({ job, facts: [] })
  expect(() => cancel(aJob({ code: 'COLLECTED' }), clock)).toThrow('cannot be cancelled')
})
