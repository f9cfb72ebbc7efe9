/** Entries of the audit log, and changes that it refuses. */
import { loseAnswers } from '@waybill/chassis/testing/lost-answers'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { type AuditEntries, openAuditEntries } from '@waybill/identity/testing/audit-entries'
import { NAMED_TOKENS } from '@waybill/identity/testing/tenants'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'
import { adminRouteTable } from './table.ts'

let gateway: TestGateway
let log: AuditEntries
beforeAll(async () => {
  gateway = await startTestGateway()
  log = openAuditEntries(gateway)
  // Two owners, since the last one is not erased.
  for (const name of ['Joan', 'Mary']) {
    const body = { email: `${name.toLowerCase()}@example.com`, name }
    await gateway.admin('POST', `/admin/merchants/${gateway.merchantId}/owners`, { body })
  }
})
afterAll(async () => {
  await log.close()
  await gateway.stop()
})
beforeEach(async () => {
  gateway.services.reset()
  await log.startTest()
})

const [newToken, oldToken] = NAMED_TOKENS.map(({ token }) => token)

/** A valid request for each audited route. */
const requests: Record<string, () => { params?: Record<string, string>; body?: unknown }> = {
  createMerchant: () => ({ body: { name: 'Florist' } }),
  createEnvironment: () => ({ params: { merchant_id: gateway.merchantId }, body: { mode: 'live' } }),
  createKey: () => ({ params: { environment_id: gateway.environmentId }, body: {} }),
  revokeKey: () => ({ params: { key_id: gateway.keyId } }),
  suspendKey: () => ({ params: { key_id: gateway.keyId }, body: { reason: 'Asked for by Grace' } }),
  resumeKey: () => ({ params: { key_id: gateway.keyId } }),
  suspendEnvironment: () => ({
    params: { environment_id: gateway.environmentId },
    body: { reason: 'Asked for by Grace' },
  }),
  resumeEnvironment: () => ({ params: { environment_id: gateway.environmentId } }),
  suspendMerchant: () => ({ params: { merchant_id: gateway.merchantId }, body: { reason: 'Asked for by Grace' } }),
  resumeMerchant: () => ({ params: { merchant_id: gateway.merchantId } }),
  openDemo: () => ({}),
  createOwner: () => ({
    params: { merchant_id: gateway.merchantId },
    body: { email: 'grace@example.com', name: 'Grace Hill' },
  }),
  listMembers: () => ({ params: { merchant_id: gateway.merchantId } }),
  resetSecondFactor: () => ({ params: { merchant_id: gateway.merchantId }, body: { email: 'grace@example.com' } }),
  createSignInLink: () => ({ params: { merchant_id: gateway.merchantId }, body: { email: 'grace@example.com' } }),
  eraseMember: () => ({ params: { merchant_id: gateway.merchantId }, body: { email: 'joan@example.com' } }),
  findToErase: () => ({
    params: { environment_id: gateway.environmentId },
    body: { email: 'grace@example.com' },
  }),
  eraseShipment: () => ({
    params: { environment_id: gateway.environmentId },
    body: { shipment_id: 'shp_1', note: 'Asked for by Grace' },
  }),
  getParked: () => ({ params: { event_id: newId('evt') } }),
  replayParked: () => ({ body: { event_id: 'evt_1' } }),
  discardParked: () => ({ body: { event_id: 'evt_1' } }),
  replayOutbox: () => ({ body: { event_id: 'evt_1' } }),
  getDoubtfulBooking: () => ({ params: { environment_id: gateway.environmentId, booking_id: newId('bkg') } }),
  resolveDoubtfulBooking: () => ({
    params: { environment_id: gateway.environmentId, booking_id: newId('bkg') },
    body: { outcome: 'not_booked', note: 'Grace, by phone' },
  }),
  listAuditLog: () => ({}),
}

test('every route that changes something is recorded', () => {
  const forgotten = adminRouteTable.filter(({ method, audited }) => method !== 'GET' && !audited)
  expect(forgotten.map(({ operationId }) => operationId)).toEqual([])
})

