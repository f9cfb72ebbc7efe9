/** Pickups by simulated carriers: nothing is scheduled twice, whichever answer is lost. */
import type { CarrierAdapter, PickupOutcome } from '@waybill/carriers/carrier-adapter'
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import { transact } from '@waybill/chassis/postgres/database'
import type { PublicBooking } from '@waybill/contracts/booking'
import type { PublicPickup } from '@waybill/contracts/bookings/pickup'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countBookingRows, writeErased } from '../../erasure/repository.ts'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../../testing/booking-system.ts'
import { aMerchant, getData } from '../../testing/merchant-calls.ts'

const HOUR_MS = 3_600_000
let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start({ carriers: system.withShortTimeouts() })
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

type Merchant = ReturnType<typeof aMerchant>

async function bookOne(merchant: Merchant, carrierCode = 'eco_parcel'): Promise<PublicBooking> {
  const { shipmentId, optionId } = await merchant.offer(carrierCode)
  return getData<PublicBooking>(await merchant.book(shipmentId, optionId))
}

const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

function send(
  merchant: Merchant,
  given: object,
  { key, service = booking }: { key?: string; service?: RunningBooking } = {},
): Promise<Answer__Output> {
  const document = Buffer.from(JSON.stringify({ window_from: at(24), window_to: at(28), ...given }))
  const context = merchant.writeContext('POST /api/v1/pickups', key)
  return service.client.CreatePickup({ context, document })
}
const create = async (...given: Parameters<typeof send>): Promise<PublicPickup> => getData(await send(...given))
const read = async (merchant: Merchant, { pickup_id }: PublicPickup): Promise<PublicPickup> =>
  getData(await booking.client.GetPickup({ context: merchant.readContext(), pickup_id }))
const cancel = (merchant: Merchant, { pickup_id }: PublicPickup) =>
  booking.client.CancelPickup({ context: merchant.writeContext(`POST ${pickup_id}/cancel`), pickup_id })
const untilStatus = (merchant: Merchant, pickup: PublicPickup, status: PublicPickup['status']) =>
  eventually(
    async () => {
      const found = await read(merchant, pickup)
      expect(found).toMatchObject({ status })
      return found
    },
    { timeoutMs: 60_000 },
  )
const listScheduled = async (merchant: Merchant) => {
  const account = defaultCarrierAccountId(merchant.environmentId, 'eco_parcel')
  const { pickups } = await system.simulator<{ pickups: { confirmation: string; cancelled: boolean }[] }>(
    'GET',
    `/pickups?carrier_account_id=${account}`,
  )
  return pickups
}
const plan = (merchant: Merchant, operation: string, mode: string, times = 1) =>
  system.simulator('POST', '/faults', {
    carrier_account_id: defaultCarrierAccountId(merchant.environmentId, 'eco_parcel'),
    operation,
    mode,
    times,
  })

test('the parcels of bookings are collected together, and a repeat gets the same pickup', async () => {
  const merchant = aMerchant(system, booking)
  const [one, other] = [await bookOne(merchant), await bookOne(merchant)]
  const given = { booking_ids: [one.booking_id, other.booking_id], instructions: 'Ring', window_from: at(1) }
  const document = { ...given, window_to: at(3) }
  const pickup = await create(merchant, document, { key: 'once' })
  expect(pickup).toMatchObject({ status: 'requested', carrier_code: 'eco_parcel', parcels: 2, instructions: 'Ring' })
  expect(await create(merchant, document, { key: 'once' })).toEqual(pickup)

  const scheduled = await untilStatus(merchant, pickup, 'scheduled')
  const [found, ...others] = await listScheduled(merchant)
  expect(others).toEqual([])
  expect(scheduled).toMatchObject({ confirmation_number: found?.confirmation, error: null })
  expect(scheduled.address).toEqual(one.shipment.pickup_address)

  const listed = await booking.client.ListPickups({
    context: merchant.readContext(),
    page: { limit: 0, cursor: '' },
    status: 'scheduled',
    booking_id: other.booking_id,
  })
  expect(getData<PublicPickup[]>(listed)).toEqual([scheduled])
})

