/** Who changes shipments, to whom they are assigned, and changes of many at once. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { type SignedIn, signInOwner } from '@waybill/identity/testing/signed-in'
import { aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const EDIT = '/api/v1/shipments/edit'
const [one, two, three] = [newId('shp'), newId('shp'), newId('shp')]

let gateway: TestGateway
let owner: SignedIn
beforeAll(async () => {
  gateway = await startTestGateway()
  owner = await signInOwner(gateway)
})
afterAll(() => gateway?.stop())
beforeEach(() => gateway.services.reset())

const inTest = () => ({ 'waybill-environment': gateway.environmentId })
const actors = () => gateway.services.calls.map(({ request }) => request.actor_id)

test('each shipment is a call with its own operation and key; one that fails has its error', async () => {
  gateway.services.answer('ShipmentService.Handle', ({ request }) => {
    if (request.shipment_id === two)
      throw new AppError('shipment_busy', 'It is being booked.', { retryAfterSeconds: 1 })
    if (request.shipment_id !== three) return { status: 200, body: Buffer.from('{"success":true,"data":{}}') }
    const error = { code: 'shipment_not_holdable', message: 'It is booked.', details: [], meta: {} }
    return { status: 409, body: Buffer.from(JSON.stringify({ success: false, error })) }
  })
  const body = { shipment_ids: [one, two, three], hold: { reason: 'Paid?' } }
  const reply = await gateway.call('POST', EDIT, { body, headers: { 'idempotency-key': 'k' } })
  expect(reply.body.data).toMatchObject({
    succeeded: 1,
    failed: 2,
    items: [
      { shipment_id: one, error: null },
      { shipment_id: two, error: { code: 'shipment_busy', retryable: true } },
      { shipment_id: three, error: { code: 'shipment_not_holdable', status: 409 } },
    ],
  })
  const keys = gateway.services.calls.map(({ context }) => context.idempotencyKey)
  expect(keys.sort()).toEqual([one, two, three].map((id) => `k#${id}`).sort())
  expect(new Set(actors())).toEqual(new Set([gateway.keyId]))
})

test('a change without anything to change, and every wrong field, is refused before any call', async () => {
  const refused = await gateway.call('POST', EDIT, {
    body: { shipment_ids: [one, one], add_tags: ['a,b'], assignee_id: 'Ann', hold: { reason: '' } },
  })
  expect(refused.body.error.details.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '/add_tags/0',
    '/assignee_id',
    '/hold/reason',
    '/shipment_ids/1',
  ])
  const nothing = await gateway.call('POST', EDIT, { body: { shipment_ids: [one] } })
  expect([nothing.status, nothing.body.error.code]).toEqual([422, 'validation_error'])
  expect(gateway.services.calls).toEqual([])
})

test('only active members of the own team are assigned', async () => {
  const other = await signInOwner(gateway)
  const assign = (assignee_id: string) =>
    gateway.call('POST', `/api/v1/shipments/${one}/assign`, { body: { assignee_id } })
  expect((await assign(other.userId)).status).toBe(200)
  expect((await gateway.call('POST', EDIT, { body: { shipment_ids: [one], assignee_id: newId('usr') } })).status).toBe(
    422,
  )
  await owner.call('PATCH', `/api/v1/team/members/${other.userId}`, { body: { active: false } })
  const { status, body } = await assign(other.userId)
  expect([status, body.error.details]).toMatchObject([422, [{ pointer: '/assignee_id', code: 'invalid_value' }]])
})

const created = () => ({ status: 201, body: Buffer.from('{"success":true,"data":{}}') })

test('who creates a shipment is known to its owner, and whether the assignee is in the team, also in a batch', async () => {
  gateway.services.answer('ShipmentService.Create', created)
  const path = '/api/v1/shipments'
  const [known, unknown] = [owner.userId, newId('usr')]
  const documents = [{ assignee_id: unknown }, { assignee_id: known }, {}].map((fields) => aShipmentDocument(fields))
  for (const body of documents) await gateway.call('POST', path, { body })
  await owner.call('POST', path, { body: documents[0], headers: inTest() })
  expect(gateway.services.calls.map(({ request }) => [request.actor_id, request.assignee_unknown])).toEqual([
    ...[true, false, false].map((isUnknown) => [gateway.keyId, isUnknown]),
    [owner.userId, true],
  ])
  gateway.services.reset()
  gateway.services.answer('ShipmentService.Create', created)
  const send = (headers = {}) => gateway.call('POST', `${path}/batch`, { body: { shipments: documents }, headers })
  const { items } = (await send()).body.data
  expect(items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'registered', 'registered'])
  expect(items[0].error.details).toMatchObject([{ pointer: '/assignee_id', code: 'invalid_value' }])
  expect(gateway.services.calls).toHaveLength(2)
  // With a key, an earlier call may have registered it.
  await send({ 'idempotency-key': 'k' })
  const sent = gateway.services.calls.slice(2).map(({ request }) => request.assignee_unknown)
  expect(sent.toSorted()).toEqual([false, false, true])
})

test('“me” is the member who is signed in, who is also the author of what they do', async () => {
  const assignee = () => gateway.services.calls.at(-1)?.request.filters.assignee_ids
  const list = await owner.call('GET', '/api/v1/shipments?assignee_id=me,none', { headers: inTest() })
  expect([list.status, assignee()]).toEqual([200, [owner.userId, 'none']])
  const refused = await gateway.call('GET', '/api/v1/shipments?assignee_id=me')
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'assignee_id'])
  gateway.services.reset()
  const note = { body: { text: 'Knock' }, headers: inTest() }
  await owner.call('POST', `/api/v1/shipments/${one}/notes`, note)
  await owner.call('POST', `/api/v1/shipments/${one}/release`, { headers: inTest() })
  expect(actors()).toEqual([owner.userId, owner.userId])
})
