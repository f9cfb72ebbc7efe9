/** Pickups, of carriers whose descriptor says that they have them. */
import assert from 'node:assert/strict'
import { newId } from '@waybill/contracts/ids'
import type { CarrierAccount, CarrierAdapter, PickupRequest } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind } from './fixtures.ts'

const has = ({ pickups }: CarrierDescriptor) => pickups !== undefined
const cancels = ({ pickups }: CarrierDescriptor) => pickups?.cancels === true
const reports = ({ pickups }: CarrierDescriptor) => pickups?.reports === true
const finds = ({ pickups }: CarrierDescriptor) => pickups?.recovery.kind === 'find'
const repeats = ({ pickups }: CarrierDescriptor) => pickups?.recovery.kind === 'repeat'

const DAY_MS = 86_400_000
/** The same day in Europe and in all of the United States. */
const [FROM_HOUR, TO_HOUR] = [15, 18]

/** A pickup of a job that was just booked, tomorrow. */
async function aPickup(subject: ConformanceSubject, account: CarrierAccount): Promise<PickupRequest> {
  const { request, job } = await aJob(subject, account)
  const tomorrow = new Date(Date.now() + DAY_MS)
  const asked = {
    reference: newId('pku'),
    requestedAt: new Date(),
    jobs: [
      {
        carrierJobId: job.carrierJobId,
        trackingNumber: job.trackingNumber,
        serviceCode: request.serviceCode,
        country: request.dropoff.country,
        parcels: request.parcels.length,
        weightGrams: request.parcels.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
        heaviestGrams: Math.max(...request.parcels.map(({ weightGrams }) => weightGrams)),
      },
    ],
    address: {
      ...subject.served.pickup,
      name: 'Grace Miller',
      phone: '+1 404 555 0123',
      email: 'grace@example.com',
    },
    fromAt: new Date(tomorrow.setUTCHours(FROM_HOUR, 0, 0, 0)),
    toAt: new Date(tomorrow.setUTCHours(TO_HOUR, 0, 0, 0)),
    instructions: 'Ring at the gate',
  }
  const { preparePickup } = subject.adapter
  if (!preparePickup) return { ...asked, draftId: null }
  return { ...asked, draftId: expectKind(await preparePickup(asked, aCall(account)), 'drafted').draftId }
}

const keyed = (account: CarrierAccount, { reference }: PickupRequest, deadlineMs = 8_000) =>
  aCall(account, { key: reference, deadlineMs })

async function schedule({ adapter }: ConformanceSubject, account: CarrierAccount, request: PickupRequest) {
  const { schedulePickup } = adapter as Required<CarrierAdapter>
  return expectKind(await schedulePickup(request, keyed(account, request)), 'scheduled').pickup
}

const count = async ({ server }: ConformanceSubject, { carrierAccountId }: CarrierAccount) =>
  await server.countPickups?.(carrierAccountId)

/** A pickup whose answer does not come before its deadline. */
async function lose(subject: ConformanceSubject, account: CarrierAccount, mode: 'timeout' | 'timeout_after_success') {
  const { carrierAccountId } = account
  const request = await aPickup(subject, account)
  await subject.server.order({ carrierAccountId, operation: 'schedule_pickup', mode, times: 1 })
  const { schedulePickup } = subject.adapter as Required<CarrierAdapter>
  expectKind(await schedulePickup(request, keyed(account, request, 700)), 'unknown')
  return request
}

export const pickupCases: ConformanceCase[] = [
  {
    name: 'a scheduled pickup is read without news, and one that was cancelled is not read as missed',
    appliesTo: reports,
    async run(subject) {
      const account = anAccount()
      const request = await aPickup(subject, account)
      const { carrierPickupId } = await schedule(subject, account, request)
      const { reference, fromAt } = request
      const { readPickup, cancelPickup } = subject.adapter as Required<CarrierAdapter>
      const read = async () =>
        expectKind(await readPickup({ reference, carrierPickupId }, aCall(account)), 'pickup').report
      assert.equal(await read(), null)
      expectKind(await cancelPickup({ reference, carrierPickupId, fromAt }, aCall(account)), 'cancelled')
      assert.ok([null, 'cancelled'].includes(await read()))
    },
  },
  {
    name: 'a pickup is scheduled and has an id',
    appliesTo: has,
    async run(subject) {
      const account = anAccount()
      const pickup = await schedule(subject, account, await aPickup(subject, account))
      assert.notEqual(pickup.carrierPickupId, '')
      assert.equal(await count(subject, account), 1)
    },
  },
  {
    name: 'a pickup that is sent again is the same one, also if its answer was lost',
    appliesTo: repeats,
    async run(subject) {
      const account = anAccount()
      const request = await lose(subject, account, 'timeout_after_success')
      const first = await schedule(subject, account, request)
      assert.deepEqual(await schedule(subject, account, request), first)
      assert.equal(await count(subject, account), 1)
    },
  },
  {
    name: 'a pickup whose answer was lost is found',
    appliesTo: finds,
    async run(subject) {
      const account = anAccount()
      const request = await lose(subject, account, 'timeout_after_success')
      const { findPickup } = subject.adapter as Required<CarrierAdapter>
      assert.notEqual(expectKind(await findPickup(request, aCall(account)), 'found').pickup.carrierPickupId, '')
      assert.equal(await count(subject, account), 1)
    },
  },
  {
    name: 'a pickup that times out without effect is not found, and can be scheduled',
    appliesTo: finds,
    async run(subject) {
      const account = anAccount()
      const request = await lose(subject, account, 'timeout')
      const { findPickup } = subject.adapter as Required<CarrierAdapter>
      expectKind(await findPickup(request, aCall(account)), 'not_found')
      const { carrierPickupId } = await schedule(subject, account, request)
      assert.equal(
        expectKind(await findPickup(request, aCall(account)), 'found').pickup.carrierPickupId,
        carrierPickupId,
      )
      assert.equal(await count(subject, account), 1)
    },
  },
  {
    name: 'a pickup that the carrier does not take is refused, and nothing is scheduled',
    appliesTo: has,
    async run(subject) {
      const account = anAccount()
      const request = await aPickup(subject, account)
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'schedule_pickup', mode: 'refuse', times: 1 })
      const { schedulePickup } = subject.adapter as Required<CarrierAdapter>
      const { failure } = expectKind(await schedulePickup(request, keyed(account, request)), 'refused')
      assert.equal(failure.retryable, false)
      assert.equal(await count(subject, account), 0)
    },
  },
  {
    name: 'an unreadable or failed answer to a pickup leaves its outcome unknown',
    appliesTo: has,
    async run(subject) {
      for (const mode of ['500', 'malformed'] as const) {
        const account = anAccount()
        const request = await aPickup(subject, account)
        const { carrierAccountId } = account
        await subject.server.order({ carrierAccountId, operation: 'schedule_pickup', mode, times: 4 })
        const { schedulePickup } = subject.adapter as Required<CarrierAdapter>
        expectKind(await schedulePickup(request, keyed(account, request)), 'unknown')
      }
    },
  },
  {
    name: 'a pickup is cancelled, also when it was cancelled before',
    appliesTo: cancels,
    async run(subject) {
      const account = anAccount()
      const request = await aPickup(subject, account)
      const { carrierPickupId } = await schedule(subject, account, request)
      const { cancelPickup } = subject.adapter as Required<CarrierAdapter>
      const { reference, fromAt } = request
      for (let call = 1; call <= 2; call++)
        expectKind(await cancelPickup({ reference, carrierPickupId, fromAt }, aCall(account)), 'cancelled')
      assert.equal(await count(subject, account), 0)
    },
  },
]
