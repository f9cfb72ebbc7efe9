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
const namesIn = ({ body }: { body: { error: { details: { field: string }[] } } }): string[] =>
  body.error.details.map(({ field }) => field).sort()

test('a preset has the decimals of parcels, is read, changed and deleted', async () => {
  const made = await create({ weight_kg: '1.2345' })
  expect(made).toEqual({
    preset_id: expect.stringMatching(/^prs_/),
    environment_id: gateway.environmentId,
    name: 'Shoe box',
    weight_kg: '1.235',
    weight: { value: '1.235', unit: 'kg' },
    length_cm: '35.00',
    width_cm: '22.50',
    height_cm: '13.00',
    dimensions: { length: '35.00', width: '22.50', height: '13.00', unit: 'cm' },
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

const inches = { length: '13.5', width: '8', height: '5.125', unit: 'in' }
const pound = { value: '1', unit: 'lb' }

test('a preset keeps the units in which it is sent, and an answer with one form changed can be sent back', async () => {
  const sent = { name: 'Tube', weight: pound, dimensions: inches }
  const { data: made } = (await call('POST', PRESETS, sent)).body
  expect(made).toMatchObject({ ...sent, weight_kg: '0.454', length_cm: '34.29', height_cm: '13.02' })
  const path = `${PRESETS}/${made.preset_id}`
  const patch = async (body: object) => (await call('PATCH', path, body)).body
  const { created_at: _, updated_at: __, ...whole } = made
  expect((await patch({ ...whole, name: 'Long tube' })).data).toMatchObject({ ...sent, name: 'Long tube' })
  const changed = { weight: { value: 12, unit: 'oz' }, dimensions: { ...inches, height: 6 } }
  expect((await patch({ ...whole, ...changed })).data).toMatchObject({
    weight: { value: '12', unit: 'oz' },
    weight_kg: '0.340',
    dimensions: { ...inches, height: '6' },
    height_cm: '15.24',
  })
  const metric = { weight_kg: 1.5, width_cm: 20 }
  expect((await patch(metric)).data).toMatchObject({
    weight: { value: '1.500', unit: 'kg' },
    dimensions: { length: '34.29', width: '20.00', height: '15.24', unit: 'cm' },
  })
  expect((await patch({ weight: null })).data).toMatchObject({ weight: null, weight_kg: null })
})

test.each([
  [{ ...box, weight_kg: 1, weight: pound }, ['weight']],
  [{ ...box, dimensions: inches }, ['dimensions.height', 'dimensions.length', 'dimensions.width']],
  [
    { name: 'Tube', weight: { value: 0, unit: 'lb' }, dimensions: { ...inches, unit: 'ft' } },
    ['dimensions.unit', 'weight.value'],
  ],
  [{ name: 'Tube', weight: { value: 2_205, unit: 'lb' } }, ['height_cm', 'length_cm', 'weight.value', 'width_cm']],
])('a new preset with %j is refused for its fields', async (body, fields) => {
  const reply = await call('POST', PRESETS, body)
  expect([reply.status, namesIn(reply)]).toEqual([422, fields])
})

test('a patch that changes both forms of a measure, or half of one, is refused for its fields', async () => {
  const path = `${PRESETS}/${(await create({ weight_kg: 1 })).preset_id}`
  const both = { weight: pound, weight_kg: 2, dimensions: inches, length_cm: 30 }
  expect(namesIn(await call('PATCH', path, both))).toEqual(['dimensions', 'weight'])
  const half = { weight: { unit: 'lb' }, weight_kg: 2, dimensions: { unit: 'in' }, length_cm: 30 }
  expect(namesIn(await call('PATCH', path, half))).toEqual([
    'dimensions.height',
    'dimensions.length',
    'dimensions.width',
    'weight.value',
  ])
})

test('a wrong body names every wrong field', async () => {
  const wrong = { name: ' ', weight_kg: 0, length_cm: 'long', width_cm: 1001, is_default: 'yes', colour: 'red' }
  const { status, body } = await call('POST', PRESETS, wrong)
  expect([status, namesIn({ body })]).toEqual([
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
