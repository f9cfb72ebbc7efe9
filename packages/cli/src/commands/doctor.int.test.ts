import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminApi, startAdminApi } from '../testing/admin-api.ts'
import { waybill } from '../testing/terminal.ts'

let api: AdminApi
beforeAll(async () => {
  api = await startAdminApi()
})
afterAll(() => api.stop())

const doctor = (...args: string[]) =>
  waybill(['admin', 'doctor', ...args], { env: { WAYBILL_ADMIN_URL: api.url, WAYBILL_ADMIN_TOKEN: 'operator' } })

const thing = {
  kind: 'operation',
  service: 'booking',
  id: 'op_1',
  environment_id: 'env_1',
  since: '2026-12-01T09:00:00.000Z',
  why: 'book at step settle, 14 tries',
  runbook: 'docs/runbook.md#bookingsagastuck',
}
const lane = { ...thing, kind: 'lane', service: 'shipment', id: 'lane 7', environment_id: null }
const count = { service: 'booking', kind: 'operation', count: 1, listed: 1 }
const unasked = { service: 'webhook', kind: null, reason: 'The webhook service is unavailable.' }

test('exits with 0 when nothing is stuck', async () => {
  api.script({ 'GET /admin/stuck': [{ things: [], counts: [{ ...count, count: 0, listed: 0 }], unasked: [] }] })
  expect(await doctor()).toEqual({ exitCode: 0, out: 'Nothing is stuck.\n', err: '' })
})

test('lists stuck work with its runbook entry, and exits with 1', async () => {
  const counts = [count, { service: 'shipment', kind: 'lane', count: 120, listed: 1 }]
  api.script({ 'GET /admin/stuck?after_seconds=30': [{ things: [thing, lane], counts, unasked: [] }] })
  const { exitCode, out, err } = await doctor('--after', '30')
  expect(exitCode).toBe(1)
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^KIND +SERVICE +ID +ENVIRONMENT ID +SINCE +WHY +RUNBOOK$/)
  expect(lines[1]).toMatch(
    /^operation +booking +op_1 +env_1 +2026.*Z +book at step.* docs\/runbook\.md#bookingsagastuck$/,
  )
  expect(lines[2]).toMatch(/^lane +shipment +lane 7 +– /)
  expect(lines[3]).toBe('lane in shipment: the oldest 1 of 120.')
  expect(err).toBe('Stuck: 121.\n')
})

test('names a service that could not be asked, and exits with 5 if nothing else was found', async () => {
  api.script({ 'GET /admin/stuck': [{ things: [], counts: [], unasked: [unasked] }] })
  const { exitCode, out, err } = await doctor()
  expect([exitCode, out]).toEqual([5, ''])
  expect(err).toBe(
    'webhook could not be asked: The webhook service is unavailable.\nNot every service could be asked.\n',
  )

  const failed = { ...unasked, service: 'booking', kind: 'claim' }
  api.script({ 'GET /admin/stuck': [{ things: [thing], counts: [count], unasked: [failed] }] })
  const found = await doctor()
  expect(found.exitCode).toBe(1)
  expect(found.err).toContain('booking could not be asked for claim: ')
})

test('prints the response with --json, with the same exit code', async () => {
  const found = { things: [thing], counts: [count], unasked: [] }
  api.script({ 'GET /admin/stuck': [found] })
  const { exitCode, out } = await doctor('--json')
  expect([exitCode, JSON.parse(out)]).toEqual([1, found])
})

test('rejects an age that is not a number of seconds', async () => {
  expect((await doctor('--after', '1m')).exitCode).toBe(2)
  expect(api.calls).toEqual([expect.objectContaining({ request: 'GET /admin/stuck' })])
})
