/** Amounts in copies of quote options that version 0.1 wrote, without an exponent, keep their meaning. */
import { openDatabase, transact } from '@waybill/chassis/postgres/database'
import { migrate } from '@waybill/chassis/postgres/migrate'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { publicQuoteOption } from '@waybill/contracts/quotes/quote-option'
import { publicShipment } from '@waybill/contracts/shipment'
import { setDigitsBefore } from '@waybill/contracts/values/money'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { up } from '../../migrations/0011-exponents-of-amounts.ts'
import type { BookingDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { aBooking, anOption, aShipment } from '../testing/booking-records.ts'
import { findDigitsBefore } from './queries.ts'
import { findBooking, insertBooking } from './repository.ts'

/** Stores a booking as version 0.1 does. */
async function insertBefore(db: Kysely<BookingDatabase>, bookingId: string, currency: string) {
  const shipment = publicShipment(aShipment({ shipmentId: `shp_of_${bookingId}` }))
  const booking = aBooking({
    bookingId,
    shipmentId: shipment.shipment_id,
    quoteOption: anOption({ currency, amountMinor: 129_950, taxMinor: 0 }),
  })
  await db
    .insertInto('shipment_copy')
    .values({
      environment_id: booking.environmentId,
      shipment_id: booking.shipmentId,
      sequence: 1,
      object: JSON.stringify(shipment),
    })
    .execute()
  await transact(db, (trx) => insertBooking(trx, booking))
  await sql`update booking set quote_option = quote_option - 'exponent' where booking_id = ${bookingId}`.execute(db)
}

test('after the migration bookings show the price that they showed before', async () => {
  const database = await createTestDatabase({ service: 'booking' })
  const { ownerUrl: url, schema } = database // repeats the migration
  const db = openDatabase<BookingDatabase>({ url, schema, applicationName: 'exponents test' })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const settings = { money_digits_before: 'HUF=0' }
  await migrate(db, { schema: database.schema, migrations, settings })
  await insertBefore(db, 'bkg_1', 'HUF')
  await insertBefore(db, 'bkg_2', 'GBP')
  const reported: object[] = []
  await up(db as unknown as Kysely<never>, (fields) => reported.push(fields))
  expect(reported).toEqual([{ table: 'booking', currency: 'HUF', digitsBefore: 0, digits: 2, rows: 1 }])
  const { rows } = await sql<{ exponent: number }>`
    select (quote_option ->> 'exponent')::integer as exponent from booking order by booking_id`.execute(db)
  expect(rows).toEqual([{ exponent: 0 }, { exponent: 2 }])

  await insertBefore(db, 'bkg_3', 'HUF')
  setDigitsBefore(await findDigitsBefore(db))
  const shown = async (bookingId: string) => {
    const booking = await findBooking(db, 'env_1', bookingId)
    return booking && publicQuoteOption(booking.quoteOption).total_amount
  }
  expect(await Promise.all(['bkg_1', 'bkg_2', 'bkg_3'].map(shown))).toEqual(['129950', '1299.50', '129950'])
})
