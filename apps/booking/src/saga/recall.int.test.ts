/** Recalls of jobs that exist at a carrier although we gave up or cancelled their booking. */
import type { CancelRequest, CarrierAdapter } from '@waybill/carriers/carrier-adapter'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import type { PublicBooking } from '@waybill/contracts/booking'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData, type Merchant } from '../testing/merchant-calls.ts'
import { makeJobAgain } from '../testing/repeated-booking.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

/** Ends the pauses between the tries of an operation. */
const letTimePass = (kind: 'book' | 'recall', shipmentId: string) =>
  system.db
    .updateTable('operation')
    .set({ next_attempt_at: new Date(0) })
    .where('kind', '=', kind)
    .where('shipment_id', '=', shipmentId)
    .where('state', '=', 'open')
    .where('lease_until', 'is', null)
    .execute()

const readRecalls = (shipmentId: string) =>
  system.db
    .selectFrom('operation')
    .select(['state', 'outcome', 'step', 'attempts'])
    .where('shipment_id', '=', shipmentId)
    .where('kind', '=', 'recall')
    .execute()

/** As the carriers' HTTP client logs it. */
const TRIES_OF_A_CALL = 3

/** The orphan metrics of city_van. */
async function orphans(metrics: ReturnType<typeof createMetrics>, result: string): Promise<number> {
  const line = (await metrics.render()).text
    .split('\n')
    .find((text) => text.startsWith('carrier_orphan_jobs_total') && text.includes(`"city_van",result="${result}"`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

describe('a job made after its booking was given up', () => {
  /** A booking that failed because the carrier did not know it; the carrier makes its job afterwards. */
  async function givenUp(merchant: Merchant, document?: { parcels: object[] }) {
    const { shipmentId, optionId } = await merchant.offer('city_van', document)
    await merchant.fault('book', 'timeout')
    const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
    await eventually(async () => {
      await letTimePass('book', shipmentId)
      const shown = await merchant.booking(booking_id)
      expect(shown).toMatchObject({ status: 'failed', failure_reason: 'never_arrived' })
    })
    expect(await merchant.jobs(shipmentId)).toEqual([])
    const job = await makeJobAgain(system, merchant.environmentId, booking_id)
    expect(await merchant.jobs(shipmentId)).toMatchObject([{ id: job.id, code: 'ACCEPTED' }])
    return { shipmentId, job }
  }

  const withShortTimeouts = () =>
    system.withShortTimeouts({ bookRecovery: { kind: 'lookup_by_reference', settleMs: 100 } })

  test('is cancelled as soon as it reports', async () => {
    const metrics = createMetrics({ service: 'booking' })
    const booking = await system.start({ carriers: withShortTimeouts(), metrics })
    const merchant = aMerchant(system, booking)
    const { shipmentId, job } = await givenUp(merchant)
    await merchant.report('city_van', { id: 'f1', job_id: job.id, reference: job.reference })
    await eventually(async () => expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }]))
    await eventually(async () => expect(await orphans(metrics, 'cancelled')).toBe(1))
    // Another report of the same job starts no second recall.
    await merchant.report('city_van', { id: 'f2', job_id: job.id, reference: job.reference, code: 'AT_PICKUP' })
    const [called, feared] = await readRecalls(shipmentId).then((found) =>
      found.toSorted((a, b) => (a.step < b.step ? -1 : 1)),
    )
    expect(called).toMatchObject({ step: 'call', outcome: { kind: 'done' } })
    expect(feared).toMatchObject({ step: 'look', state: 'open' })
    expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
    await booking.stop()
  })

  test('is looked up later, if it never reports, and is cancelled by the numbers of its parcels', async () => {
    const asked: CancelRequest[] = []
    const watched = [...withShortTimeouts()].map(([code, adapter]): [string, CarrierAdapter] => {
      const cancel: CarrierAdapter['cancel'] = (request, call) => {
        asked.push(request)
        return adapter.cancel(request, call)
      }
      return [code, { ...adapter, cancel }]
    })
    const booking = await system.start({ carriers: new Map(watched) })
    const merchant = aMerchant(system, booking)
    const box = { title: 'Box', weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }
    const { shipmentId } = await givenUp(merchant, { parcels: [box, box] })
    expect(await readRecalls(shipmentId)).toMatchObject([{ step: 'look', state: 'open' }])
    await eventually(async () => {
      await letTimePass('recall', shipmentId) // again after a call that took longer than the short timeout
      expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
    })
    expect(asked.at(-1)?.parcelNumbers).toEqual([expect.stringMatching(/^CV/), expect.stringMatching(/^CV.*-2$/)])
    await booking.stop()
  })

  test('gets the full number of tries to cancel after many failed lookups', async () => {
    const booking = await system.start({ carriers: withShortTimeouts() })
    const merchant = aMerchant(system, booking)
    const { shipmentId } = await givenUp(merchant)
    await merchant.fault('find', '500', TRIES_OF_A_CALL)
    await merchant.fault('cancel', '500', TRIES_OF_A_CALL)
    const failedLooks = { attempts: 22, next_attempt_at: new Date(0) }
    await system.db.updateTable('operation').set(failedLooks).where('shipment_id', '=', shipmentId).execute()
    await eventually(async () =>
      expect(await readRecalls(shipmentId)).toMatchObject([{ step: 'look', state: 'open', attempts: 23 }]),
    )
    await letTimePass('recall', shipmentId)
    await eventually(async () =>
      expect(await readRecalls(shipmentId)).toMatchObject([{ step: 'call', state: 'open', attempts: 1 }]),
    )
    await eventually(async () => {
      await letTimePass('recall', shipmentId) // again after a call that took longer than the short timeout
      expect(await merchant.jobs(shipmentId)).toMatchObject([{ code: 'CANCELLED' }])
    })
    await booking.stop()
  })

  test('is left to the operator and counted if the carrier refuses to cancel', async () => {
    const metrics = createMetrics({ service: 'booking' })
    const booking = await system.start({ carriers: withShortTimeouts(), metrics })
    const merchant = aMerchant(system, booking)
    const { shipmentId, job } = await givenUp(merchant)
    await system.simulator('POST', `/jobs/${job.id}/advance`, { status: 'picked_up' })
    await merchant.report('city_van', { id: 'f1', job_id: job.id, reference: job.reference, code: 'COLLECTED' })
    await eventually(async () => expect(await orphans(metrics, 'kept')).toBe(1))
    const [called] = (await readRecalls(shipmentId)).filter(({ step }) => step === 'call')
    expect(called).toMatchObject({
      state: 'ended',
      outcome: { kind: 'failed', error: { code: 'carrier_error', carrier: { carrier_code: 'city_van' } } },
    })
    await booking.stop()
  })
})

