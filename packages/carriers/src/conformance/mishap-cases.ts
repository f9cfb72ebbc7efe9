import assert from 'node:assert/strict'
import type { CarrierAccount, CarrierJob } from '../carrier-adapter.ts'
import type { TrackingFact } from '../tracking-fact.ts'
import {
  aCall,
  aJob,
  anAccount,
  type ConformanceCase,
  type ConformanceSubject,
  expectKind,
  type Mishap,
} from './fixtures.ts'

interface Aftermath {
  account: CarrierAccount
  /** As it was booked. */
  job: CarrierJob
  /** As it is now. */
  found: CarrierJob
  facts: TrackingFact[]
}

/** A job to which it happened, and which then came to the door unless it had ended before. */
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

/** The one fact of that status that tells of an incident, or of none. */
function theFact(facts: readonly TrackingFact[], status: TrackingFact['status'], incident: TrackingFact['incident']) {
  const those = facts.filter((fact) => fact.status === status && fact.incident === incident)
  const told = facts.map(({ rawCode }) => rawCode).join(', ')
  assert.equal(those.length, 1, `${those.length} facts are ${status} with incident ${incident}: ${told}`)
  return those[0] as TrackingFact
}

const assertUndelivered = (facts: readonly TrackingFact[]): void =>
  assert.ok(
    facts.every(({ status, pod }) => status !== 'delivered' && pod === null),
    'a delivery or a proof is told',
  )

export const mishapCases: ConformanceCase[] = [
  {
    name: 'another driver takes over: the job is being reassigned, and from then on it is the other one',
    mishap: 'driver_swap',
    async run(subject) {
      const { job, found, facts } = await afterMishap(subject, 'driver_swap', { thenDelivered: true })
      const first = job.driver?.carrierDriverId
      const second = theFact(facts, 'reassigning', null).driver?.carrierDriverId
      assert.ok(first && second, 'a driver has no id')
      assert.notEqual(second, first)
      assert.equal(theFact(facts, 'assigned', null).driver?.carrierDriverId, first)
      assert.equal(theFact(facts, 'delivered', null).driver?.carrierDriverId, second)
      assert.equal(found.driver?.carrierDriverId, second)
    },
  },
  {
    name: 'nobody is at the door: the shipment shows an attempt, the job goes on and is delivered at the next one',
    mishap: 'failed_attempt',
    async run(subject) {
      const { found, facts } = await afterMishap(subject, 'failed_attempt', { thenDelivered: true })
      const attempt = theFact(facts, 'arrived_at_dropoff', 'recipient_not_available')
      assert.equal(attempt.condition, 'delivery_attempted')
      assert.equal(attempt.pod, null)
      assert.equal(theFact(facts, 'delivered', null).pod?.type, 'delivery')
      assert.equal(found.status, 'delivered')
    },
  },
  {
    name: 'the recipient refuses: the job is on its way back with that reason, and then back, never delivered',
    mishap: 'return',
    async run(subject) {
      const { found, facts } = await afterMishap(subject, 'return', { thenDelivered: false })
      assert.equal(theFact(facts, 'returning', 'recipient_refused').condition, null)
      theFact(facts, 'returned', null)
      assertUndelivered(facts)
      assert.equal(found.status, 'returned')
    },
  },
  {
    name: 'the goods are lost: the job has failed with that reason, never delivered',
    mishap: 'loss',
    async run(subject) {
      const { found, facts } = await afterMishap(subject, 'loss', { thenDelivered: false })
      assert.equal(theFact(facts, 'failed', 'lost').condition, null)
      assertUndelivered(facts)
      assert.equal(found.status, 'failed')
    },
  },
]