test.each(adminRouteTable.filter(({ audited }) => audited))(
  '$operationId is recorded with its actor and target',
  async ({ operationId, method, path }) => {
    gateway.services.answer('BookingService.ResolveDoubtful', () => ({ booking_id: 'bkg_1', outcome: 'not_booked' }))
    gateway.services.answer('BookingService.GetDoubtful', () => ({ booking: null, exchanges: [] }))
    gateway.services.answer('ShipmentService.FindToErase', () => ({ shipments: [], next_cursor: '' }))
    for (const name of ['GetParked', 'ReplayParked', 'DiscardParked', 'ReplayOutbox']) {
      gateway.services.answer(`OperatorService.${name}`, () => ({ events: [], count: 1 }))
    }
    const { params = {}, body } = requests[operationId]?.() ?? {}
    const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
    const headers = { 'x-request-id': 'req_mine', 'user-agent': 'a test' }
    const reply = await gateway.admin(method, url, { token: newToken, body, headers })
    expect(reply.status).toBeLessThan(300)

    const found = await log.entries()
    expect(found.length).toBeGreaterThan(0)
    expect(found.at(-1)?.outcome).toBe('succeeded')
    expect(new Set(found.map(({ action_id }) => action_id)).size).toBe(1)
    for (const entry of found) {
      expect(entry).toMatchObject({
        actor: 'ada',
        action: operationId,
        code: null,
        address: '127.0.0.1',
        user_agent: 'a test',
        request_id: 'req_mine',
      })
    }
    expect(JSON.stringify(found)).not.toMatch(/grace|florist|wb_test|wb_live|token-of-ada/i)
  },
)

test('the entry names what was created, where', async () => {
  const { merchantId, environmentId } = gateway
  const made = await gateway.createKey()
  expect(await log.entries()).toMatchObject([
    { target_type: 'key', target_id: made.keyId, environment_id: environmentId, merchant_id: null },
  ])
  await gateway.admin('POST', `/admin/merchants/${merchantId}/environments`, { body: { mode: 'test' } })
  expect((await log.entries()).at(-1)).toMatchObject({ target_type: 'environment', merchant_id: merchantId })
  await gateway.admin('DELETE', `/admin/keys/${made.keyId}`)
  expect((await log.entries()).at(-1)).toMatchObject({ target_id: made.keyId, environment_id: environmentId })
  await gateway.admin('POST', `/admin/keys/${made.keyId}/suspend`, { body: { reason: 'Leaked' } })
  expect((await log.entries()).at(-1)).toMatchObject({ target_id: made.keyId, environment_id: environmentId })
  await gateway.admin('POST', `/admin/environments/${environmentId}/resume`)
  expect((await log.entries()).at(-1)).toMatchObject({ target_id: environmentId, merchant_id: merchantId })
})

