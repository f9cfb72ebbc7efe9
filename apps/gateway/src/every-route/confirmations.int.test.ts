/** A session that was opened or confirmed more than ten minutes ago widens no access. */
import { newId } from '@waybill/contracts/ids'
import { openAuditEntries } from '@waybill/identity/testing/audit-entries'
import { type SignedIn, signInOwner } from '@waybill/identity/testing/signed-in'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'
import { operationCalls } from '../testing/operation-calls.ts'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const password = 'four unrelated words here'
const accountPath = `/api/v1/carrier-accounts/${newId('cac')}`
const subscriptionPath = `/api/v1/webhooks/subscriptions/${newId('whs')}`
const driverPath = `/api/v1/drivers/${newId('drv')}`
const provider = { issuer: 'https://id.example.com', client_id: 'waybill', client_secret: 'secret' }

/** Bodies of calls that are checked before the session is. */
const bodies: Record<string, object> = {
  createApiKey: { name: 'Warehouse' },
  enableTotp: { code: '123456' },
  disableTotp: { code: '123456' },
  createPasskey: {
    name: 'Laptop',
    credential: {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'a', attestationObject: 'a' },
      clientExtensionResults: {},
    },
  },
  updateMember: { role: 'owner' },
  createInvitation: { email: 'new@example.com', role: 'owner' },
  createOidcProvider: provider,
  updateOidcProvider: provider,
  updateSubscription: { url: 'https://example.net/hook' },
  updateCarrierAccount: { credentials: { api_key: 'other' } },
  updateDriver: { active: true },
  updateBranding: { support_url: 'https://example.net/help' },
}

let gateway: TestGateway
let rows: ReturnType<typeof openAuditEntries>
let owner: SignedIn
beforeAll(async () => {
  gateway = await startTestGateway()
  rows = openAuditEntries(gateway)
  owner = await signInOwner(gateway)
  expect((await owner.call('PATCH', '/api/v1/session/user', { body: { password } })).status).toBe(200)
  await sql`update session set created_at = now() - interval '11 minutes'`.execute(rows.db)
})
afterAll(async () => {
  await rows?.close()
  await gateway?.stop()
})

const ids: Record<string, string> = {
  user_id: newId('usr'),
  key_id: newId('key'),
  subscription_id: newId('whs'),
  carrier_account_id: newId('cac'),
  driver_id: newId('drv'),
  passkey_id: newId('pky'),
  provider_id: newId('oip'),
}
const getCode = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body?.error?.code,
]
const refused = [403, 'confirmation_required']

test('each call that declares it is refused, and nothing is called', async () => {
  const declared = routeTable.filter(({ confirmation }) => confirmation !== undefined)
  expect(declared.length).toBeGreaterThan(20)
  for (const { operationId, method, path, body } of declared) {
    const known = bodies[operationId] ?? operationCalls.find(({ id }) => id === operationId)?.body
    const document = body?.kind === 'json' ? known : undefined
    const answer = await owner.call(
      method,
      path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? ''),
      { body: document },
    )
    expect([operationId, ...getCode(answer)]).toEqual([operationId, ...refused])
  }
  expect(gateway.services.calls).toEqual([])
})

test('a change of other fields needs none', async () => {
  expect((await owner.call('PATCH', accountPath, { body: { enabled: false } })).status).toBe(200)
  expect((await owner.call('PATCH', subscriptionPath, { body: { status: 'paused' } })).status).toBe(200)
  expect((await owner.call('PATCH', driverPath, { body: { active: false } })).status).toBe(200)
  expect((await owner.call('PATCH', '/api/v1/branding', { body: { display_name: 'Bakery' } })).status).toBe(200)
})

test.each([
  ['an endpoint', accountPath, { endpoint: null, name: 'Mine' }],
  ['an account that is enabled again', accountPath, { enabled: true }],
  ['events that were not sent there', subscriptionPath, { events: ['*'] }],
  ['an endpoint that gets events again', subscriptionPath, { status: 'active' }],
  ['a driver whose token works again', driverPath, { active: true }],
  ['a phone number for recipients', '/api/v1/branding', { support_phone: '+442079460000' }],
])('%s needs one', async (_, path, body) => {
  expect(getCode(await owner.call('PATCH', path, { body }))).toEqual(refused)
})

test('a key needs none', async () => {
  const body = { url: 'https://example.com/hook', events: ['*'] }
  expect((await gateway.call('POST', '/api/v1/webhooks/subscriptions', { body })).status).toBeLessThan(300)
})

test('after a confirmation the same call succeeds, with the same Idempotency-Key', async () => {
  const create = () =>
    owner.call('POST', '/api/v1/api-keys', { body: { name: 'Mine' }, headers: { 'idempotency-key': 'confirm-1' } })
  expect(getCode(await create())).toEqual(refused)
  expect((await owner.call('POST', '/api/v1/session/confirmation', { body: { password } })).status).toBe(204)
  const created = await create()
  expect([created.status, created.headers.get('idempotency-replayed')]).toEqual([201, null])
})

test('nobody makes a link that resets the own password', async () => {
  const path = `/api/v1/team/members/${owner.userId}/password-reset`
  expect(getCode(await owner.call('POST', path))).toEqual([409, 'own_password_reset'])
})

test('a member without a password sets the first one after a sign-in only', async () => {
  const person = await signInOwner(gateway)
  await sql`
    update session set created_at = now() - interval '11 minutes' where session_id = ${person.sessionId}`.execute(
    rows.db,
  )
  expect(getCode(await person.call('PATCH', '/api/v1/session/user', { body: { password } }))).toEqual(refused)
  expect((await person.call('PATCH', '/api/v1/session/user', { body: { name: 'Olive' } })).status).toBe(200)
})