test('each wrong booking is named, and a booking is in one pickup at a time', async () => {
  const merchant = aMerchant(system, booking)
  const [one, van] = [await bookOne(merchant), await bookOne(merchant, 'city_van')]
  const foreign = await bookOne(aMerchant(system, booking))
  const refused = await send(merchant, {
    booking_ids: [one, van, foreign].map(({ booking_id }) => booking_id),
    window_to: at(1),
  })
  const { error } = JSON.parse(refused.body.toString())
  expect(error.details.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/window_to',
    '/booking_ids/1',
    '/booking_ids/2',
  ])
  const ofCourier = await send(merchant, { booking_ids: [van.booking_id] })
  expect(JSON.parse(ofCourier.body.toString()).error.details[0].message).toContain('schedules no pickups')

  const pickup = await create(merchant, { booking_ids: [one.booking_id] })
  const again = await send(merchant, { booking_ids: [one.booking_id] })
  expect(JSON.parse(again.body.toString()).error.details).toMatchObject([{ pointer: '/booking_ids/0' }])
  await untilStatus(merchant, pickup, 'scheduled')
  await cancel(merchant, pickup)
  await untilStatus(merchant, pickup, 'cancelled')
  await untilStatus(merchant, await create(merchant, { booking_ids: [one.booking_id] }), 'scheduled')
  expect((await listScheduled(merchant)).map(({ cancelled }) => cancelled)).toEqual([true, false])
})

test.concurrent.each(['timeout_after_success', 'malformed', 'timeout', '500'])(
  'an answer that is lost by %s schedules one pickup',
  async (mode) => {
    const merchant = aMerchant(system, booking)
    const { booking_id } = await bookOne(merchant)
    await plan(merchant, 'schedule_pickup', mode)
    const pickup = await create(merchant, { booking_ids: [booking_id] })
    await untilStatus(merchant, pickup, 'scheduled')
    expect(await listScheduled(merchant)).toHaveLength(1)
  },
)

test('a pickup that the carrier refuses has failed, and its booking is free', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id } = await bookOne(merchant)
  await plan(merchant, 'schedule_pickup', 'refuse')
  const failed = await untilStatus(merchant, await create(merchant, { booking_ids: [booking_id] }), 'failed')
  expect(failed.error).toMatchObject({ code: 'carrier_refused', carrier: { code: 'refused' } })
  await untilStatus(merchant, await create(merchant, { booking_ids: [booking_id] }), 'scheduled')
})

test.concurrent.each(['timeout_after_success', '500'])(
  'a cancellation whose answer is lost by %s cancels the pickup',
  async (mode) => {
    const merchant = aMerchant(system, booking)
    const pickup = await create(merchant, { booking_ids: [(await bookOne(merchant)).booking_id] })
    await untilStatus(merchant, pickup, 'scheduled')
    await plan(merchant, 'cancel_pickup', mode)
    expect((await cancel(merchant, pickup)).status).toBe(202)
    const cancelled = await untilStatus(merchant, pickup, 'cancelled')
    expect(cancelled).toMatchObject({ error: null, cancelled_at: expect.any(String) })
    expect(await listScheduled(merchant)).toMatchObject([{ cancelled: true }])
  },
)

test('a cancellation that the carrier refuses leaves the pickup scheduled, with the reason', async () => {
  const merchant = aMerchant(system, booking)
  const pickup = await create(merchant, { booking_ids: [(await bookOne(merchant)).booking_id] })
  await untilStatus(merchant, pickup, 'scheduled')
  await plan(merchant, 'cancel_pickup', 'refuse')
  await cancel(merchant, pickup)
  const kept = await eventually(async () => {
    const found = await read(merchant, pickup)
    expect(found.error).not.toBeNull()
    return found
  })
  expect(kept).toMatchObject({ status: 'scheduled', error: { code: 'cancellation_refused' } })
  expect(kept).toMatchObject({ cancellation_requested_at: null })
})

/** The one pickup of another service, whose only carrier is Eco Parcel with the given calls; without any, all carriers as they are. */
async function requestWith(script?: (eco: CarrierAdapter) => Partial<CarrierAdapter>) {
  const own = await startBookingSystem()
  const eco = own.withShortTimeouts().get('eco_parcel') as CarrierAdapter
  const running = await own.start(script && { carriers: new Map([['eco_parcel', { ...eco, ...script(eco) }]]) })
  const merchant = aMerchant(own, running)
  const { shipmentId, optionId } = await merchant.offer('eco_parcel')
  const { booking_id } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const given = { booking_ids: [booking_id], instructions: 'Ring' }
  const { pickup_id } = await create(merchant, given, { service: running })
  const account = defaultCarrierAccountId(merchant.environmentId, 'eco_parcel')
  return {
    shipmentId,
    booking_id,
    pickup_id,
    running,
    merchant,
    db: own.db,
    until: (status: PublicPickup['status']) =>
      eventually(
        async () => {
          const answer = await running.client.GetPickup({ context: merchant.readContext(), pickup_id })
          const found = getData<PublicPickup>(answer)
          expect(found).toMatchObject({ status })
          return found
        },
        { timeoutMs: 60_000 },
      ),
    scheduled: async () =>
      (await own.simulator<{ pickups: object[] }>('GET', `/pickups?carrier_account_id=${account}`)).pickups,
    async stop() {
      await running.stop()
      await own.stop()
    },
  }
}

