/** Owners read who did what. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { aShipmentDocument } from '@waybill/testing/builders'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAuditEntries } from '../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'
import { type SignedIn, signInOwner } from '../testing/signed-in.ts'
import { SCANNED } from './repository.ts'

const LOG = '/api/v1/audit-log'

let identity: TestIdentity
let rows: ReturnType<typeof openAuditEntries>
let owner: SignedIn
beforeAll(async () => {
  identity = await startTestIdentity()
  rows = openAuditEntries(identity)
  owner = await signInOwner(identity)
})
afterAll(async () => {
  await rows?.close()
  await identity?.stop()
})
beforeEach(() => {
  identity.resources.answer = () => ({ status: 200, body: '{"success":true,"data":[]}' })
})

const listEntries = async (query = '', user = owner) => {
  const reply = await user.call('GET', `${LOG}?${query}`)
  expect([reply.status, reply.text]).toEqual([200, expect.anything()])
  return reply.body
}
const environment = () => ({ 'waybill-environment': identity.environmentId })
const create = (headers = {}) =>
  owner.call('POST', '/api/v1/shipments', { body: aShipmentDocument(), headers: { ...environment(), ...headers } })
function answerCreate(shipment_id: string, replayed = false): void {
  identity.resources.answer = () => ({
    status: 201,
    body: Buffer.from(JSON.stringify({ success: true, data: { shipment_id } })),
    replayed,
  })
}

test('a change that a member makes is listed with the name of the member, once', async () => {
  const shipment_id = newId('shp')
  answerCreate(shipment_id)
  await create({ 'x-request-id': 'req_of_the_change' })
  const { data, meta } = await listEntries(`object_id=${shipment_id}`)
  expect(data).toEqual([
    {
      action_id: expect.stringMatching(/^op_/),
      occurred_at: expect.any(String),
      actor: { type: 'member', id: owner.userId, name: 'Olive Owner', email: expect.stringContaining('@') },
      action: 'createShipment',
      object_type: 'shipment',
      object_id: shipment_id,
      environment_id: identity.environmentId,
      outcome: 'succeeded',
      error_code: null,
      address: '127.0.0.1',
      request_id: 'req_of_the_change',
    },
  ])
  expect(meta).toEqual({ has_more: false, next_cursor: null, limit: 25 })
})

test('a failed change has its code, and a repeat is named as such', async () => {
  identity.resources.answer = () => {
    throw new AppError('validation_error', 'No.')
  }
  await create()
  const [failed] = (await listEntries('action=createShipment&limit=1')).data
  expect(failed).toMatchObject({ outcome: 'failed', error_code: 'validation_error', object_id: null })
  const shipment_id = newId('shp')
  answerCreate(shipment_id, true)
  await create({ 'idempotency-key': 'again' })
  expect((await listEntries(`object_id=${shipment_id}`)).data).toMatchObject([{ outcome: 'repeated' }])
})

test('calls with keys and reads are left out, sign-ins and keys are not', async () => {
  await rows.startTest()
  await identity.call('POST', '/api/v1/shipments', { body: aShipmentDocument() })
  await owner.call('GET', '/api/v1/shipments', { headers: environment() })
  expect(await rows.entries()).toEqual([])
  const other = await signInOwner(identity)
  const made = await other.call('POST', '/api/v1/api-keys', { body: { name: 'CI' }, headers: environment() })
  await other.call('DELETE', '/api/v1/session')
  const { data } = await listEntries(`actor_id=${other.userId}`)
  expect(data.map((one: { action: string; object_id: string }) => [one.action, one.object_id])).toEqual([
    ['deleteSession', other.sessionId],
    ['createApiKey', made.body.data.key_id],
    ['createSessionWithLink', other.sessionId],
  ])
})

test('what the operator did to the merchant is listed without a name or address', async () => {
  const [first] = (await listEntries('action=createOwner&limit=1')).data
  expect(first).toMatchObject({ actor: { type: 'operator', id: null, name: null }, address: null, request_id: null })
  expect(JSON.stringify(first)).not.toContain('127.0.0.1')
})

test('pages go on where the one before ended, by the filters of the list', async () => {
  for (let count = 0; count < 3; count += 1) await create()
  const query = `action=createShipment&actor_id=${owner.userId}&limit=2`
  const first = await listEntries(query)
  const second = await listEntries(`${query}&cursor=${encodeURIComponent(first.meta.next_cursor)}`)
  const ids = [...first.data, ...second.data].map((one: { action_id: string }) => one.action_id)
  expect(new Set(ids).size).toBe(4)
  const other = await owner.call('GET', `${LOG}?cursor=${encodeURIComponent(first.meta.next_cursor)}`)
  expect([other.status, other.body.error.code]).toEqual([400, 'invalid_cursor'])
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await listEntries(`occurred_from=${tomorrow}`)).data).toEqual([])
  expect((await listEntries(`environment_id=${newId('env')}`)).data).toEqual([])
  const wrong = await owner.call('GET', `${LOG}?occurred_from=x&action=&colour=red`)
  expect(wrong.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
    'action',
    'occurred_from',
    'colour',
  ])
})

test('a page looks at a bounded number of entries, and leads on', async () => {
  const { merchantId } = await identity.createTenant()
  const user = await signInOwner(identity, merchantId)
  await sql`
    insert into audit_entry (action_id, actor, action, merchant_id, address, request_id, outcome)
    select 'op_' || gen_random_uuid(), 'usr_x', 'many', ${merchantId}, '192.0.2.1', 'req_1', 'succeeded'
    from generate_series(1, ${SCANNED})`.execute(rows.db)
  const first = await listEntries('action=createOwner', user)
  expect([first.data, first.meta.has_more]).toEqual([[], true])
  const second = await listEntries(`action=createOwner&cursor=${encodeURIComponent(first.meta.next_cursor)}`, user)
  expect([second.data.length, second.meta.has_more]).toEqual([1, false])
})

test('only owners read it, and nothing of another merchant', async () => {
  await create()
  const { merchantId } = await identity.createTenant()
  const florist = await signInOwner(identity, merchantId)
  expect(JSON.stringify(await listEntries('limit=100', florist))).not.toContain(owner.userId)
  expect((await listEntries(`actor_id=${owner.userId}`, florist)).data).toEqual([])
  expect((await listEntries(`environment_id=${identity.environmentId}`, florist)).data).toEqual([])
  expect((await identity.call('GET', LOG)).body.error.code).toBe('unauthenticated')
})

test('an action whose outcome was lost is listed as started', async () => {
  const actionId = newId('op')
  await sql`
    insert into audit_entry (action_id, actor, action, merchant_id, address, request_id, outcome)
    values (${actionId}, ${owner.userId}, 'bookShipment', ${identity.merchantId}, '192.0.2.1', 'req_1', 'started')`.execute(
    rows.db,
  )
  expect((await listEntries('action=bookShipment')).data).toMatchObject([{ action_id: actionId, outcome: 'started' }])
})
