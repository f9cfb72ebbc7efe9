/** Claims that were ended before their operation, and claims that no operation holds. */
import { contextMessage, systemContext } from '@waybill/chassis/rpc/call-context'
import { createLog } from '@waybill/chassis/telemetry/log'
import { newId } from '@waybill/contracts/ids'
import { anAddress } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, type Merchant } from '../testing/merchant-calls.ts'
import { sweepClaims } from './sweep.ts'

let system: BookingSystem
let booking: RunningBooking
/** Claims that are released just before their operation takes them, as by a call that was delayed. */
const released = new Set<string>()
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({
    carriers: system.withShortTimeouts({ bookRecovery: { kind: 'none' } }),
    async onStep(name, { environmentId, shipmentId, claimId }) {
      if (name !== 'book.claim' || !released.delete(shipmentId)) return
      await system.shipments.Settle({
        context: asSystem(environmentId),
        shipment_id: shipmentId,
        claim_id: claimId,
        released: {},
      })
    },
  })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

const asSystem = (environmentId: string) =>
  contextMessage(systemContext({ environmentId, merchantId: 'mer_1', livemode: false, timeoutMs: 20_000 }))

const findShipment = ({ environmentId }: Merchant, shipmentId: string) =>
  system.shipments.Find({ context: asSystem(environmentId), shipment_id: shipmentId })

/** Sweeps the claims of the merchant only: the shipment service also has those that other test files left. */
const sweep = ({ environmentId }: Merchant) => {
  const log = createLog({ service: 'booking', level: 'silent' })
  const shipments: typeof system.shipments = {
    ...system.shipments,
    async ListClaims(request) {
      const reply = await system.shipments.ListClaims(request)
      return { ...reply, claims: reply.claims.filter(({ environment_id }) => environment_id === environmentId) }
    },
  }
  return sweepClaims({ db: system.db, shipments, log }, { olderThanSeconds: 0 })
}

test('a booking whose claim has ended before it began is not made, and a retry makes it', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  released.add(shipmentId)
  await expect(merchant.book(shipmentId, optionId, { key: 'b' })).rejects.toMatchObject({ code: 'shipment_busy' })
  expect(await merchant.jobs(shipmentId)).toEqual([])

  expect(await merchant.book(shipmentId, optionId, { key: 'b' })).toMatchObject({ status: 201 })
  expect((await findShipment(merchant, shipmentId)).booking_id).not.toBe('')
})

test('a claim without an operation is released, so that the shipment can be booked', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { environmentId } = merchant
  const claim = { context: asSystem(environmentId), shipment_id: shipmentId, claim_id: newId('op') }
  await system.shipments.Claim({ ...claim, kind: 'BOOK' })
  await expect(merchant.book(shipmentId, optionId)).rejects.toMatchObject({ code: 'shipment_busy' })

  expect(await sweep(merchant)).toEqual({ ended: 1, kept: 0 })
  expect(await sweep(merchant)).toEqual({ ended: 0, kept: 0 })
  expect(await merchant.book(shipmentId, optionId)).toMatchObject({ status: 201 })
})

test('a claim without an operation is released although a cancellation waits for it, which is then tried again', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  expect(await merchant.book(shipmentId, optionId)).toMatchObject({ status: 201 })
  const { environmentId } = merchant
  const document = Buffer.from(JSON.stringify({ pickup_address: { ...anAddress(), phone: '+447700900999' } }))
  const claim = { context: asSystem(environmentId), shipment_id: shipmentId, claim_id: newId('op'), document }
  expect(await system.shipments.Claim({ ...claim, kind: 'UPDATE' })).toMatchObject({ outcome: 'HELD' })
  const silent = { code: expect.stringMatching(/^(carrier|upstream)_timeout$/) }
  await expect(merchant.cancel(shipmentId, { key: 'c', timeoutMs: 1_500 })).rejects.toMatchObject(silent)

  expect(await sweep(merchant)).toEqual({ ended: 1, kept: 0 })
  await eventually(async () => {
    await sql`
      update operation set next_attempt_at = now()
      where shipment_id = ${shipmentId} and step = 'await_holder' and lease_until is null`.execute(system.db)
    const open = system.db.selectFrom('operation').select('step').where('shipment_id', '=', shipmentId)
    expect(await open.where('state', '=', 'open').execute()).toEqual([])
  })
  expect(await merchant.cancel(shipmentId, { key: 'c' })).toMatchObject({ status: 200 })
})

test('a claim of an open operation is left alone; of one that has ended with a live booking, it is kept', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', 'timeout_after_success')
  expect(await merchant.book(shipmentId, optionId)).toMatchObject({ status: 202 })
  expect(await sweep(merchant)).toEqual({ ended: 0, kept: 0 })
  const { claim_id } = await findShipment(merchant, shipmentId)
  expect(claim_id).not.toBe('')

  await booking.stop()
  await sql`
    update operation set state = 'ended', outcome = '{"kind": "done"}', ended_at = now()
    where claim_id = ${claim_id}`.execute(system.db)
  expect(await sweep(merchant)).toEqual({ ended: 0, kept: 1 })
  expect(await findShipment(merchant, shipmentId)).toMatchObject({ claim_id })
})

test('a dispatch waits for its operation; once that has ended, it has failed', async () => {
  const merchant = aMerchant(system, booking)
  const { shipment_id: shipmentId } = await merchant.shipNow()
  await sweep(merchant)
  const { claim_id } = await findShipment(merchant, shipmentId)
  expect(claim_id).not.toBe('')

  await sql`
    insert into operation
      (environment_id, op_id, kind, shipment_id, claim_id, state, step, desired, context, outcome, ended_at)
    values (${merchant.environmentId}, ${claim_id}, 'dispatch', ${shipmentId}, ${claim_id}, 'ended', 'quote', '{}', '{}',
      '{"kind": "done"}', now())`.execute(system.db)
  expect(await sweep(merchant)).toMatchObject({ ended: 1 })
  expect(await merchant.shipment(shipmentId)).toMatchObject({
    status: 'failed',
    failure_reason: 'no_courier_available',
  })
})
