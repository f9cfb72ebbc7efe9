import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminApi, startAdminApi } from '../testing/admin-api.ts'
import { waybill } from '../testing/terminal.ts'

let api: AdminApi
beforeAll(async () => {
  api = await startAdminApi()
})
afterAll(() => api.stop())

const admin = (args: string[], confirm?: (question: string) => Promise<boolean>) =>
  waybill(['admin', ...args], {
    env: { WAYBILL_ADMIN_URL: api.url, WAYBILL_ADMIN_TOKEN: 'operator' },
    ...(confirm && { confirm }),
  })

const at = '2026-12-01T09:00:00.000Z'
const parked = {
  service: 'booking',
  environment_id: 'env_1',
  event_id: 'evt_1',
  consumer: 'shipments',
  type: 'shipment.updated',
  subject_id: 'shp_1',
  reason: 'error',
  error: 'Error: no such column',
  attempts: 3,
  due_at: at,
  first_failed_at: at,
}
const counted = (count: number) => ({ count, services: { shipment: 0, booking: count } })

test.each([
  [['parked', 'list'], '/admin/parked'],
  [['parked', 'list', '--service', 'booking', '--limit', '5'], '/admin/parked?service=booking&limit=5'],
  [['outbox', 'list'], '/admin/outbox'],
  [['outbox', 'list', '--since', '2026-12-01T09:00:00Z'], '/admin/outbox?since=2026-12-01T09%3A00%3A00Z'],
  [['outbox', 'list', '--type', 'a b&c', '--subject', 'shp_1'], '/admin/outbox?type=a+b%26c&subject_id=shp_1'],
])('%j asks for %s', async (args, path) => {
  api.script({ [`GET ${path}`]: [[]] })
  expect(await admin(args)).toEqual({ exitCode: 0, out: 'None yet.\n', err: '' })
})

test('a parked event is one row, even if its error has several lines', async () => {
  const error = 'ZodError: [\n  {\n    "code": "invalid_type"\n  }\n]'
  api.script({
    'GET /admin/parked': [
      [
        { ...parked, error },
        { ...parked, reason: 'gap', error: null },
      ],
    ],
  })
  const lines = (await admin(['parked', 'list'])).out.trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/ZodError: \[ \{ "code": "invalid_type" \} \]$/)
  expect(lines[2]).toMatch(/–$/)
})

test('an event is shown with every field and its content', async () => {
  const event = { type: 'shipment.updated', data: { reference: 'ORDER-1' } }
  api.script({ 'GET /admin/parked/evt_1?service=booking': [[{ ...parked, event }]] })
  const { out } = await admin(['parked', 'show', 'evt_1', '--service', 'booking'])
  expect(out).toMatch(/^attempts +3$/m)
  expect(JSON.parse(out.slice(out.indexOf('{')))).toEqual(event)
})

test.each([
  {
    args: ['parked', 'replay', 'evt_1', '--service', 'booking'],
    request: 'POST /admin/parked/replay',
    body: { service: 'booking', event_id: 'evt_1' },
  },
  { args: ['parked', 'replay', '--all'], request: 'POST /admin/parked/replay', body: {} },
  { args: ['parked', 'discard', 'evt_1', '--yes'], request: 'POST /admin/parked/discard', body: { event_id: 'evt_1' } },
  { args: ['outbox', 'replay', 'evt_1'], request: 'POST /admin/outbox/replay', body: { event_id: 'evt_1' } },
  {
    args: ['outbox', 'replay', '--since', 'a', '--until', 'b', '--service', 'booking'],
    request: 'POST /admin/outbox/replay',
    body: { service: 'booking', since: 'a', until: 'b' },
  },
])('$args sends $body and prints how many, by service', async ({ args, request, body }) => {
  api.script({ [request]: [counted(2)] })
  const { exitCode, out } = await admin(args)
  expect(exitCode).toBe(0)
  expect(out).toContain('2 (booking 2)')
  expect(api.calls).toMatchObject([{ request, body }])
})

test.each([
  { args: ['parked', 'show', 'evt_9'], request: 'GET /admin/parked/evt_9', data: [] },
  { args: ['parked', 'replay', 'evt_9'], request: 'POST /admin/parked/replay', data: counted(0) },
  { args: ['parked', 'discard', 'evt_9', '--yes'], request: 'POST /admin/parked/discard', data: counted(0) },
  { args: ['outbox', 'replay', 'evt_9'], request: 'POST /admin/outbox/replay', data: counted(0) },
])('$args fails with the ID of an event that does not exist', async ({ args, request, data }) => {
  api.script({ [request]: [data] })
  const { exitCode, out, err } = await admin(args)
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' })
  expect(err).toContain('evt_9')
})

test('replaying all succeeds when nothing is parked', async () => {
  api.script({ 'POST /admin/parked/replay': [counted(0)] })
  expect(await admin(['parked', 'replay', '--all'])).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('0 (none)'),
  })
})

test('an event is discarded after a yes only; without a terminal --yes is required', async () => {
  api.script({ 'POST /admin/parked/discard': [counted(1)] })
  const questions: string[] = []
  const answering = (yes: boolean) => async (question: string) => {
    questions.push(question)
    return yes
  }
  expect(await admin(['parked', 'discard', 'evt_1'], answering(false))).toMatchObject({ exitCode: 1, out: '' })
  expect(await admin(['parked', 'discard', 'evt_1'])).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('--yes'),
  })
  expect(api.calls).toEqual([])
  expect(await admin(['parked', 'discard', 'evt_1'], answering(true))).toMatchObject({ exitCode: 0 })
  expect(api.calls).toHaveLength(1)
  expect(questions).toEqual([expect.stringContaining('evt_1'), expect.stringContaining('evt_1')])
})
