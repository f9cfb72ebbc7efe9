/** Faults that a merchant plans for the simulated carriers of a test environment. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import type { PublicFault } from '@waybill/contracts/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

const refusal = { carrier_code: 'city_van', operation: 'book', fault: 'refuse' }

test('the next calls go wrong, as many as were planned, and of this environment only', async () => {
  const merchant = aMerchant(system, booking)
  const other = aMerchant(system, booking)
  const planned = getData<PublicFault>(await merchant.planFault({ ...refusal, calls_count: 2 }))
  expect(planned).toMatchObject({ ...refusal, calls_count: 2, calls_left: 2, fault_id: expect.stringMatching(/^flt_/) })
  const theirs = await other.offer()
  expect(getData<PublicBooking>(await other.book(theirs.shipmentId, theirs.optionId)).status).toBe('assigned')
  for (const left of [1, 0]) {
    const { shipmentId, optionId } = await merchant.offer()
    await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'carrier_refused' })
    expect((await merchant.faults()).map(({ calls_left }) => calls_left)).toEqual(left === 0 ? [] : [left])
  }
  const { shipmentId, optionId } = await merchant.offer()
  expect(getData<PublicBooking>(await merchant.book(shipmentId, optionId)).status).toBe('assigned')
})

const refusedAs = ({ status, body }: { status: number; body: Buffer }) => [
  status,
  JSON.parse(body.toString()).error.code,
]

test('a fault is planned once for a key, shown to its environment, and removed', async () => {
  const merchant = aMerchant(system, booking)
  const other = aMerchant(system, booking)
  const body = { carrier_code: 'eco_parcel', operation: 'report', fault: 'duplicate', expires_in_minutes: 5 }
  const first = await merchant.planFault(body, { key: 'one fault' })
  expect((await merchant.planFault(body, { key: 'one fault' })).body).toEqual(first.body)
  const planned = getData<PublicFault>(first)
  expect(await merchant.faults()).toEqual([planned])
  expect(Date.parse(planned.expires_at) - Date.parse(planned.created_at)).toBe(5 * 60_000)
  expect(await other.faults()).toEqual([])
  const unknown = [404, 'simulator_fault_not_found']
  expect(refusedAs(await other.removeFault(planned.fault_id))).toEqual(unknown)
  await merchant.removeFault(planned.fault_id, { key: 'remove it' })
  await merchant.removeFault(planned.fault_id, { key: 'remove it' })
  expect(await merchant.faults()).toEqual([])
  await merchant.removeFault(planned.fault_id)
  expect(refusedAs(await merchant.removeFault(newId('flt')))).toEqual(unknown)
})

test('wrong fields are named, all of them', async () => {
  const merchant = aMerchant(system, booking)
  const readFields = async (body: object) => {
    const error = await merchant.planFault(body).then(
      () => null,
      (refused: { code: string; details: { field: string }[] }) => refused,
    )
    expect(error?.code).toBe('validation_error')
    return error?.details.map(({ field }) => field)
  }
  expect(
    await readFields({ operation: 'deliver', fault: 'refuse', calls_count: 0, expires_in_minutes: 1_441 }),
  ).toEqual(['carrier_code', 'operation', 'calls_count', 'expires_in_minutes'])
  expect(await readFields({ carrier_code: 'ups', operation: 'label', fault: 'refuse' })).toEqual([
    'fault',
    'carrier_code',
  ])
  expect(await readFields({ ...refusal, carrier_code: 'easypost' })).toEqual(['carrier_code'])
  expect(await merchant.faults()).toEqual([])
})

test('an environment has at most 20, and removing one makes room', async () => {
  const merchant = aMerchant(system, booking)
  const label = { carrier_code: 'swift_courier', operation: 'label', fault: 'slow' }
  const planned: PublicFault[] = []
  while (planned.length < 20) planned.push(getData<PublicFault>(await merchant.planFault(label)))
  await expect(merchant.planFault(label)).rejects.toMatchObject({ code: 'simulator_fault_limit_reached' })
  await merchant.removeFault(planned[0]?.fault_id ?? '')
  await merchant.planFault(label)
  expect(await merchant.faults()).toHaveLength(20)
})

test('while the simulator is down a call fails with 503, and its retry plans one fault', async () => {
  const merchant = aMerchant(system, booking)
  const alone = await system.start({ simulatorUrl: 'http://127.0.0.1:9' })
  try {
    const cutOff = aMerchant(system, alone, merchant.environmentId)
    const unavailable = { code: 'carrier_unavailable' }
    await expect(cutOff.planFault(refusal, { key: 'later' })).rejects.toMatchObject(unavailable)
    await expect(cutOff.faults()).rejects.toMatchObject(unavailable)
    await merchant.planFault(refusal, { key: 'later' })
    expect(await merchant.faults()).toHaveLength(1)
  } finally {
    await alone.stop()
  }
})
