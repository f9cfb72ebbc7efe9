import { expect, test } from 'vitest'
import { aJob, aJobBody, aWireAddress } from '../testing/jobs.ts'
import { type Job, meetIncident, step } from './job.ts'
import { codeByIncident, detailByIncident, type Incident, isOver } from './journey.ts'

const clock = { at: new Date('2026-11-21T08:00:00Z'), stepMs: 10_000 }

/** The codes of all steps until the job is over. */
function codesToEnd(street: string): string[] {
  let job: Job = aJob({ request: aJobBody({ dropoff: aWireAddress({ address_line_1: street }) }) })
  const codes: string[] = [job.code]
  while (!isOver(job.code) && codes.length < 20) {
    const change = step(job, clock)
    job = change.job
    codes.push(...change.facts.map(({ code, detail }) => (detail ? `${code}/${detail}` : code)))
  }
  return codes
}

const untilDropoff = ['ACCEPTED', 'TO_PICKUP', 'AT_PICKUP', 'COLLECTED', 'TO_DROPOFF']

test.for([
  ['12 Market Street', [...untilDropoff, 'AT_DROPOFF', 'DELIVERED']],
  ['SIM-FAILED-ATTEMPT', [...untilDropoff, 'AT_DROPOFF/NOBODY_HOME', 'DELIVERED']],
  ['SIM-RETURN', [...untilDropoff, 'AT_DROPOFF', 'RETURNING/REFUSED', 'RETURNED']],
  ['SIM-LOST', [...untilDropoff, 'FAILED/LOST']],
  ['SIM-LOST:eco_parcel', [...untilDropoff, 'AT_DROPOFF', 'DELIVERED']],
  [
    'SIM-DRIVER-SWAP',
    ['ACCEPTED', 'TO_PICKUP', 'DRIVER_SWAP', 'TO_PICKUP', ...untilDropoff.slice(2), 'AT_DROPOFF', 'DELIVERED'],
  ],
] as const)('a job to "%s" takes its steps to the end', ([street, codes]) => {
  expect(codesToEnd(street)).toEqual(codes)
})

test('a late courier stays on the way to the pickup for half an hour, and an operator can move it', () => {
  const lateMs = (street: string, clockNow = clock) => {
    const job = aJob({ request: aJobBody({ dropoff: aWireAddress({ address_line_1: street }) }) })
    const { nextStepAt, code } = step(job, clockNow).job
    expect(code).toBe('TO_PICKUP')
    return nextStepAt && nextStepAt.getTime() - clock.at.getTime()
  }
  expect(lateMs('SIM-LATE-PICKUP')).toBe(30 * 60_000)
  expect(lateMs('SIM-LATE-PICKUP:eco_parcel')).toBe(clock.stepMs)
  expect(lateMs('SIM-LATE-PICKUP', { ...clock, stepMs: 0 })).toBeNull()
  const onTheWay = aJob({
    code: 'TO_PICKUP',
    request: aJobBody({ dropoff: aWireAddress({ address_line_1: 'SIM-LATE-PICKUP' }) }),
  })
  const { job } = step(onTheWay, clock)
  expect(job.code).toBe('AT_PICKUP')
  expect(job.nextStepAt).toEqual(new Date(clock.at.getTime() + clock.stepMs))
})

test.for(Object.keys(detailByIncident) as Incident[])('incident %s is reported with its detail', (incident) => {
  const { job, facts } = meetIncident(aJob({ code: 'COLLECTED' }), incident, clock)
  expect(facts.at(-1)).toMatchObject({ code: job.code, detail: detailByIncident[incident] })
  expect(job.code).toBe(codeByIncident[incident] ?? 'COLLECTED')
  expect(job.factsCount).toBe(1 + facts.length)
})

test('facts are numbered without gaps', () => {
  const { facts } = meetIncident(aJob({ factsCount: 4 }), 'lost', clock)
  expect(facts.map(({ id }) => id)).toEqual(facts.map((_, index) => `job_1-${index + 5}`))
})
