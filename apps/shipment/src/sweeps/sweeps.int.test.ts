import { transact } from '@waybill/chassis/postgres/database'
import { newId } from '@waybill/contracts/ids'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { describe, expect, test } from 'vitest'
import { aMerchant, expectNoGap, startSharedService } from '../testing/running-service.ts'
import { askOverdueBookedToExpire, expireOverdueShipments, repeatDispatchRequests } from './commands.ts'

const REPEAT_MS = 300

const service = await startSharedService({ dispatchRepeatMs: REPEAT_MS })

test('a courier is requested again, under the same claim, until there is one', async () => {
  const merchant = aMerchant(service)
  const { shipment_id: id } = await merchant.created(undefined, { onDemand: true })
  const { claim_id } = await merchant.find(id)
  const requests = async () => (await merchant.events(id)).filter(({ type }) => type === 'shipment.dispatch_requested')
  const repeated = await eventually(async () => {
    const found = await requests()
    expect(found.length).toBeGreaterThan(2)
    return found
  })
  expect(new Set(repeated.map(({ internal }) => JSON.stringify(internal))).size).toBe(1)
  expect(repeated[0]?.internal).toMatchObject({ claim_id, shipment_id: id })

  await merchant.settle(id, { claim_id, booked: { booking_id: newId('bkg') } })
  const before = (await requests()).length
  await transact(service.db, (trx) => repeatDispatchRequests(trx, { intervalMs: 0, limit: 100 }, new Date()))
  expect(await requests()).toHaveLength(before)
})

test('only an unbooked ready shipment past its collection date expires', async () => {
  const merchant = aMerchant(service)
  const created = async () => (await merchant.created(aShipmentDocument({ collection_date: '2098-01-01' }))).shipment_id
  const [overdue, held, booked, later] = await Promise.all([
    created(),
    created(),
    created(),
    merchant.created(aShipmentDocument({ collection_date: '2098-01-03' })).then(({ shipment_id }) => shipment_id),
  ])
  const atNine = aShipmentDocument({ collection_date: '2098-01-01T09:00:00Z' })
  const { shipment_id: onDemand } = await merchant.created(atNine, { onDemand: true })
  await merchant.claim(held, { claim_id: newId('op'), kind: 'BOOK' })
  const claim_id = newId('op')
  await merchant.claim(booked, { claim_id, kind: 'BOOK' })
  await merchant.settle(booked, { claim_id, booked: { booking_id: newId('bkg') } })

  const due = { collectionBefore: new Date('2098-01-02T00:00:00Z'), limit: 100 }
  await transact(service.db, (trx) => expireOverdueShipments(trx, due, new Date()))

  const statuses = await Promise.all(
    [overdue, held, booked, later, onDemand].map(async (id) => (await merchant.get(id)).status),
  )
  expect(statuses).toEqual(['expired', 'ready', 'ready', 'ready', 'in_transit'])
  expect((await merchant.events(overdue)).map(({ type, sequence }) => [type, sequence])).toEqual([
    ['shipment.created', 1],
    ['shipment.updated', 2],
    ['shipment.expired', 3],
  ])
})

describe('a shipment with a booking', () => {
  const never = 3_600_000
  const due = { collectionBefore: new Date('2098-01-02T00:00:00Z'), againMs: never, repeatMs: never, limit: 100 }
  const ask = (times: Partial<typeof due> = {}) =>
    transact(service.db, (trx) => askOverdueBookedToExpire(trx, { ...due, ...times }, new Date()))

  async function overdue() {
    const merchant = aMerchant(service)
    const { shipment_id: id } = await merchant.created(aShipmentDocument({ collection_date: '2098-01-01' }))
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'BOOK' })
    await merchant.settle(id, { claim_id, booked: { booking_id: newId('bkg') } })
    const requests = async () => (await merchant.events(id)).filter(({ type }) => type === 'shipment.expiry_requested')
    return { merchant, id, requests }
  }

  test('is held, requested once, and expires when the carrier has cancelled', async () => {
    const { merchant, id, requests } = await overdue()
    await ask()
    await ask()
    const held = await merchant.find(id)
    expect(held).toMatchObject({ status: 'ready', claim_kind: 'expire' })
    expect((await requests()).map(({ internal }) => internal)).toEqual([
      {
        shipment_id: id,
        claim_id: held.claim_id,
        merchant_id: held.merchant_id,
        livemode: false,
        reason_code: 'expired',
      },
    ])
    // The booking service takes the claim that the shipment already holds, as for a cancellation.
    const { outcome } = await merchant.claim(id, { claim_id: held.claim_id, kind: 'CANCEL', reason_code: 'expired' })
    expect(outcome).toBe('HELD')
    await merchant.settle(id, { claim_id: held.claim_id, cancelled: { reason_code: 'expired' } })
    expect(await merchant.get(id)).toMatchObject({ status: 'expired', cancellation_reason_code: null })
    await expectNoGap(merchant, id)
  })

  test('stays ready after a refusal, and is requested again later', async () => {
    const { merchant, id, requests } = await overdue()
    await ask()
    const { claim_id } = await merchant.find(id)
    await merchant.settle(id, { claim_id, released: {} })
    expect(await merchant.find(id)).toMatchObject({ status: 'ready', claim_id: '' })
    await ask()
    expect(await requests()).toHaveLength(1)
    await ask({ againMs: 0 })
    expect(await requests()).toHaveLength(2)
    expect((await merchant.find(id)).claim_id).not.toBe(claim_id)
  })

  test('is requested again under the same claim if there was no outcome', async () => {
    const { merchant, id, requests } = await overdue()
    await ask()
    await ask({ repeatMs: 0 })
    const asked = await requests()
    expect(asked).toHaveLength(2)
    expect(asked[1]?.internal).toEqual(asked[0]?.internal)
    expect((await merchant.find(id)).claim_kind).toBe('expire')
  })
})
