/** Charges of bookings are stored with them. */
import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { sendAsOne } from '@waybill/chassis/postgres/pipelining'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import type { Charge } from '@waybill/contracts/bookings/charge'
import { expect, onTestFinished, test } from 'vitest'
import type { BookingDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { aBooking, noon } from '../testing/booking-records.ts'
import { bookingWrites, findBooking, insertBooking } from './repository.ts'

test('a booking is read back with its charges', async () => {
  const database = await createTestDatabase({ service: 'booking', migrations })
  const db = openDatabase<BookingDatabase>({ ...database, applicationName: 'charges test' })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const booking = aBooking()
  await db
    .insertInto('shipment_copy')
    .values({
      environment_id: booking.environmentId,
      shipment_id: booking.shipmentId,
      sequence: 1,
      object: JSON.stringify(booking.shipment),
    })
    .execute()
  await transact(db, (trx) => insertBooking(trx, booking))
  const find = () => findBooking(db, booking.environmentId, booking.bookingId)
  expect((await find())?.charges).toEqual([])
  const charge: Charge = {
    type: 'cancellation_fee',
    reason: 'Courier on the way',
    at: noon,
    currency: 'GBP',
    exponent: 2,
    amountMinor: 500,
    taxMinor: 100,
  }
  await transact(db, (trx) => sendAsOne(trx, bookingWrites(trx, booking, { ...booking, charges: [charge] })))
  expect((await find())?.charges).toEqual([charge])
})