test('a pickup whose process dies after the call is found again, also if it was cancelled in between', async () => {
  let calls = 0
  const requested = await requestWith((eco) => ({
    async schedulePickup(request, call) {
      const outcome = await eco.schedulePickup?.(request, call)
      if (calls++ > 0 && outcome) return outcome
      throw new Error('killed')
    },
  }))
  const { running, merchant, pickup_id, db } = requested
  try {
    await eventually(() => expect(calls).toBe(1))
    const cancelled = await running.client.CancelPickup({ context: merchant.writeContext('cancel'), pickup_id })
    expect([cancelled.status, getData<PublicPickup>(cancelled).status]).toEqual([202, 'requested'])
    await sql`update pickup set lease_until = now() - interval '1 s' where lease_until is not null`.execute(db)
    await requested.until('cancelled')
    expect(await requested.scheduled()).toMatchObject([{ cancelled: true }])
  } finally {
    await requested.stop()
  }
})

test('a pickup of a carrier that can neither be asked nor sent a key is sent once, and unknown if its process dies', async () => {
  let calls = 0
  const requested = await requestWith((eco) => ({
    descriptor: { ...eco.descriptor, pickups: { recovery: { kind: 'none' }, cancels: false } },
    async schedulePickup(request, call) {
      calls++
      await eco.schedulePickup?.(request, call)
      throw new Error('killed')
    },
  }))
  try {
    await eventually(async () => expect(await requested.scheduled()).toHaveLength(1))
    await sql`update pickup set lease_until = now() - interval '1 s' where lease_until is not null`.execute(
      requested.db,
    )
    expect(await requested.until('unknown')).toMatchObject({ error: { code: 'carrier_timeout' } })
    expect([calls, (await requested.scheduled()).length]).toEqual([1, 1])
  } finally {
    await requested.stop()
  }
})

test('a draft is kept before it is bought, a purchase without an answer is looked up twice before it is made again, and then followed', async () => {
  const calls: string[] = []
  const price = { currency: 'USD', exponent: 2, amountMinor: 325 }
  const requested = await requestWith((eco) => ({
    descriptor: {
      ...eco.descriptor,
      pickups: { recovery: { kind: 'find', settleMs: 0 }, drafts: true, reports: true, cancels: true },
    },
    async preparePickup() {
      calls.push('prepare')
      return { kind: 'drafted', draftId: 'drf_1', price }
    },
    async schedulePickup(request, call) {
      calls.push(`schedule ${request.draftId}`)
      const failure = { carrierCode: 'eco_parcel', code: 'timeout', message: 'No answer.', httpStatus: null }
      if (calls.length === 2) return { kind: 'unknown', failure: { ...failure, retryable: true, retryAfterMs: null } }
      return (await eco.schedulePickup?.(request, call)) as PickupOutcome
    },
    async findPickup() {
      calls.push('find')
      return { kind: 'not_found' }
    },
    readPickup: async () => ({ kind: 'pickup', report: 'missed', said: '004' }),
  }))
  try {
    expect(await requested.until('scheduled')).toMatchObject({ price: { amount: '3.25', currency: 'USD' } })
    expect(calls).toEqual(['prepare', 'schedule drf_1', 'find', 'find', 'schedule drf_1'])
    await sql`update pickup set due_at = now()`.execute(requested.db)
    expect(await requested.until('missed')).toMatchObject({ error: { code: 'carrier_refused' } })
    expect(await requested.scheduled()).toHaveLength(1)
  } finally {
    await requested.stop()
  }
})

test('the place and the words of a pickup are erased with a shipment of it', async () => {
  const requested = await requestWith()
  try {
    const { db, booking_id, shipmentId, pickup_id } = requested
    const { environmentId } = requested.merchant
    expect(await requested.until('scheduled')).toMatchObject({ instructions: 'Ring', address: { city: 'London' } })
    const countExchanges = async () => {
      const { rows } = await sql`
        select from carrier_exchange where environment_id = ${environmentId} and reference = ${pickup_id}`.execute(db)
      return rows.length
    }
    await eventually(async () => expect(await countExchanges()).toBe(1))
    const { tables } = await countBookingRows(db, { environmentId, shipmentId })
    expect(Number(tables.pickup)).toBe(1)
    await sql`
      update pickup set step = 'follow', due_at = now() + interval '1 day', lease_id = gen_random_uuid()`.execute(db)
    await transact(db, (trx) => writeErased(trx, { environmentId, shipmentId }, [booking_id]))
    expect(await requested.until('scheduled')).toMatchObject({ instructions: null, address: null })
    expect(await countExchanges()).toBe(0)
    expect((await sql`select step, lease_id from pickup`.execute(db)).rows).toEqual([{ step: null, lease_id: null }])
  } finally {
    await requested.stop()
  }
})
