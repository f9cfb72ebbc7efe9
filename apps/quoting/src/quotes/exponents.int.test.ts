/** Amounts that version 0.1 wrote, without an exponent, keep their meaning. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@waybill/chassis/postgres/database'
import {
  asOwner,
  createTestDatabase,
  migrateTestDatabase,
  type TestDatabase,
} from '@waybill/chassis/testing/service-database'
import { newId } from '@waybill/contracts/ids'
import { programEnvironment } from '@waybill/testing/program-environment'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { up } from '../../migrations/0005-exponents-of-amounts.ts'
import type { QuotingDatabase } from '../db.ts'
import { migrations } from '../migrations.ts'
import { anOffer, offers } from '../testing/carriers.ts'
import { aMerchant, runningService } from '../testing/running-service.ts'

const migration = '0005-exponents-of-amounts'
const migrationsBefore = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < migration))

/** A schema as version 0.1 left it. */
async function schemaBefore() {
  const database = await createTestDatabase({ service: 'quoting' })
  const db = openDatabase<QuotingDatabase>({ ...database, applicationName: 'exponents test' })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  await migrateTestDatabase(database, migrationsBefore)
  return { database, db }
}

/** Inserts a quote with one option as version 0.1 does. */
async function insertBefore(
  db: Kysely<QuotingDatabase>,
  environmentId: string,
  price: { currency: string; amount_minor: number },
) {
  const [quoteId, at] = [newId('qte'), new Date()]
  const expiresAt = new Date(at.getTime() + 3_600_000)
  await sql`
    insert into quote (environment_id, quote_id, merchant_id, livemode, merchant_order_ref, shipment_id, status,
      route_revision, requested_at, expires_at, messages, sequence)
    values (${environmentId}, ${quoteId}, 'mer_1', false, 'ORDER-1', ${newId('shp')}, 'pending', 1, ${at}, ${expiresAt},
      '[]', 1)`.execute(db)
  await sql`
    insert into quote_option (environment_id, quote_option_id, quote_id, rank, carrier_code, service_code,
      carrier_account_id, currency, amount_minor, tax_minor, eta_from, eta_to, max_weight_grams, expires_at)
    values (${environmentId}, ${newId('qop')}, ${quoteId}, 0, 'city_van', 'van_same_day', 'cac_1', ${price.currency},
      ${price.amount_minor}, 0, ${at}, ${at}, 1000, ${expiresAt})`.execute(db)
  return quoteId
}

/** Runs the program `migrate.ts` and returns what it reported. */
async function runMigrate({ ownerUrl, schema }: TestDatabase, env: Record<string, string> = {}) {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../migrate.ts')], {
    env: { ...programEnvironment(), DATABASE_URL: ownerUrl, DATABASE_SCHEMA: schema, ...env },
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'migration.reported')
    .map(({ table, currency, digitsBefore, digits, rows }) => ({ table, currency, digitsBefore, digits, rows }))
}

const amountOf = async (merchant: ReturnType<typeof aMerchant>, quoteId: string) =>
  (await merchant.get(quoteId)).options.map(({ currency, total_amount }) => `${total_amount} ${currency}`)

test('after the migration quotes show what they showed before, and new ones the digits of ISO 4217', async () => {
  const { database, db } = await schemaBefore()
  const environmentId = newId('env')
  const quoteIds = [
    await insertBefore(db, environmentId, { currency: 'HUF', amount_minor: 129_950 }),
    await insertBefore(db, environmentId, { currency: 'HUF', amount_minor: 1_300 }),
    await insertBefore(db, environmentId, { currency: 'GBP', amount_minor: 1_250 }),
  ]
  expect(await runMigrate(database, { MONEY_DIGITS_BEFORE: 'HUF=0,IDR=0' })).toEqual([
    { table: 'quote_option', currency: 'HUF', digitsBefore: 0, digits: 2, rows: 2 },
  ])
  const service = await runningService({}, database)
  onTestFinished(() => service.stop())
  const merchant = aMerchant(service, { environmentId })

  const shown = await Promise.all(quoteIds.map((quoteId) => amountOf(merchant, quoteId)))
  expect(shown).toEqual([['129950 HUF'], ['1300 HUF'], ['12.50 GBP']])
  merchant.script({
    city_van: offers(anOffer({ currency: 'HUF', exponent: 2, amount_minor: 100_000, tax_minor: 29_950 })),
  })
  expect(await amountOf(merchant, (await merchant.created()).quote_id)).toEqual(['1299.50 HUF'])

  const late = await insertBefore(db, environmentId, { currency: 'HUF', amount_minor: 129_950 })
  expect(await amountOf(merchant, late), 'written by a process of version 0.1 after the migration').toEqual([
    '129950 HUF',
  ])
})

test('while the digits of version 0.1 are kept, new quotes are rounded to them', async () => {
  const { database, db } = await schemaBefore()
  await runMigrate(database, { MONEY_DIGITS_BEFORE: 'HUF=0' })
  const service = await runningService({ keepDigitsBefore: true }, database)
  onTestFinished(() => service.stop())
  const merchant = aMerchant(service)
  merchant.script({
    city_van: offers(anOffer({ currency: 'HUF', exponent: 2, amount_minor: 100_000, tax_minor: 29_950 })),
  })
  expect(await amountOf(merchant, (await merchant.created()).quote_id)).toEqual(['1300 HUF'])
  const stored = db.selectFrom('quote_option').select(['amount_minor', 'tax_minor', 'exponent'])
  expect(await stored.execute()).toEqual([{ amount_minor: 1_000, tax_minor: 300, exponent: 0 }])
})

test('the option says what the amounts mean: with the digits of ISO 4217 nothing is reported', async () => {
  const { database, db } = await schemaBefore()
  const environmentId = newId('env')
  const quoteId = await insertBefore(db, environmentId, { currency: 'HUF', amount_minor: 129_950 })
  expect(await runMigrate(database, { MONEY_DIGITS_BEFORE: 'HUF=2' })).toEqual([])
  const service = await runningService({}, database)
  onTestFinished(() => service.stop())
  expect(await amountOf(aMerchant(service, { environmentId }), quoteId)).toEqual(['1299.50 HUF'])
})

test('without the option the digits are those of the Node that migrates', async () => {
  const { database, db } = await schemaBefore()
  await insertBefore(db, newId('env'), { currency: 'HUF', amount_minor: 129_950 })
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'HUF' })
  const digitsBefore = format.resolvedOptions().maximumFractionDigits
  await runMigrate(database)
  const { exponent } = await db.selectFrom('quote_option').select('exponent').executeTakeFirstOrThrow()
  expect(exponent).toBe(digitsBefore)
})

test('a migration that broke off continues: rows that are stamped keep their exponent', async () => {
  const { database, db } = await schemaBefore()
  const environmentId = newId('env')
  for (let row = 0; row < 3; row++) await insertBefore(db, environmentId, { currency: 'HUF', amount_minor: 1_300 })
  await runMigrate(database, { MONEY_DIGITS_BEFORE: 'HUF=0' })
  await sql`update quote_option set exponent = null where ctid in (select ctid from quote_option limit 1)`.execute(db)
  const reported: object[] = []
  await asOwner(database, (owner) => up(owner as unknown as Kysely<never>, (fields) => reported.push(fields)))
  expect(reported).toEqual([{ table: 'quote_option', currency: 'HUF', digitsBefore: 0, digits: 2, rows: 3 }])
})
