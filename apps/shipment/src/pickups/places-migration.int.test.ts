/** Pickup locations from when every field of the address counted. */
import { openDatabase } from '@waybill/chassis/postgres/database'
import { migrate } from '@waybill/chassis/postgres/migrate'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { AppError } from '@waybill/contracts/app-error'
import { type Address, locationId } from '@waybill/contracts/values/address'
import { onWorkingDays } from '@waybill/contracts/values/opening-hours'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ShipmentDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { storedAddress } from '../testing/shipment.ts'
import { updatePickupLocation } from './commands.ts'
import { placeKey } from './place.ts'
import { findHours } from './repository.ts'

const names = Object.keys(migrations)
const before = names.slice(
  0,
  names.findIndex((name) => name.endsWith('-pickup-places')),
)
const environmentId = 'env_1'
const at = new Date('2026-11-01T00:00:00Z')

const address = storedAddress()
const shouted = storedAddress({
  address_line_1: '12, MÁRKET  STREET.',
  city: 'london',
  post_code: 'nw18ab',
  phone: null,
})
const elsewhere = [
  storedAddress({ post_code: null, province: 'Île-de-France', city: 'Saint-Ouen', country: 'FR' }),
  storedAddress({ address_line_1: '東京都千代田区丸の内１丁目', address_line_2: null, country: 'JP' }),
  storedAddress({ address_line_1: 'ﷺ'.repeat(300), address_line_2: '𝔘'.repeat(150), country: 'SA' }),
]

async function stored() {
  const { ownerUrl: url, schema, drop } = await createTestDatabase({ service: 'shipment' })
  const db = openDatabase<ShipmentDatabase>({ url, schema, applicationName: 'test', poolSize: 3 })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  const known = Object.entries(migrations).filter(([name]) => before.includes(name))
  await migrate(db, { schema, migrations: Object.fromEntries(known) })
  for (const [index, one] of [address, shouted, ...elsewhere].entries()) {
    await sql`
      insert into pickup_location (environment_id, pickup_location_id, location_id, address, hours, closed_dates,
        holidays, sequence, created_at, updated_at)
      values (${environmentId}, ${`pul_${index}`}, ${locationId(environmentId, one)}, ${JSON.stringify(one)}::jsonb,
        ${JSON.stringify(onWorkingDays({ from: `0${index}:00`, to: '18:00' }))}::jsonb, '{}', 'observe', 1,
        ${at}, ${at})`.execute(db)
  }
  await migrate(db, { schema, migrations })
  return db
}

test('get the key of their place', async () => {
  const db = await stored()
  const rows = await db.selectFrom('pickup_location').select(['address', 'place_key']).execute()
  expect(rows.map((row) => row.place_key)).toEqual(rows.map((row) => placeKey(row.address)))
  expect(new Set(rows.map((row) => row.place_key)).size).toBe(4)
})

test('at the same place are kept: the one with the address counts, else the older one', async () => {
  const db = await stored()
  const opening = async (one: Address) => (await findHours(db, environmentId, one))?.hours.monday[0]?.from
  expect(await opening(address)).toBe('00:00')
  expect(await opening(shouted)).toBe('01:00')
  expect(await opening({ ...shouted, phone: '+1' })).toBe('00:00')

  const change = (patch: object) =>
    db
      .transaction()
      .execute((trx) =>
        updatePickupLocation(
          trx,
          { environmentId, pickupLocationId: 'pul_1' },
          { patch: { name: undefined, ...patch }, ifMatch: null, at },
        ),
      )
  expect(await change({ name: 'Back door' })).toMatchObject({ name: 'Back door' })
  expect(await change({ address: { ...shouted, phone: '+1' } })).toMatchObject({ sequence: 3 })
  const refusal = await change({ address }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'pickup_location_exists' })
})
