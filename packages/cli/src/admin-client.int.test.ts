import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminApi, refusal, startAdminApi } from './testing/admin-api.ts'
import { waybill } from './testing/terminal.ts'

let api: AdminApi
beforeAll(async () => {
  api = await startAdminApi()
})
afterAll(() => api.stop())

const list = (WAYBILL_ADMIN_URL: string) =>
  waybill(['admin', 'merchants', 'list'], { env: { WAYBILL_ADMIN_URL, WAYBILL_ADMIN_TOKEN: 'operator' } })

const detail = (field: string, message: string) => ({
  field,
  message,
  pointer: `/${field}`,
  code: 'x',
  location: 'body',
})

test.each([
  ['its message', refusal(409, { code: 'conflict', message: 'It is booked.' }), 'It is booked.\n'],
  [
    'the variable to check, of a token that is not valid',
    refusal(401, { code: 'invalid_token', message: 'The token is not valid.' }),
    'The token is not valid. Check WAYBILL_ADMIN_TOKEN.\n',
  ],
  [
    'one detail in the message only',
    refusal(422, { code: 'validation_failed', message: 'name is missing', details: [detail('name', 'is missing')] }),
    'name is missing\n',
  ],
  [
    'every detail, of several',
    refusal(422, {
      code: 'validation_failed',
      message: '2 fields are invalid.',
      details: [detail('name', 'is missing'), detail('mode', 'is unknown')],
    }),
    '2 fields are invalid.\n  name is missing\n  mode is unknown\n',
  ],
])('a refusal shows %s, on stderr, with exit code 1', async (_what, answer, err) => {
  api.script({ 'GET /admin/merchants': [answer] })
  expect(await list(api.url)).toEqual({ exitCode: 1, out: '', err })
})

test.each([
  [502, '<html>Bad gateway'],
  [200, ''],
  [200, 'null'],
  [200, '{"data":[]}'],
  [404, '{"success":"no"}'],
])('an answer of another program (%i %j) is reported as such, with its status', async (status, text) => {
  api.script({ 'GET /admin/merchants': [{ status, text }] })
  const { exitCode, out, err } = await list(api.url)
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' })
  expect(err).toContain(`${api.url} responded ${status}, but not as the admin API`)
})

test('a connection that is cut counts as not reachable', async () => {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { exitCode, err } = await list(`http://127.0.0.1:${port}`)
  server.close()
  expect(exitCode).toBe(3)
  expect(err).toMatch(new RegExp(`http://127.0.0.1:${port} .*(ECONNRESET|UND_ERR_SOCKET)`))
})

test('an address that is no URL is named with the reason', async () => {
  const { exitCode, err } = await list('waybill.example')
  expect(exitCode).toBe(3)
  expect(err).toMatch(/waybill\.example .*ERR_INVALID_URL/)
})

test('the path is appended to an address behind a prefix, whatever slashes end it', async () => {
  api.script({ 'GET /waybill/admin/merchants': [[]] })
  expect(await list(`${api.url}/waybill//`)).toMatchObject({ exitCode: 0 })
})
