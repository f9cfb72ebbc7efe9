import type { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  aBookedShipment,
  aMerchant,
  aNewShipment,
  expectNoGap,
  startSharedService,
} from '../testing/running-service.ts'

const service = await startSharedService()

const newRoute = Buffer.from(JSON.stringify({ dropoff_address: { address_line_1: '9 Hill Street' } }))

describe('booking', () => {
  test('holds the shipment, then gives it its booking, both idempotent', async () => {
    const { merchant, id } = await aNewShipment(service)
    const claim_id = newId('op')
    const booking_id = newId('bkg')
    const held = await merchant.claim(id, { claim_id, kind: 'BOOK' })
    expect(held).toMatchObject({ outcome: 'HELD', shipment: { claim_id, claim_kind: 'book' } })
    expect(await merchant.claim(id, { claim_id, kind: 'BOOK' })).toEqual(held)

    const settled = await merchant.settle(id, { claim_id, booked: { booking_id } })
    expect(settled).toMatchObject({ cancel_requested: false, shipment: { booking_id, claim_id: '', status: 'ready' } })
    expect(await merchant.settle(id, { claim_id, booked: { booking_id } })).toEqual(settled)
    await expect(merchant.claim(id, { claim_id, kind: 'BOOK' })).rejects.toMatchObject({ code: 'shipment_busy' })
    expect(await merchant.find(id)).toMatchObject({ booking_id, claim_id: '' })
    await expectNoGap(merchant, id)
  })

  test('ten at once: one holds, the others are busy', async () => {
    const { merchant, id } = await aNewShipment(service)
    const claims = Array.from({ length: 10 }, () => merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' }))
    const results = await Promise.allSettled(claims)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'shipment_busy', retryAfterSeconds: 1 })
      }
    }
  })

  test('is rejected with an If-Match of another version, and accepted with the current one', async () => {
    const { merchant, id } = await aNewShipment(service)
    const claim = { claim_id: newId('op'), kind: 'BOOK' } as const
    await expect(merchant.claim(id, claim, { ifMatch: '7' })).rejects.toMatchObject({ code: 'version_conflict' })
    await expect(merchant.claim(id, claim, { ifMatch: '7' })).rejects.toMatchObject({ code: 'version_conflict' })
    const again = { ...claim, claim_id: newId('op') }
    expect(await merchant.claim(id, again, { ifMatch: '1' })).toMatchObject({ outcome: 'HELD' })
    expect(await merchant.claim(id, again, { ifMatch: '1' })).toMatchObject({ outcome: 'HELD' })
  })

  test('rejects a booked shipment', async () => {
    const { merchant, id, bookingId } = await aBookedShipment(service)
    await expect(merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })).rejects.toMatchObject({
      code: 'shipment_already_booked',
      meta: { booking_id: bookingId },
    })
  })

  test('that is released leaves the shipment free', async () => {
    const { merchant, id } = await aNewShipment(service)
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'BOOK' })
    await merchant.settle(id, { claim_id, released: {} })
    expect(await merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })).toMatchObject({ outcome: 'HELD' })
    expect(await merchant.events(id)).toHaveLength(1)
  })
})

