/** A member's personal data is erased on request; the member's work stays. */
import { newId } from '@waybill/contracts/ids'
import { openAuditEntries } from '@waybill/identity/testing/audit-entries'
import { type SignedIn, signedIn, signInOwner } from '@waybill/identity/testing/signed-in'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const EMAIL = 'leaving.member@example.com'
const NAME = 'Lena Leaving'
const PASSWORD = 'four unrelated words here'
const AGENT = 'a browser of the member'

let gateway: TestGateway
let rows: ReturnType<typeof openAuditEntries>
let owner: SignedIn
beforeAll(async () => {
  gateway = await startTestGateway()
  rows = openAuditEntries(gateway)
  owner = await signInOwner(gateway)
})
afterAll(async () => {
  await rows?.close()
  await gateway?.stop()
})

const erase = (who: object, merchantId = gateway.merchantId) =>
  gateway.admin('POST', `/admin/merchants/${merchantId}/member-erasures`, { body: who })

async function join(email = EMAIL): Promise<SignedIn> {
  const { body } = await owner.call('POST', '/api/v1/team/invitations', { body: { email, role: 'operations' } })
  const token = new URL(body.data.url).hash.replace('#token=', '')
  const acceptance = { token, name: NAME, password: PASSWORD }
  const headers = { 'user-agent': AGENT }
  return signedIn(
    gateway,
    await gateway.call('POST', '/api/v1/session/invitation', { token: null, body: acceptance, headers }),
  )
}

/** All rows of the gateway's tables that contain a text. */
async function rowsWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = ${gateway.options.databaseSchema} and table_type = 'BASE TABLE'`.execute(rows.db)
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows: matching } = await sql`
        select 1 from ${sql.table(name)} as one where position(${text} in row_to_json(one)::text) > 0`.execute(rows.db)
      return matching.length > 0 ? [name] : []
    }),
  )
  return found.flat().sort()
}

test('nothing names the member afterwards, the sessions end, and the log still shows that somebody acted', async () => {
  const member = await join()
  const views = { name: 'Mine', resource: 'shipments', query: {}, shared: false }
  const headers = { 'waybill-environment': gateway.environmentId }
  expect((await member.call('POST', '/api/v1/saved-views', { body: views, headers })).status).toBe(201)
  await owner.call('POST', `/api/v1/team/members/${member.userId}/password-reset`)
  expect(await rowsWith(NAME)).toEqual(['member'])
  expect(await rowsWith(AGENT)).toEqual(['audit_entry', 'session'])

  const reply = await erase({ email: EMAIL.toUpperCase() })
  expect([reply.status, reply.body.data]).toEqual([
    200,
    { user_id: member.userId, merchant_id: gateway.merchantId, erased: true },
  ])
  for (const text of [NAME, EMAIL, AGENT]) expect(await rowsWith(text)).toEqual([])
  expect(await rowsWith(member.sessionId)).toEqual(['audit_entry'])
  const ended = await member.call('GET', '/api/v1/session')
  expect([ended.status, ended.body.error.code]).toEqual([401, 'session_ended'])
  const signIn = { email: EMAIL, password: PASSWORD }
  expect((await gateway.call('POST', '/api/v1/session', { token: null, body: signIn })).status).toBe(401)

  const { data } = (await owner.call('GET', `/api/v1/audit-log?actor_id=${member.userId}`)).body
  expect(data.length).toBeGreaterThan(0)
  for (const entry of data)
    expect(entry).toMatchObject({ actor: { id: member.userId, name: '[erased]', email: null }, address: '[erased]' })
  expect(JSON.stringify((await owner.call('GET', '/api/v1/team/members')).body)).not.toContain(member.userId)
  const change = { body: { active: true } }
  expect((await owner.call('PATCH', `/api/v1/team/members/${member.userId}`, change)).body.error.code).toBe(
    'member_not_found',
  )
  expect((await erase({ user_id: member.userId })).status).toBe(200)
})

test('the address can join again, as somebody else', async () => {
  const first = await join('again@example.com')
  await erase({ email: 'again@example.com' })
  expect((await join('again@example.com')).userId).not.toBe(first.userId)
})

test('the last active owner is refused, and nothing changes', async () => {
  const { merchantId } = await gateway.createTenant()
  const florist = await signInOwner(gateway, merchantId)
  const refused = await erase({ user_id: florist.userId }, merchantId)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'last_owner'])
  expect((await florist.call('GET', '/api/v1/session')).status).toBe(200)
  await signInOwner(gateway, merchantId)
  expect((await erase({ user_id: florist.userId }, merchantId)).status).toBe(200)
})

test('a member of another merchant is not found', async () => {
  const { merchantId } = await gateway.createTenant()
  const other = await signInOwner(gateway, merchantId)
  for (const who of [{ user_id: other.userId }, { email: other.session.user.email }, { user_id: newId('usr') }])
    expect((await erase(who)).status).toBe(404)
  expect((await other.call('GET', '/api/v1/session')).status).toBe(200)
})

test('everything that belongs to a member goes with the row', async () => {
  const { rows: links } = await sql<{ name: string; deleted: string }>`
    select conrelid::regclass::text as name, confdeltype as deleted from pg_constraint
    where contype = 'f' and confrelid = 'member'::regclass`.execute(rows.db)
  expect(links.length).toBeGreaterThan(1)
  expect(links.filter(({ deleted }) => deleted !== 'c')).toEqual([])
})
