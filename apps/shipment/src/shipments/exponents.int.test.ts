/** Declared values that version 0.1 wrote, without currency and exponent, keep their meaning. */
import { openDatabase } from '@waybill/chassis/postgres/database'
import { createTestDatabase, migrateTestDatabase } from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import { anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ShipmentDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { aMerchant, aRunningService } from '../testing/running-service.ts'
import { aShipment, storedAddress } from '../testing/shipment.ts'
import { parcelRows, shipmentRow } from './rows.ts'

const migrationsBefore = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0006'))

/** Inserts a shipment as version 0.1 does: without the columns that this version has added. */
async function insertBefore(
  db: Kysely<ShipmentDatabase>,
  environmentId: string,
  { country, declaredValueMinor }: { country: string; declaredValueMinor: number },
) {
  const shipment: Shipment = {
    ...aShipment(),
    environmentId,
    shipmentId: newId('shp'),
    trackingUrl: null,
    dispatch: null,
    pickupAddress: storedAddress({ country }),
    parcels: aShipment().parcels.map((parcel) => ({ ...parcel, parcelId: newId('pcl'), declaredValueMinor })),
  }
  await sql`
    insert into shipment select * from jsonb_populate_record(null::shipment, ${JSON.stringify(shipmentRow(shipment))})`.execute(
    db,
  )
  for (const row of parcelRows(shipment)) {
    const { declared_value_currency: _currency, declared_value_exponent: _exponent, ...before } = row
    await sql`insert into parcel select * from jsonb_populate_record(null::parcel, ${JSON.stringify(before)})`.execute(
      db,
    )
  }
  return shipment.shipmentId
}

const hungarian = aShipmentDocument({
  pickup_address: anAddress({ country: 'HU' }),
  parcels: [aParcelDocument({ declared_value: 1_299.5 })],
})

test('while the digits of version 0.1 are kept, new declared values are rounded to them', async () => {
  const database = await createTestDatabase({ service: 'shipment' })
  onTestFinished(() => database.drop())
  const service = await aRunningService(
    { keepDigitsBefore: true, migrationSettings: { money_digits_before: 'HUF=0' } },
    database,
  )
  onTestFinished(() => service.stop())
  expect((await aMerchant(service).created(hungarian)).parcels[0]?.declared_value).toBe('1300')
})

test('after the migration shipments show the declared values that they showed before', async () => {
  const database = await createTestDatabase({ service: 'shipment' })
  const db = openDatabase<ShipmentDatabase>({ ...database, applicationName: 'exponents test' })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  await migrateTestDatabase(database, migrationsBefore)
  const environmentId = newId('env')
  const shipmentIds = [
    await insertBefore(db, environmentId, { country: 'HU', declaredValueMinor: 129_950 }),
    await insertBefore(db, environmentId, { country: 'ID', declaredValueMinor: 5_000 }),
    await insertBefore(db, environmentId, { country: 'GB', declaredValueMinor: 1_250 }),
    await insertBefore(db, environmentId, { country: 'AQ', declaredValueMinor: 1_250 }),
  ]
  const settings = { money_digits_before: 'HUF=0,IDR=0' }
  await migrateTestDatabase(database, migrations, settings)
  const service = await aRunningService({}, database)
  onTestFinished(() => service.stop())
  const merchant = aMerchant(service, environmentId)
  const shown = async (shipmentId: string) => (await merchant.get(shipmentId)).parcels[0]?.declared_value
  expect(await Promise.all(shipmentIds.map(shown))).toEqual(['129950', '5000', '12.50', '12.50'])
  const stamped = await db
    .selectFrom('parcel')
    .select(['declared_value_currency as currency', 'declared_value_exponent as exponent'])
    .where('environment_id', '=', environmentId)
    .orderBy('currency')
    .execute()
  expect(stamped).toEqual([
    { currency: 'GBP', exponent: 2 },
    { currency: 'HUF', exponent: 0 },
    { currency: 'IDR', exponent: 0 },
    { currency: 'USD', exponent: 2 },
  ])

  expect((await merchant.created(hungarian)).parcels[0]?.declared_value).toBe('1299.50')
  const late = await insertBefore(db, environmentId, { country: 'HU', declaredValueMinor: 129_950 })
  expect(await shown(late), 'written by a process of version 0.1 after the migration').toBe('129950')
})