describe('a claim that was never taken', () => {
  test('can be released, and cannot have any other outcome', async () => {
    const { merchant, id } = await aNewShipment(service)
    const claim_id = newId('op')
    const released = await merchant.settle(id, { claim_id, released: {} })
    expect(released).toMatchObject({ shipment: { sequence: 1 } })
    expect(await merchant.settle(id, { claim_id, released: {} })).toEqual(released)
    await expect(merchant.settle(id, { claim_id, booked: { booking_id: newId('bkg') } })).rejects.toMatchObject({
      code: 'internal_error',
    })
    expect(await merchant.get(id)).toMatchObject({ booking_id: null })
  })

  test('cannot be taken once it is released', async () => {
    const { merchant, id } = await aNewShipment(service)
    const claim_id = newId('op')
    await merchant.settle(id, { claim_id, released: {} })
    const late = merchant.claim(id, { claim_id, kind: 'BOOK' })
    await expect(late).rejects.toMatchObject({ code: 'shipment_busy', retryAfterSeconds: 1 })
    expect(await merchant.find(id)).toMatchObject({ claim_id: '' })
  })

  test('cannot be taken by a delayed call once it was refused', async () => {
    const { merchant, id } = await aNewShipment(service)
    const [holder, refused] = [newId('op'), newId('op')]
    await merchant.claim(id, { claim_id: holder, kind: 'BOOK' })
    const call = () => merchant.claim(id, { claim_id: refused, kind: 'UPDATE', document: newRoute })
    await expect(call()).rejects.toMatchObject({ code: 'shipment_busy' })
    await expect(call()).rejects.toMatchObject({ code: 'shipment_busy' })
    await merchant.settle(id, { claim_id: holder, released: {} })

    await expect(call()).rejects.toMatchObject({ code: 'shipment_busy' })
    expect(await merchant.find(id)).toMatchObject({ claim_id: '', sequence: 1 })
  })

  // A dispatch repeats a claim that is answered shipment_busy.
  test('ends the dispatch that takes it too late', async () => {
    const { merchant, id } = await aNewShipment(service)
    const claim_id = newId('op')
    await merchant.settle(id, { claim_id, released: {} })
    const late = merchant.claim(id, { claim_id, kind: 'DISPATCH' })
    await expect(late).rejects.toMatchObject({ code: 'shipment_not_bookable' })
    expect(await merchant.find(id)).toMatchObject({ claim_id: '' })
  })

  test('is not taken by a call that waited past its deadline', async () => {
    const { merchant, id } = await aNewShipment(service)
    const lock = await service.db.startTransaction().execute()
    await sql`select from shipment where shipment_id = ${id} for update`.execute(lock)
    const soon = { deadlineAt: new Date(Date.now() + 2_000) }
    const late = merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' }, soon).catch((error: AppError) => error)
    await eventually(async () => expect(await transactions('Lock')).toBe(1))
    expect(await late).toMatchObject({ code: 'upstream_timeout' })
    await lock.commit().execute()
    await eventually(async () => expect(await transactions()).toBe(0))
    expect(await merchant.find(id)).toMatchObject({ claim_id: '' })
  })

  /** Open transactions of the service; with a type, those that wait for an event of this type. */
  async function transactions(waitingFor?: 'Lock'): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'shipment' and xact_start is not null
        and (${waitingFor === undefined} or wait_event_type = ${waitingFor ?? ''})`.execute(service.db)
    return rows[0]?.count ?? 0
  }
})

test('a claim that waited for a change of the parcels sees them as changed', async () => {
  const { merchant, id } = await aNewShipment(service)
  const lock = await service.db.startTransaction().execute()
  await sql`update shipment set route_revision = 2 where shipment_id = ${id}`.execute(lock)
  await sql`update parcel set title = 'Changed' where shipment_id = ${id}`.execute(lock)
  const claimed = merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'shipment' and wait_event_type = 'Lock'`.execute(
      service.db,
    )
    expect(rows).toHaveLength(1)
  })
  await lock.commit().execute()
  const { shipment } = await claimed
  expect(shipment).toMatchObject({ route_revision: 2 })
  expect(new Set(shipment?.parcels?.map(({ title }) => title))).toEqual(new Set(['Changed']))
})

test('a claim that is held is answered although a date of its document has passed since', async () => {
  const { merchant, id } = await aBookedShipment(service)
  const claim_id = newId('op')
  const dated = (collection_date: string) =>
    merchant.claim(id, { claim_id, kind: 'UPDATE', document: Buffer.from(JSON.stringify({ collection_date })) })
  const held = await dated('2098-01-01')
  expect(held).toMatchObject({ outcome: 'HELD' })
  // The same call some time later, when its date lies as far in the past as this one.
  expect(await dated('2001-01-01')).toEqual(held)
})

test('held claims are listed from the oldest on, page by page, from an age on', async () => {
  const shipments = await Promise.all(Array.from({ length: 3 }, () => aNewShipment(service)))
  const claims = shipments.map(({ merchant, id }) => ({ merchant, id, claim_id: newId('op') }))
  for (const { merchant, id, claim_id } of claims) await merchant.claim(id, { claim_id, kind: 'BOOK' })
  await sql`
    update claim set created_at = now() - interval '1 hour'
    where claim_id in (${sql.join(claims.map(({ claim_id }) => claim_id))})`.execute(service.db)
  const [first] = claims
  if (first === undefined) throw new Error('no claim')
  const context = first.merchant.context()
  const page = (cursor = '') => service.client.ListClaims({ context, older_than_seconds: 1_800, limit: 2, cursor })

  const start = await page()
  const end = await page(start.next_cursor)
  expect([start.claims.length, end.claims.length, end.next_cursor]).toEqual([2, 1, ''])
  const listed = [...start.claims, ...end.claims]
  expect(listed.map(({ claim_id }) => claim_id).toSorted()).toEqual(claims.map(({ claim_id }) => claim_id).toSorted())
  expect(listed[0]).toMatchObject({ kind: 'book', held_since: expect.stringMatching(/Z$/) })

  await first.merchant.settle(first.id, { claim_id: first.claim_id, released: {} })
  expect((await page()).claims).toHaveLength(2)
  expect((await page()).next_cursor).toBe('')
})

