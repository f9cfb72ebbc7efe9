/** Rows that nothing needs any more. */
import { newId } from '@waybill/contracts/ids'
import { aShipmentDocument } from '@waybill/testing/builders'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pruneFollowedBookings } from './bookings/repository.ts'
import { pruneClaims } from './claims/repository.ts'
import { pruneRegistrations } from './registrations/repository.ts'
import { aBookedShipment, aMerchant, aNewShipment, startSharedService } from './testing/running-service.ts'

const service = await startSharedService()

test('deletes claims 90 days after their end, never one that is held', async () => {
  const ended = await aBookedShipment(service)
  const held = await aNewShipment(service)
  await held.merchant.claim(held.id, { claim_id: newId('op'), kind: 'BOOK' })
  const recent = await aNewShipment(service)
  await recent.merchant.settle(recent.id, { claim_id: newId('op'), released: {} })
  await sql`
    update claim set created_at = created_at - interval '91 days', settled_at = settled_at - interval '91 days'
    where shipment_id <> ${recent.id}`.execute(service.db)

  expect(await pruneClaims(service.db, 90)).toBe(1)
  const left = await service.db.selectFrom('claim').select('shipment_id').execute()
  expect(left.map(({ shipment_id }) => shipment_id).toSorted()).toEqual([held.id, recent.id].toSorted())
  expect(left).not.toContainEqual({ shipment_id: ended.id })
})

test('deletes a followed booking 90 days after its last event, but not while one of its events is parked', async () => {
  const followed = (booking_id: string, days: number) =>
    service.db
      .insertInto('followed_booking')
      .values({
        environment_id: 'env_1',
        booking_id,
        last_sequence: 3,
        updated_at: sql<Date>`now() - ${days} * interval '1 day'`,
      })
      .execute()
  await followed('bkg_old', 91)
  await followed('bkg_parked', 91)
  await followed('bkg_recent', 89)
  await sql`
    insert into inbox_parked
      (environment_id, event_id, consumer, type, subject_type, subject_id, sequence, event, reason, attempts, due_at)
    values ('env_1', 'evt_1', 'booking.*', 'booking.updated', 'booking', 'bkg_parked', 2, '{}', 'error', 1, 'infinity')
  `.execute(service.db)

  expect(await pruneFollowedBookings(service.db, 90)).toBe(1)
  const left = await service.db.selectFrom('followed_booking').select('booking_id').orderBy('booking_id').execute()
  expect(left.map(({ booking_id }) => booking_id)).toEqual(['bkg_parked', 'bkg_recent'])
})

test("deletes a quote's registration after 90 days and keeps its shipment", async () => {
  const merchant = aMerchant(service)
  const quoted = (quoteId: string) =>
    service.client.FindOrRegister({
      context: merchant.context(),
      quote_id: quoteId,
      document: Buffer.from(JSON.stringify(aShipmentDocument())),
    })
  const { shipment_id } = await quoted('qte_old')
  await sql`update quote_registration set created_at = now() - interval '91 days'`.execute(service.db)
  await quoted('qte_recent')

  expect(await pruneRegistrations(service.db, 90)).toBe(1)
  expect(await service.db.selectFrom('quote_registration').select(['quote_id', 'shipment_id']).execute()).toEqual([
    { quote_id: 'qte_recent', shipment_id },
  ])
  expect(await merchant.get(shipment_id)).toMatchObject({ status: 'ready' })
})
