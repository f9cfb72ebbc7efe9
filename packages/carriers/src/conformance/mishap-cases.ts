import assert from 'node:assert/strict'
import type { CarrierAccount, CarrierJob } from '../carrier-adapter.ts'
import type { TrackingFact } from '../tracking-fact.ts'
import type { ConformanceCase, ConformanceSubject, Mishap } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind } from './fixtures.ts'

interface Aftermath {
  account: CarrierAccount
  /** The job as booked. */
  job: CarrierJob
  /** The job now. */
  found: CarrierJob
  facts: TrackingFact[]
}

/** Books a job, makes the mishap happen, and delivers the job afterwards if asked to. */
async function afterMishap(
  subject: ConformanceSubject,
  mishap: Mishap,
  { thenDelivered }: { thenDelivered: boolean },
): Promise<Aftermath> {
  const { adapter, server } = subject
  const account = anAccount()
  const { request, job } = await aJob(subject, account)
  await server.meet(job.carrierJobId, mishap)
  if (thenDelivered) await server.advance(job.carrierJobId, 'delivered')
  const { facts } = expectKind(await adapter.track(job.carrierJobId, aCall(account)), 'facts')
  const { job: found } = expectKind(await adapter.findJob(request, aCall(account)), 'found')
  return { account, job, found, facts }
}

/** The only fact with that status and incident. */
function getFact(facts: readonly TrackingFact[], status: TrackingFact['status'], incident: TrackingFact['incident']) {
  const matching = facts.filter((fact) => fact.status === status && fact.incident === incident)
  const codes = facts.map(({ rawCode }) => rawCode).join(', ')
  assert.equal(matching.length, 1, `${matching.length} facts are ${status} with incident ${incident}: ${codes}`)
  return matching[0] as TrackingFact
}

const assertUndelivered = (facts: readonly TrackingFact[]): void =>
  assert.ok(
    facts.every(({ status, pod }) => status !== 'delivered' && pod === null),
    'a delivery or a proof is reported',
  )

export const mishapCases: ConformanceCase[] = [
  {
    name: 'another driver takes over: the job is reassigned, and all later facts name the second driver',
    mishap: 'driver_swap',
    async run(subject) {
      const { job, found, facts } = await afterMishap(subject, 'driver_swap', { thenDelivered: true })
      const assigned = getFact(facts, 'assigned', null).driver?.carrierDriverId
      // The driver of a job may be found after it is booked.
      const first = job.driver === null ? assigned : job.driver.carrierDriverId
      const second = getFact(facts, 'reassigning', null).driver?.carrierDriverId
      assert.ok(first && second, 'a driver has no id')
      assert.notEqual(second, first)
      assert.equal(assigned, first)
      assert.equal(getFact(facts, 'delivered', null).driver?.carrierDriverId, second)
      assert.equal(found.driver?.carrierDriverId, second)
    },
  },
  {
    name: 'nobody is at the door: an attempt is reported, and the next one delivers',
    mishap: 'failed_attempt',
    async run(subject) {
      const { found, facts } = await afterMishap(subject, 'failed_attempt', { thenDelivered: true })
      const attempt = getFact(facts, 'arrived_at_dropoff', 'recipient_not_available')
      assert.equal(attempt.condition, 'delivery_attempted')
      assert.equal(attempt.pod, null)
      assert.equal(getFact(facts, 'delivered', null).pod?.type, 'delivery')
      assert.equal(found.status, 'delivered')
    },
  },
  {
    name: 'the recipient refuses: the job is returning with that reason, then returned, never delivered',
    mishap: 'return',
    async run(subject) {
      const { found, facts } = await afterMishap(subject, 'return', { thenDelivered: false })
      assert.equal(getFact(facts, 'returning', 'recipient_refused').condition, null)
      getFact(facts, 'returned', null)
      assertUndelivered(facts)
      assert.equal(found.status, 'returned')
    },
  },
  {
    name: 'the goods are lost: the job has failed with that reason, never delivered',
    mishap: 'loss',
    async run(subject) {
      const { found, facts } = await afterMishap(subject, 'loss', { thenDelivered: false })
      assert.equal(getFact(facts, 'failed', 'lost').condition, null)
      assertUndelivered(facts)
      assert.equal(found.status, 'failed')
    },
  },
]