test('an id that no column can store is not found', async () => {
  const replies = await Promise.all([
    gateway.admin('DELETE', '/admin/keys/%00'),
    gateway.admin('POST', '/admin/environments/%00/keys', { body: {} }),
    gateway.admin('POST', '/admin/environments/%00/erasures', { body: { shipment_id: 'shp_1' } }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
})

test('a read of metadata is not recorded', async () => {
  await gateway.admin('GET', '/admin/merchants')
  await gateway.admin('GET', `/admin/environments/${gateway.environmentId}/keys`)
  expect(await log.entries()).toEqual([])
})

test('an action that fails is recorded with its code', async () => {
  await gateway.admin('DELETE', `/admin/keys/${newId('key')}`)
  gateway.services.answer('ShipmentService.Erase', () => {
    throw new AppError('shipment_not_found', 'The shipment is open.')
  })
  const path = `/admin/environments/${gateway.environmentId}/erasures`
  await gateway.admin('POST', path, { body: { shipment_id: 'shp_1' } })
  await gateway.admin('POST', `/admin/environments/env_x/erasures`, { body: { shipment_id: 'shp_1' } })
  expect(await log.outcomes()).toEqual([
    ['revokeKey', 'failed', 'route_not_found'],
    ['eraseShipment', 'started', null],
    ['eraseShipment', 'failed', 'shipment_not_found'],
    ['eraseShipment', 'started', null],
    ['eraseShipment', 'failed', 'route_not_found'],
  ])
})

test('an action in another service is in the log before the service is called', async () => {
  const before: unknown[] = []
  gateway.services.answer('ShipmentService.Erase', async () => {
    before.push(...(await log.outcomes()))
    return { shipment_id: 'shp_1', erased_at: '2026-12-01T09:00:00.000Z' }
  })
  const path = `/admin/environments/${gateway.environmentId}/erasures`
  await gateway.admin('POST', path, { body: { shipment_id: 'shp_1' } })
  expect(before).toEqual([['eraseShipment', 'started', null]])
})

test('what cannot be recorded does not happen', async () => {
  await sql`alter table audit_entry add constraint full_disk check (actor <> 'ada') not valid`.execute(log.admin)
  try {
    const merchant = await gateway.admin('POST', '/admin/merchants', { token: newToken, body: { name: 'Unrecorded' } })
    expect(merchant.status).toBe(500)
    expect((await gateway.admin('GET', '/admin/merchants')).text).not.toContain('Unrecorded')
    const path = `/admin/environments/${gateway.environmentId}/erasures`
    const erased = await gateway.admin('POST', path, { token: newToken, body: { shipment_id: 'shp_1' } })
    expect(erased.status).toBe(500)
    expect(gateway.services.calls).toEqual([])
  } finally {
    await sql`alter table audit_entry drop constraint full_disk`.execute(log.admin)
  }
})

test('an action whose outcome cannot be recorded has its answer, and its first entry', async () => {
  await sql`alter table audit_entry add constraint full_disk check (outcome = 'started') not valid`.execute(log.admin)
  try {
    gateway.services.answer('ShipmentService.Erase', () => ({ shipment_id: 'shp_1', erased_at: '' }))
    const path = `/admin/environments/${gateway.environmentId}/erasures`
    expect((await gateway.admin('POST', path, { body: { shipment_id: 'shp_1' } })).status).toBe(202)
    expect(await log.outcomes()).toEqual([['eraseShipment', 'started', null]])
    expect(gateway.logged.join('')).toContain('admin.outcome_not_stored')
  } finally {
    await sql`alter table audit_entry drop constraint full_disk`.execute(log.admin)
  }
})

test('what an operator creates exists once, is recorded once, and is answered when the answers to the first commits are lost', async () => {
  const lost: string[] = []
  const answersReturn = loseAnswers((committed) => {
    const text = committed.map((statement) => statement.text).join(' ')
    const write = (text.match(/(?:insert into|update) "(?:merchant|environment|api_key)"|'?started/g) ?? []).join()
    if (write === '' || lost.includes(write)) return false
    lost.push(write)
    return true
  })
  try {
    const merchant = await gateway.admin('POST', '/admin/merchants', { body: { name: 'Lost and found' } })
    const { merchant_id } = merchant.body.data
    const environments = `/admin/merchants/${merchant_id}/environments`
    const { environment_id } = (await gateway.admin('POST', environments, { body: { mode: 'test' } })).body.data
    const keys = `/admin/environments/${environment_id}/keys`
    const { key_id, access_token } = (await gateway.admin('POST', keys, { body: {} })).body.data
    expect((await gateway.call('GET', '/api/v1/shipments', { token: access_token })).status).toBe(200)
    expect((await gateway.admin('DELETE', `/admin/keys/${key_id}`)).status).toBe(200)
    const suspension = { body: { reason: 'Unpaid' } }
    expect((await gateway.admin('POST', `/admin/merchants/${merchant_id}/suspend`, suspension)).status).toBe(200)
    const demo = (await gateway.admin('POST', '/admin/demo')).body.data
    expect((await gateway.call('GET', '/api/v1/shipments', { token: demo.access_token })).status).toBe(200)
    expect(lost).toHaveLength(6)
    const merchants: { name: string }[] = (await gateway.admin('GET', '/admin/merchants')).body.data
    expect(merchants.filter(({ name }) => name === 'Lost and found')).toHaveLength(1)
    expect((await gateway.admin('GET', environments)).body.data).toHaveLength(1)
    expect((await gateway.admin('GET', keys)).body.data).toHaveLength(1)
    expect(await log.outcomes()).toEqual(
      ['createMerchant', 'createEnvironment', 'createKey', 'revokeKey', 'suspendMerchant', 'openDemo'].map((action) => [
        action,
        'succeeded',
        null,
      ]),
    )
  } finally {
    answersReturn()
  }
})

test('both tokens of an operator work while one replaces the other', async () => {
  for (const token of [newToken, oldToken]) {
    expect((await gateway.admin('POST', '/admin/demo', { token })).status).toBe(200)
  }
  expect((await log.entries()).map(({ actor }) => actor)).toEqual(['ada', 'ada'])
})

test('refused tokens are logged with their address, ever less often, and not stored', async () => {
  gateway.logged.length = 0
  for (let i = 0; i < 25; i++) await gateway.admin('POST', '/admin/demo', { token: `guess-${i}` })
  const refusals = gateway.logged.filter((line) => line.includes('admin.refused')).map((line) => JSON.parse(line))
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.length).toBeLessThan(3)
  expect(refusals[0]).toMatchObject({ ip: '127.0.0.1', hasToken: true })
  expect(await log.entries()).toEqual([])
})

test('the log line of an action names its actor and target', async () => {
  gateway.logged.length = 0
  const { keyId } = await gateway.createKey()
  const lines = gateway.logged.filter((line) => line.includes('admin.acted')).map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ actor: 'admin', action: 'createKey', targetType: 'key', targetId: keyId }])
})
