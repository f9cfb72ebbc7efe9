/** The upgrade from version 0.1 adds indexes to tables in use. */
import { openDatabase } from '@waybill/chassis/postgres/database'
import { migrate, pendingMigrations } from '@waybill/chassis/postgres/migrate'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ShipmentDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'

const migrationsBefore = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0007'))

test('an index that waits for an open transaction blocks no writer, and an unfinished one is built anew', async () => {
  const { ownerUrl: url, schema, drop } = await createTestDatabase({ service: 'shipment' })
  const db = openDatabase<ShipmentDatabase>({ url, schema, applicationName: 'test', poolSize: 3 })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  await migrate(db, { schema, migrations: migrationsBefore })
  // As a build leaves it that was broken off.
  await sql`create index claim_ended on claim (claim_id)`.execute(db)

  const { migrated } = await db.transaction().execute(async (writer) => {
    await sql`lock table quote_registration in row exclusive mode`.execute(writer)
    const migrating = migrate(db, { schema, migrations })
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%quote_registration_age on%' and datname = current_database()
          and pid <> pg_backend_pid()`.execute(db)
      expect(rows).toHaveLength(1)
    })
    // The lock of every insert, update and delete.
    await db
      .transaction()
      .execute((other) =>
        sql`lock table quote_registration, followed_booking, claim in row exclusive mode nowait`.execute(other),
      )
    return { migrated: migrating }
  })
  await migrated
  expect(await pendingMigrations(db, { schema, migrations })).toEqual([])
  const { rows } = await sql<{ name: string; isValid: boolean; definition: string }>`
    select indexrelid::regclass::text as name, indisvalid as "isValid", pg_get_indexdef(indexrelid) as definition
    from pg_index where indexrelid in
      ('followed_booking_age'::regclass, 'quote_registration_age'::regclass, 'claim_ended'::regclass)
    order by name`.execute(db)
  expect(rows).toEqual([
    { name: 'claim_ended', isValid: true, definition: expect.stringContaining('settled_at') },
    { name: 'followed_booking_age', isValid: true, definition: expect.anything() },
    { name: 'quote_registration_age', isValid: true, definition: expect.anything() },
  ])
})