describe('a job that continues after we cancelled it', () => {
  test('is cancelled again and counted as a contradiction, which a late report of an earlier time is not', async () => {
    const metrics = createMetrics({ service: 'booking' })
    const booking = await system.start({ metrics })
    const contradictions = async () =>
      (await metrics.render()).text.match(/^carrier_contradictions_total\{.*"city_van".*\} (\d+)$/m)?.[1]
    const merchant = aMerchant(system, booking)
    const { shipmentId, optionId } = await merchant.offer()
    const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
    await merchant.cancel(shipmentId)
    const [job] = await merchant.jobs(shipmentId)
    const { cancelled_at } = await merchant.booking(booking_id)
    const before = new Date(Date.parse(cancelled_at ?? '') - 1_000).toISOString()
    await merchant.report('city_van', { id: 'late', job_id: job?.id, reference: job?.reference, occurred_at: before })
    expect(await readRecalls(shipmentId)).toEqual([])
    expect(await contradictions()).toBe('0')

    await merchant.report('city_van', { id: 'alive', job_id: job?.id, reference: job?.reference })
    await eventually(async () =>
      expect(await readRecalls(shipmentId)).toMatchObject([{ state: 'ended', outcome: { kind: 'done' } }]),
    )
    await eventually(async () => {
      const exchanges = await system.db
        .selectFrom('carrier_exchange')
        .select(['operation', 'http_status'])
        .where('reference', '=', job?.id ?? '')
        .where('operation', '=', 'cancel')
        .execute()
      expect(exchanges).toHaveLength(2)
    })
    expect(await contradictions()).toBe('1')
    expect(await merchant.booking(booking_id)).toMatchObject({ status: 'cancelled' })
    await booking.stop()
  })

  test('is retried a limited number of times if the carrier does not answer', async () => {
    const metrics = createMetrics({ service: 'booking' })
    const booking = await system.start({ metrics })
    const merchant = aMerchant(system, booking)
    const { shipmentId, optionId } = await merchant.offer()
    await merchant.book(shipmentId, optionId)
    await merchant.cancel(shipmentId)
    const [job] = await merchant.jobs(shipmentId)
    await merchant.fault('cancel', '500', 100)
    await merchant.report('city_van', { id: 'alive', job_id: job?.id, reference: job?.reference })
    await eventually(async () => expect(await readRecalls(shipmentId)).toMatchObject([{ state: 'open', attempts: 1 }]))
    await system.db.updateTable('operation').set({ attempts: 20 }).where('shipment_id', '=', shipmentId).execute()
    await eventually(
      async () => {
        await letTimePass('recall', shipmentId)
        expect(await readRecalls(shipmentId)).toMatchObject([
          { state: 'ended', outcome: { kind: 'failed' }, attempts: 23 },
        ])
      },
      { timeoutMs: 25_000 },
    )
    expect(await orphans(metrics, 'kept')).toBe(1)
    await booking.stop()
  })
})