describe('cancelling', () => {
  test('holds, then cancels, once', async () => {
    const { merchant, id } = await aBookedShipment(service)
    const claim_id = newId('op')
    const cancel = { claim_id, kind: 'CANCEL', reason_code: 'fraud', reason_note: 'Stolen' } as const
    expect(await merchant.claim(id, cancel)).toMatchObject({ outcome: 'HELD' })
    const end = { claim_id, cancelled: { reason_code: 'fraud', reason_note: 'Stolen' } }
    const settled = await merchant.settle(id, end)
    expect(await merchant.settle(id, end)).toEqual(settled)
    expect(await merchant.get(id)).toMatchObject({
      status: 'cancelled',
      cancellation_reason_code: 'fraud',
      cancellation_reason_note: 'Stolen',
      booking_id: null,
    })
    await expect(merchant.claim(id, { ...cancel, claim_id: newId('op') })).rejects.toMatchObject({
      code: 'shipment_not_cancellable',
      meta: { current_status: 'cancelled' },
    })
    expect((await merchant.events(id)).map(({ type }) => type).slice(-2)).toEqual([
      'shipment.updated',
      'shipment.cancelled',
    ])
    await expectNoGap(merchant, id)
  })

  test('during a booking is deferred to it: success is refused, then it is cancelled', async () => {
    const { merchant, id } = await aNewShipment(service)
    const book = newId('op')
    const cancel = newId('op')
    await merchant.claim(id, { claim_id: book, kind: 'BOOK' })
    const request = { claim_id: cancel, kind: 'CANCEL', reason_code: 'fraud', reason_note: 'Stolen' } as const
    const deferred = await merchant.claim(id, request)
    expect(deferred).toMatchObject({ outcome: 'DEFERRED', holder_claim_id: book, shipment: { cancel_requested: true } })
    expect(await merchant.claim(id, request)).toEqual(deferred)
    expect((await merchant.get(id)).cancellation_requested_at).not.toBeNull()
    await expect(merchant.claim(id, { claim_id: newId('op'), kind: 'BOOK' })).rejects.toMatchObject({
      code: 'shipment_not_bookable',
      meta: { cancellation_pending: true },
    })

    const refused = await merchant.settle(id, { claim_id: book, booked: { booking_id: newId('bkg') } })
    expect(refused).toMatchObject({
      cancel_requested: true,
      reason_code: 'fraud',
      reason_note: 'Stolen',
      shipment: { booking_id: '', claim_id: book },
    })
    await merchant.settle(id, { claim_id: book, cancelled: {} })
    expect(await merchant.get(id)).toMatchObject({ status: 'cancelled', cancellation_reason_code: 'fraud' })
    expect(await merchant.claim(id, request)).toMatchObject({ outcome: 'DEFERRED', shipment: { status: 'cancelled' } })
    await expectNoGap(merchant, id)
  })

  test('that the carrier refuses keeps the booking', async () => {
    const { merchant, id } = await aNewShipment(service)
    const book = newId('op')
    const booking_id = newId('bkg')
    await merchant.claim(id, { claim_id: book, kind: 'BOOK' })
    await merchant.claim(id, { claim_id: newId('op'), kind: 'CANCEL', reason_code: 'fraud' })
    await merchant.settle(id, { claim_id: book, booked: { booking_id }, cancellation_refused: true })
    expect(await merchant.get(id)).toMatchObject({
      status: 'ready',
      booking_id,
      cancellation_requested_at: null,
      cancellation_reason_code: null,
    })
    await expectNoGap(merchant, id)
  })

  test('without an answer of the carrier is shown, and dropped once refused', async () => {
    const { merchant, id } = await aBookedShipment(service)
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'CANCEL', reason_code: 'fraud' })
    await merchant.settle(id, { claim_id, cancellation_pending: {} })
    expect(await merchant.get(id)).toMatchObject({
      status: 'ready',
      cancellation_requested_at: expect.any(String),
      cancellation_reason_code: 'fraud',
    })
    const change = merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document: newRoute })
    await expect(change).rejects.toMatchObject({
      code: 'shipment_not_updatable',
      meta: { cancellation_pending: true },
    })
    await merchant.settle(id, { claim_id, released: {} })
    expect(await merchant.get(id)).toMatchObject({ cancellation_requested_at: null, cancellation_reason_code: null })
  })
})

describe('dispatch', () => {
  test('that finds no courier fails the shipment', async () => {
    const merchant = aMerchant(service)
    const { shipment_id } = await merchant.created(undefined, { onDemand: true })
    const { claim_id } = await merchant.find(shipment_id)
    await merchant.settle(shipment_id, { claim_id, dispatch_failed: { reason: 'no_courier_available' } })
    expect(await merchant.get(shipment_id)).toMatchObject({ status: 'failed', failure_reason: 'no_courier_available' })
    await expectNoGap(merchant, shipment_id)
  })

  test('with a requested cancellation ends as cancelled', async () => {
    const merchant = aMerchant(service)
    const { shipment_id } = await merchant.created(undefined, { onDemand: true })
    const { claim_id } = await merchant.find(shipment_id)
    const request = { claim_id: newId('op'), kind: 'CANCEL', reason_code: 'fraud' } as const
    expect(await merchant.claim(shipment_id, request)).toMatchObject({ outcome: 'DEFERRED', holder_claim_id: claim_id })
    await merchant.settle(shipment_id, { claim_id, released: {} })
    expect(await merchant.get(shipment_id)).toMatchObject({ status: 'cancelled', cancellation_reason_code: 'fraud' })
  })
})
