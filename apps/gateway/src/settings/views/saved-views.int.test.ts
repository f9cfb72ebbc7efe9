/** Merchants save views of their lists. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/running-gateway.ts'

const VIEWS = '/api/v1/saved-views'

let gateway: TestGateway
let colleague: string
beforeAll(async () => {
  gateway = await startTestGateway()
  colleague = (await gateway.createKey()).token
})
afterAll(() => gateway?.stop())

const call = (method: string, path: string, body?: object, options: { token?: string; headers?: object } = {}) =>
  gateway.call(method, path, { body, ...options } as object)
const create = async (body: object, token = gateway.token) => {
  const reply = await call('POST', VIEWS, { resource: 'shipments', name: 'View', ...body }, { token })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.body.data
}
const readFields = ({ body }: { body: { error: { details: { field: string; code: string }[] } } }) =>
  body.error.details.map(({ field, code }) => [field, code])

test('a view is stored with its filters as sent, read, changed and deleted', async () => {
  const query = { status: ['ready', 'on_hold'], created_from: '2026-01-01', metadata: { 'shop.no': '7/8' }, q: 'ABC' }
  const made = await create({ name: ' Stuck ', query, columns: ['status', 'q.1'], sort: 'updated_at' })
  expect(made).toEqual({
    view_id: expect.stringMatching(/^svw_/),
    environment_id: gateway.environmentId,
    resource: 'shipments',
    name: 'Stuck',
    query,
    columns: ['status', 'q.1'],
    sort: 'updated_at',
    shared: true,
    position: expect.any(Number),
    created_by: gateway.keyId,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const path = `${VIEWS}/${made.view_id}`
  const read = await call('GET', path)
  expect([read.body.data, read.headers.get('etag')]).toEqual([made, expect.stringMatching(/^"1-/)])
  const changed = await call('PATCH', path, { ...made, name: 'Late', sort: null, query: {} })
  expect(changed.body.data).toMatchObject({ name: 'Late', sort: null, query: {}, columns: ['status', 'q.1'] })
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', path)).body.error.code).toBe('saved_view_not_found')
})

test('every wrong field is named, those of the query as the list names them, and nothing is stored', async () => {
  const before = (await call('GET', `${VIEWS}?limit=100`)).text
  const query = { status: ['lost_at_sea'], cursor: 'x', created_from: 7, metadata: { a: 1 }, q: 'x' }
  const wrong = { resource: 'shipments', name: '', query, columns: ['a', 'a', '?'], sort: 'price', position: -1, x: 1 }
  const reply = await call('POST', VIEWS, wrong)
  expect(reply.status).toBe(422)
  expect(readFields(reply).sort()).toEqual(
    [
      ['name', 'too_short'],
      ['columns[1]', 'repeated'],
      ['columns[2]', 'invalid_format'],
      ['sort', 'invalid_value'],
      ['position', 'too_small'],
      ['x', 'unknown_field'],
      ['query.status', 'invalid_value'],
      ['query.cursor', 'unknown_field'],
      ['query.created_from', 'invalid_type'],
      ['query.metadata.a', 'invalid_type'],
      ['query.q', 'too_short'],
    ].sort(),
  )
  const periods = { resource: 'bookings', name: 'P', query: { created_from: '2026-02-01', created_to: '2026-01-01' } }
  expect(readFields(await call('POST', VIEWS, periods))).toEqual([['query.created_from', 'invalid_value']])
  const long = { resource: 'shipments', name: 'L', query: { metadata: { a: 'x'.repeat(9_000) } } }
  expect(readFields(await call('POST', VIEWS, long))).toEqual([['query', 'too_long']])
  expect((await call('GET', `${VIEWS}?limit=100`)).text).toBe(before)
})

test('a query belongs to its list: shipment_id filters bookings only, also in a change', async () => {
  const query = { shipment_id: 'shp_1' }
  const made = await create({ resource: 'bookings', query })
  expect(readFields(await call('POST', VIEWS, { resource: 'shipments', name: 'No', query }))).toEqual([
    ['query.shipment_id', 'unknown_field'],
  ])
  const patch = await call('PATCH', `${VIEWS}/${made.view_id}`, {
    query: { colour: 'red' },
    name: '',
    resource: 'quotes',
  })
  expect(readFields(patch)).toEqual([
    ['name', 'too_short'],
    ['resource', 'read_only'],
    ['query.colour', 'unknown_field'],
  ])
})

test('a view that is not shared is seen, changed and deleted by its maker only', async () => {
  const own = await create({ name: 'Mine', shared: false })
  const path = `${VIEWS}/${own.view_id}`
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const reply = await call(method, path, method === 'PATCH' ? { name: 'Yours' } : undefined, { token: colleague })
    expect([reply.status, reply.body.error.code]).toEqual([404, 'saved_view_not_found'])
  }
  const listed = async (token: string) =>
    (await call('GET', `${VIEWS}?limit=100`, undefined, { token })).body.data.map(
      ({ view_id }: { view_id: string }) => view_id,
    )
  expect(await listed(gateway.token)).toContain(own.view_id)
  expect(await listed(colleague)).not.toContain(own.view_id)
  await call('PATCH', path, { shared: true })
  expect(await listed(colleague)).toContain(own.view_id)
  const hidden = await call('PATCH', path, { shared: false }, { token: colleague })
  expect(readFields(hidden)).toEqual([['shared', 'not_allowed']])
  expect((await call('PATCH', path, { name: 'Ours' }, { token: colleague })).body.data.name).toBe('Ours')
})

test('views are listed by position and list, in pages, new ones last', async () => {
  const { environmentIds, tokens } = await gateway.createTenant()
  const [token = ''] = tokens
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push((await create({ name }, token)).view_id)
  await create({ name: 'd', resource: 'bookings' }, token)
  await call('PATCH', `${VIEWS}/${ids[2]}`, { position: 0 }, { token })
  const names: string[] = []
  let cursor = ''
  do {
    const { body } = await call('GET', `${VIEWS}?resource=shipments&limit=1${cursor}`, undefined, { token })
    names.push(body.data[0].name)
    cursor = body.meta.next_cursor === null ? '' : `&cursor=${body.meta.next_cursor}`
  } while (cursor !== '')
  expect(names).toEqual(['a', 'c', 'b'])
  expect(environmentIds).toHaveLength(2)
})

test('a change with a stale ETag is refused, and a repeat with the same Idempotency-Key makes one view', async () => {
  const made = await create({})
  const path = `${VIEWS}/${made.view_id}`
  await call('PATCH', path, { name: 'Second' })
  const stale = await call('PATCH', path, { name: 'Third' }, { headers: { 'if-match': '"1"' } })
  expect([stale.status, stale.body.error.code]).toEqual([412, 'version_conflict'])
  expect((await call('DELETE', path, undefined, { headers: { 'if-match': '"1"' } })).status).toBe(412)
  const once = () =>
    call('POST', VIEWS, { resource: 'shipments', name: 'Once' }, { headers: { 'idempotency-key': 'view' } })
  const [first, again] = await Promise.all([once(), once()])
  expect(again?.text).toBe(first?.text)
})

test('an environment has at most 200 shared views, and each key at most 50 private ones', async () => {
  const { tokens } = await gateway.createTenant()
  const [token = ''] = tokens
  for (let count = 0; count < 50; count++) await create({ shared: false }, token)
  const body = { resource: 'shipments', name: 'More' }
  const own = await call('POST', VIEWS, { ...body, shared: false }, { token })
  expect([own.status, own.body.error.code]).toEqual([409, 'saved_view_limit_reached'])
  for (let count = 0; count < 200; count++) await create({}, token)
  const full = await call('POST', VIEWS, body, { token })
  expect([full.status, full.body.error.code]).toEqual([409, 'saved_view_limit_reached'])
})

test('views of another environment do not exist, and each scope is needed', async () => {
  const { view_id } = await create({})
  const { tokens } = await gateway.createTenant()
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'Theirs' } : undefined
    const reply = await call(method, `${VIEWS}/${view_id}`, body, { token: tokens[0] as string })
    expect([reply.status, reply.body.error.code]).toEqual([404, 'saved_view_not_found'])
  }
  const reader = (await gateway.createKey({ scopes: ['views:read'] })).token
  expect((await call('GET', `${VIEWS}/${view_id}`, undefined, { token: reader })).status).toBe(200)
  expect((await call('DELETE', `${VIEWS}/${view_id}`, undefined, { token: reader })).status).toBe(403)
})
