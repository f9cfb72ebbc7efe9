import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminApi, refusal, startAdminApi } from '../testing/admin-api.ts'
import { waybill } from '../testing/terminal.ts'

let api: AdminApi
beforeAll(async () => {
  api = await startAdminApi()
})
afterAll(() => api.stop())

const audit = (...args: string[]) =>
  waybill(['admin', 'audit', ...args], { env: { WAYBILL_ADMIN_URL: api.url, WAYBILL_ADMIN_TOKEN: 'operator' } })

const entry = (target_id: string) => ({
  occurred_at: '2026-12-01T09:00:00.000Z',
  action_id: 'op_1',
  actor: 'ada',
  action: 'revokeKey',
  target_type: 'key',
  target_id,
  merchant_id: null,
  environment_id: 'env_1',
  outcome: 'succeeded',
  code: null,
  address: '192.0.2.1',
  user_agent: null,
  request_id: 'req_1',
})
/** A page as the API answers it. */
const page = (entries: object[], next_cursor: string | null) => ({
  status: 200,
  text: JSON.stringify({
    success: true,
    data: entries,
    meta: { has_more: next_cursor !== null, next_cursor, limit: 1 },
  }),
})

test('lists entries with their actor, target and outcome', async () => {
  api.script({ 'GET /admin/audit-log?limit=50': [page([entry('key_1')], null)] })
  const [titles, line] = (await audit()).out.split('\n')
  expect(titles?.split(/ {2,}/)).toEqual([
    ...['OCCURRED AT', 'ACTOR', 'ACTION', 'TARGET ID', 'ENVIRONMENT ID', 'OUTCOME', 'CODE', 'ADDRESS'],
  ])
  expect(line?.split(/ {2,}/)).toEqual([
    ...['2026-12-01T09:00:00.000Z', 'ada', 'revokeKey', 'key_1', 'env_1', 'succeeded', '–', '192.0.2.1'],
  ])
})

test('passes the filters, and reads pages up to the limit', async () => {
  const path = 'GET /admin/audit-log?actor=ada&action=revokeKey&target=env_1&since=2026-12-01&until=2026-12-02'
  const first = Array.from({ length: 100 }, (_, index) => entry(`key_${index}`))
  api.script({
    [`${path}&limit=100`]: [page(first, 'c1')],
    [`${path}&limit=20&cursor=c1`]: [page(first.slice(0, 20), 'c2')],
  })
  const given = ['--actor', 'ada', '--action', 'revokeKey', '--target', 'env_1', '--since', '2026-12-01']
  const { out, err } = await audit(...given, '--until', '2026-12-02', '--limit', '120', '--json')
  expect(err).toBe('')
  expect(JSON.parse(out)).toHaveLength(120)
  expect(api.calls).toHaveLength(2)
})

test('prints the error of the API, and rejects a limit of none', async () => {
  const message = 'since must be a timestamp.'
  api.script({ 'GET /admin/audit-log?since=x&limit=50': [refusal(400, { code: 'invalid_parameter', message })] })
  expect(await audit('--since', 'x')).toEqual({ exitCode: 1, out: '', err: `${message}\n` })
  expect((await audit('--limit', '0')).exitCode).toBe(2)
})
