/** Merchants keep presets of parcels. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/running-gateway.ts'

const PRESETS = '/api/v1/parcel-presets'
const box = { name: 'Shoe box', length_cm: 35, width_cm: 22.5, height_cm: 13 }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway?.stop())

const call = (method: string, path: string, body?: object, options: { token?: string; headers?: object } = {}) =>
  gateway.call(method, path, { body, ...options } as object)
const create = async (body: object, token = gateway.token) => {
  const reply = await call('POST', PRESETS, { ...box, ...body }, { token })
  expect([reply.status, reply.text]).toEqual([201, expect.anything()])
  return reply.body.data
}

test('a preset has the decimals of parcels, is read, changed and deleted', async () => {
  const made = await create({ weight_kg: '1.2345' })
  expect(made).toEqual({
    preset_id: expect.stringMatching(/^prs_/),
    environment_id: gateway.environmentId,
    name: 'Shoe box',
    weight_kg: '1.235',
    length_cm: '35.00',
    width_cm: '22.50',
    height_cm: '13.00',
    is_default: false,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const path = `${PRESETS}/${made.preset_id}`
  expect((await call('GET', path)).body.data).toEqual(made)
  const changed = await call('PATCH', path, { ...made, weight_kg: null, height_cm: 14 })
  expect(changed.body.data).toMatchObject({ weight_kg: null, height_cm: '14.00', width_cm: '22.50' })
  const same = await call('PATCH', path, { height_cm: '14.00' })
  expect(same.body.data.updated_at).toBe(changed.body.data.updated_at)
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', path)).body.error.code).toBe('parcel_preset_not_found')
})

test('a wrong body names every wrong field', async () => {
  const wrong = { name: ' ', weight_kg: 0, length_cm: 'long', width_cm: 1001, is_default: 'yes', colour: 'red' }
  const { status, body } = await call('POST', PRESETS, wrong)
  const fields = body.error.details.map(({ field }: { field: string }) => field).sort()
  expect([status, fields]).toEqual([
    422,
    ['colour', 'height_cm', 'is_default', 'length_cm', 'name', 'weight_kg', 'width_cm'],
  ])
  const { preset_id } = await create({})
  const patch = await call('PATCH', `${PRESETS}/${preset_id}`, { preset_id: 'prs_other', height_cm: -1 })
  expect(patch.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['height_cm', 'preset_id'])
})

test('at most one preset is the default: the last one set', async () => {
  const { tokens } = await gateway.createTenant()
  const [token = ''] = tokens
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => create({ name, is_default: true }, token)))
  const defaults = async () =>
    (await call('GET', PRESETS, undefined, { token })).body.data
      .filter(({ is_default }: { is_default: boolean }) => is_default)
      .map(({ preset_id }: { preset_id: string }) => preset_id)
  expect(await defaults()).toHaveLength(1)
  const chosen = made[1].preset_id
  await call('PATCH', `${PRESETS}/${chosen}`, { is_default: true }, { token })
  expect(await defaults()).toEqual([chosen])
  await call('PATCH', `${PRESETS}/${chosen}`, { is_default: false }, { token })
  expect(await defaults()).toEqual([])
})

test('a change with a stale ETag is refused', async () => {
  const { preset_id } = await create({})
  await call('PATCH', `${PRESETS}/${preset_id}`, { name: 'Second' })
  const stale = await call('PATCH', `${PRESETS}/${preset_id}`, { name: 'Third' }, { headers: { 'if-match': '"1"' } })
  expect([stale.status, stale.body.error.code]).toEqual([412, 'version_conflict'])
})

test('presets are listed oldest first in pages, and an environment has at most 100', async () => {
  const { tokens } = await gateway.createTenant()
  const [token = ''] = tokens
  for (let count = 0; count < 100; count++) await create({ name: `Box ${count}` }, token)
  const full = await call('POST', PRESETS, box, { token })
  expect([full.status, full.body.error.code]).toEqual([409, 'parcel_preset_limit_reached'])
  const first = (await call('GET', `${PRESETS}?limit=60`, undefined, { token })).body
  const rest = (await call('GET', `${PRESETS}?limit=60&cursor=${first.meta.next_cursor}`, undefined, { token })).body
  const names = [...first.data, ...rest.data].map(({ name }: { name: string }) => name)
  expect(names).toEqual(Array.from({ length: 100 }, (_, index) => `Box ${index}`))
})

test('presets of another environment do not exist, and each scope is needed', async () => {
  const { preset_id } = await create({})
  const { tokens } = await gateway.createTenant()
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'Theirs' } : undefined
    const reply = await call(method, `${PRESETS}/${preset_id}`, body, { token: tokens[0] as string })
    expect([reply.status, reply.body.error.code]).toEqual([404, 'parcel_preset_not_found'])
  }
  const reader = (await gateway.createKey({ scopes: ['settings:read'] })).token
  expect((await call('GET', `${PRESETS}/${preset_id}`, undefined, { token: reader })).status).toBe(200)
  expect((await call('DELETE', `${PRESETS}/${preset_id}`, undefined, { token: reader })).status).toBe(403)
})
