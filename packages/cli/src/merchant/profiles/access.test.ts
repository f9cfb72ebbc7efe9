import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { checkBaseUrl, checkToken, findAccess } from './access.ts'
import { findProfile, profileNames, removeProfile, saveProfile } from './profile.ts'

let folder: string
beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  folder = join(parent, 'waybill')
})

const mine = { baseUrl: 'https://mine.example', apiKey: 'wb_test_mine' }
const live = { baseUrl: 'https://live.example', apiKey: 'wb_live_mine' }

const access = (env: Record<string, string>, profile?: string) => findAccess({ env, profile, folder })

test.each([
  ['the default profile', {}, undefined, { ...mine, profile: 'default' }],
  ['the profile of WAYBILL_PROFILE', { WAYBILL_PROFILE: 'live' }, undefined, { ...live, profile: 'live' }],
  ['--profile over WAYBILL_PROFILE', { WAYBILL_PROFILE: 'live' }, 'default', { ...mine, profile: 'default' }],
  ['--profile over WAYBILL_API_KEY', { WAYBILL_API_KEY: 'wb_test_k' }, 'live', { ...live, profile: 'live' }],
  [
    'WAYBILL_API_KEY at WAYBILL_URL',
    { WAYBILL_API_KEY: 'wb_test_k', WAYBILL_URL: 'http://x/' },
    undefined,
    { baseUrl: 'http://x', apiKey: 'wb_test_k', profile: null },
  ],
  [
    'WAYBILL_API_KEY at the address of the profile',
    { WAYBILL_API_KEY: 'wb_test_k' },
    undefined,
    { baseUrl: mine.baseUrl, apiKey: 'wb_test_k', profile: null },
  ],
  [
    'empty variables like absent ones',
    { WAYBILL_API_KEY: '', WAYBILL_PROFILE: '' },
    undefined,
    { ...mine, profile: 'default' },
  ],
])('a command uses %s', async (_what, env, profile, expected) => {
  await saveProfile(folder, 'default', mine)
  await saveProfile(folder, 'live', live)
  expect(await access(env, profile)).toEqual(expected)
})

test('the key of a profile is not sent to the address in WAYBILL_URL', async () => {
  await saveProfile(folder, 'default', mine)
  await expect(access({ WAYBILL_URL: 'https://other.example' })).rejects.toMatchObject({ exitCode: 2 })
  expect(await access({ WAYBILL_URL: 'https://mine.example/' })).toMatchObject(mine)
})

test('a profile that is not there is exit code 3, with those that are', async () => {
  await expect(access({})).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining('waybill login') })
  await saveProfile(folder, 'live', live)
  await expect(access({}, 'prod')).rejects.toMatchObject({
    exitCode: 3,
    message: 'There is no profile "prod". Profiles: live. Add it: waybill login --profile prod',
  })
})

test('a name that would lead out of the folder is refused', async () => {
  for (const name of ['../x', 'a/b', '', '.hidden', 'a.b'])
    await expect(access({}, name)).rejects.toMatchObject({ exitCode: 2 })
})

test('a profile is a file that only its user can read, in such a folder, and leaves no drafts', async () => {
  await saveProfile(folder, 'default', live)
  await saveProfile(folder, 'default', mine)
  expect(readdirSync(folder)).toEqual(['default.json'])
  expect(JSON.parse(readFileSync(join(folder, 'default.json'), 'utf8'))).toEqual({
    base_url: mine.baseUrl,
    api_key: mine.apiKey,
  })
  if (process.platform === 'win32') return
  expect(statSync(join(folder, 'default.json')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a profile is listed until it is removed', async () => {
  expect(await profileNames(folder)).toEqual([])
  await saveProfile(folder, 'shop', mine)
  expect(await profileNames(folder)).toEqual(['shop'])
  expect([await removeProfile(folder, 'shop'), await removeProfile(folder, 'shop')]).toEqual([true, false])
  expect(await findProfile(folder, 'shop')).toBeNull()
})

test('a damaged file is named with the way out', async () => {
  await saveProfile(folder, 'default', mine)
  for (const text of ['', '{', '[]', '{"base_url": 1}']) {
    writeFileSync(join(folder, 'default.json'), text)
    await expect(findProfile(folder, 'default')).rejects.toThrow('is damaged. Sign in again')
  }
})

test.each(['', 'waybill.example.com', 'ftp://x', 'https://x?a=b', 'https://user:pass@x'])(
  '%j is no address',
  (text) => {
    expect(() => checkBaseUrl(text)).toThrow('expected one such as')
  },
)

test('a key with a blank is refused without being repeated', () => {
  expect(() => checkToken('wb_test_secret and more')).toThrow(/^(?!.*secret)/)
  expect(checkToken('wb_test_secret')).toBe('wb_test_secret')
})
