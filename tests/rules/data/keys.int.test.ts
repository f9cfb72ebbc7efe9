/** Every unique and foreign key starts with environment_id, so that a schema can be distributed by it. */
import { join } from 'node:path'
import type { Migration } from '@waybill/chassis/postgres/migrate'
import { createTestDatabases, migrateTestDatabase, type TestDatabases } from '@waybill/chassis/testing/service-database'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

interface ServiceMigrations {
  migrations: Record<string, Migration>
}
// The simulator plays carriers, which do not know environments.
const services = ['gateway', 'shipment', 'quoting', 'booking', 'webhook']

/** Exceptions by table and first column, with the reason. */
const exceptions: Record<string, string> = {
  'gateway.merchant merchant_id': 'a merchant is above its environments',
  'gateway.merchant is_demo': 'there is one demo merchant',
  'gateway.environment merchant_id': 'a merchant is above its environments',
  'gateway.api_key hash': 'a credential is looked up by its hash, before its environment is known',
  'gateway.signing_key key_id': 'signing keys are of the installation',
  'gateway.member merchant_id': 'a team is of the merchant, above its environments',
  'gateway.session merchant_id': 'a session is of a member, who works in every environment of the merchant',
  'gateway.session token_hash': 'a credential is looked up by its hash, before its merchant is known',
  'gateway.one_time_link merchant_id': 'a link is of a member',
  'gateway.invitation merchant_id': 'a team is of the merchant, above its environments',
  'gateway.invitation token_hash': 'a link is looked up by its hash, before its merchant is known',
  'gateway.one_time_link token_hash': 'a link is looked up by its hash, before its merchant is known',
  'gateway.totp merchant_id': 'an authenticator app is of a member',
  'gateway.recovery_code merchant_id': 'a recovery code is of a member',
  'gateway.passkey merchant_id': 'a passkey is of a member',
  'gateway.passkey credential_id': 'a passkey says who signs in, before the merchant is known',
  'gateway.oidc_provider merchant_id': 'an identity provider is of a team',
  'gateway.oidc_provider provider_id': 'a link to sign in names the provider, before the merchant is known',
  'gateway.oidc_identity merchant_id': 'an account at the identity provider is of a member',
  'gateway.sign_in_challenge challenge_hash': 'a challenge is looked up by its hash, before its merchant is known',
  'gateway.sign_in_challenge merchant_id': 'a challenge is of a member, if one is known',
  'gateway.branding logo_token': 'the URL of a logo is all that a recipient has',
  'gateway.audit_entry position': 'the audit log is of the installation',
  'gateway.audit_entry action_id': 'the audit log is of the installation',
  'shipment.shipment tracking_token': 'a token is all that a recipient has',
  'booking.carrier_account carrier_account_id': 'a call-back names the account, which fixes the environment',
  'booking.driver token_hash': "a driver's token is looked up by its hash, before its environment is known",
}
/** Tables that are not tenant data: lanes, the outbox order, applied migrations. */
const ofTheProcess = /\.(outbox|outbox_lane|(chassis_)?migration(_lock)?)$/

let databases: TestDatabases

beforeAll(async () => {
  databases = await createTestDatabases(services)
  for (const service of services) {
    const { migrations } = (await import(join(root, 'apps', service, 'src/migrations.ts'))) as ServiceMigrations
    await migrateTestDatabase(databases.of(service), migrations)
  }
})
afterAll(() => databases?.drop())

test.each(services)('%s', async (service) => {
  const { url, schema } = databases.of(service)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ relation: string; key: string; first_column: string }>(
    `select format('%s.%s', n.nspname, t.relname) as relation, k.name as key,
       (select attname from pg_attribute where attrelid = t.oid and attnum = k.first) as first_column
     from (
       select indrelid as relid, indexrelid::regclass::text as name, indkey[0] as first from pg_index where indisunique
       union all
       select conrelid, conname, conkey[1] from pg_constraint where contype = 'f'
     ) as k
     join pg_class t on t.oid = k.relid join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = $1 and not t.relispartition order by 1, 2`,
    [schema],
  )
  await client.end()
  expect(rows.length).toBeGreaterThan(0)
  const others = rows.filter(
    ({ relation, first_column }) => first_column !== 'environment_id' && !ofTheProcess.test(relation),
  )
  expect(others.filter((row) => !Object.hasOwn(exceptions, `${row.relation} ${row.first_column}`))).toEqual([])
})
