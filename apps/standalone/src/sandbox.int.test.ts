import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { openSandbox } from './sandbox.ts'

let directory: DataDirectory
let gateway: HttpReceiver
let printed: MockInstance<typeof process.stdout.write>
beforeEach(async () => {
  directory = openDataDirectory(mkdtempSync(join(tmpdir(), 'waybill-sandbox-')))
  gateway = await startHttpReceiver()
  printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(async () => {
  printed.mockRestore()
  await gateway.stop()
  directory.release()
  rmSync(directory.path, { recursive: true })
})

const demo = {
  base_url: 'http://localhost:8080',
  docs_url: 'http://localhost:8080/docs',
  console_url: 'http://localhost:8080/console/sign-in#token=abc',
  access_token: 'wb_test_demo',
  merchant_id: 'mer_1',
  environment_id: 'env_1',
}
const open = () => openSandbox({ directory, adminUrl: gateway.url, adminToken: 'operator' })

test('the facts of the demo merchant and the admin API are kept for the owner only, and printed', async () => {
  gateway.answerNext({ body: JSON.stringify({ success: true, data: { ...demo, added_later: 'x' } }) })
  const facts = { ...demo, admin_url: gateway.url, admin_token: 'operator' }
  expect(await open()).toEqual(facts)
  expect(gateway.requests).toMatchObject([
    { method: 'POST', path: '/admin/demo', headers: { authorization: 'Bearer operator' } },
  ])
  expect(JSON.parse(readFileSync(directory.file('sandbox.json'), 'utf8'))).toEqual(facts)
  expect(statSync(directory.file('sandbox.json')).mode & 0o777).toBe(0o600)
  const banner = printed.mock.calls.join('')
  expect(banner).toContain('wb_test_demo')
  expect(banner).not.toContain('operator')
})

test('the next start asks to keep the token, and keeps what it gets', async () => {
  for (const token of ['wb_test_first', 'wb_test_second', 'wb_test_second'])
    gateway.answerNext({ body: JSON.stringify({ success: true, data: { ...demo, access_token: token } }) })
  for (let start = 1; start <= 3; start++) {
    await open()
    rmSync(directory.file('sandbox.json')) // as a stop does
  }
  expect(gateway.requests.map(({ body }) => JSON.parse(String(body)))).toEqual([
    {},
    { access_token: 'wb_test_first' },
    { access_token: 'wb_test_second' },
  ])
  expect(statSync(directory.file('demo-token')).mode & 0o777).toBe(0o600)
})

test.each([401, 500, 503])('a gateway that answers %i fails the start, and no file is left', async (status) => {
  gateway.answerNext({ status, body: '{}' })
  await expect(open()).rejects.toThrow(String(status))
  expect(readdirSync(directory.path)).toEqual(['lock'])
  expect(printed).not.toHaveBeenCalled()
})
