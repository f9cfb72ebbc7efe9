/** A service that stops begins no call of a carrier that it may not end, and leaves what it has not done to others. */
import type { Carriers } from '@waybill/carriers/registry'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, type Merchant } from '../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(async () => {
  await system?.stop()
})

/** Keeps the names of the steps, and stops at one of them until `goOn`. */
function stoppingAt(step: string) {
  const reached = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const steps: string[] = []
  const onStep = async (name: string) => {
    steps.push(name)
    if (name !== step) return
    reached.resolve()
    await goesOn.promise
  }
  return { steps, onStep, reached: reached.promise, goOn: () => goesOn.resolve() }
}

const readOperation = (shipmentId: string) =>
  system.db
    .selectFrom('operation')
    .select(['step', 'lease_until', 'attempts'])
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirstOrThrow()

const expectBooked = (merchant: Merchant, shipmentId: string) =>
  eventually(async () => {
    const { booking_id } = await merchant.shipment(shipmentId)
    expect(await merchant.booking(String(booking_id))).toMatchObject({ status: 'assigned' })
    expect(await merchant.jobs(shipmentId)).toHaveLength(1)
  })

// Without a way to find out the outcome, a call that is cut is an operator's case.
// A call that can be sent again or looked up stays at `call`.
test.each([
  { carrierCode: 'city_van', described: { bookRecovery: { kind: 'none' } }, step: 'draft' },
  { carrierCode: 'city_van', described: {}, step: 'call' },
  { carrierCode: 'eco_parcel', described: {}, step: 'call' },
] as const)(
  'a booking that stands before its call is not sent when too little time is left, and another process sends it (%o)',
  async ({ carrierCode, described, step }) => {
    const carriers = system.withShortTimeouts(described)
    const { steps, onStep, reached, goOn } = stoppingAt('book.call')
    const stopping = await system.start({ carriers, onStep, runsEndWithinMs: 1_000 })
    const before = aMerchant(system, stopping)
    const { shipmentId, optionId } = await before.offer(carrierCode)
    const answer = before.book(shipmentId, optionId, { key: 'k' })
    await reached
    stopping.drain()
    goOn()
    await expect(answer).resolves.toMatchObject({ status: 202 })
    expect(steps).not.toContain('book.call:called')
    expect(await before.jobs(shipmentId)).toEqual([])
    expect(await readOperation(shipmentId)).toMatchObject({ step, lease_until: null, attempts: 0 })
    await stopping.stop()

    const next = await system.start({ carriers })
    const merchant = aMerchant(system, next, before.environmentId)
    await expectBooked(merchant, shipmentId)
    await eventually(async () =>
      expect(await merchant.book(shipmentId, optionId, { key: 'k' })).toMatchObject({ status: 201 }),
    )
    await next.stop()
  },
)

test('a cancellation that stands before its call is left to another process', async () => {
  const { steps, onStep, reached, goOn } = stoppingAt('cancel.call')
  const stopping = await system.start({ onStep, runsEndWithinMs: 1_000 })
  const before = aMerchant(system, stopping)
  const { shipmentId, optionId } = await before.offer()
  await before.book(shipmentId, optionId)
  const answer = before.cancel(shipmentId)
  await reached
  stopping.drain()
  goOn()
  await expect(answer).rejects.toMatchObject({ code: 'carrier_timeout' })
  expect(steps).not.toContain('cancel.call:called')
  await stopping.stop()

  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  await eventually(async () => expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'cancelled' }))
  await next.stop()
})

test('takes up nothing from the signal on, and hands over what no caller waits for', async () => {
  const { steps, onStep, reached, goOn } = stoppingAt('dispatch.quote')
  const stopping = await system.start({ onStep })
  const before = aMerchant(system, stopping)
  const { shipment_id: first } = await before.shipNow()
  await reached
  stopping.drain()
  const { shipment_id: second } = await before.shipNow()
  goOn()
  await eventually(async () => {
    expect(await readOperation(first)).toMatchObject({ step: 'attempt', lease_until: null })
    expect(await readOperation(second)).toMatchObject({ step: 'quote', lease_until: null, attempts: 0 })
  })
  expect(steps).toEqual([
    'dispatch.quote',
    'dispatch.quote:called',
    'dispatch.quote:called',
    'dispatch.quote:committed',
  ])

  const next = await system.start()
  const merchant = aMerchant(system, next, before.environmentId)
  await expectBooked(merchant, first)
  await expectBooked(merchant, second)
  expect(steps).toHaveLength(4)
  await stopping.stop()
  await next.stop()
})

test('a run that takes too long loses its lease before the process ends', async () => {
  const hanging: Carriers = new Map(
    [...system.withShortTimeouts()].map(([code, adapter]) => [code, { ...adapter, book: () => new Promise(() => {}) }]),
  )
  const stuck = await system.start({ carriers: hanging, runsEndWithinMs: 1 })
  const before = aMerchant(system, stuck)
  const { shipmentId, optionId } = await before.offer()
  await expect(before.book(shipmentId, optionId, { timeoutMs: 1_500 })).resolves.toMatchObject({ status: 202 })
  expect(await readOperation(shipmentId)).toMatchObject({ step: 'call', lease_until: expect.any(Date) })
  await stuck.stop()
  expect(await readOperation(shipmentId)).toMatchObject({ step: 'call', lease_until: null })

  const next = await system.start()
  await expectBooked(aMerchant(system, next, before.environmentId), shipmentId)
  await next.stop()
})
