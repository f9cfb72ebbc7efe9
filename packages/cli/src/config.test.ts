import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { adminAccess } from './config.ts'

const url = 'http://127.0.0.1:8081'

test('the admin token may come from a file, as containers are given it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'token')
  writeFileSync(file, 'the-token\n')
  expect(adminAccess({ WAYBILL_ADMIN_URL: url, WAYBILL_ADMIN_TOKEN_FILE: file })).toEqual({ url, token: 'the-token' })
})

test('the token of the demo merchant belongs to the installation whose address sandbox.json gives', () => {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const sandbox = { admin_url: url, admin_token: 'the-token', access_token: 'wb_test_demo' }
  writeFileSync(join(directory, 'sandbox.json'), JSON.stringify(sandbox))
  const env = { WAYBILL_DATA_DIR: directory }
  expect(adminAccess(env)).toEqual({ url, token: 'the-token', demoToken: 'wb_test_demo' })
  expect(adminAccess({ ...env, WAYBILL_ADMIN_URL: 'http://other' })).toEqual({
    url: 'http://other',
    token: 'the-token',
  })
})

test('a token file that is not there is named', () => {
  const access = () => adminAccess({ WAYBILL_ADMIN_URL: url, WAYBILL_ADMIN_TOKEN_FILE: '/nowhere/token' })
  expect(access).toThrow('Cannot read /nowhere/token (ENOENT). WAYBILL_ADMIN_TOKEN_FILE must name a readable file')
})
