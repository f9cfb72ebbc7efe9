/** Which requests reach the database, and that none waits for it needlessly. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import { loseAnswers } from '@waybill/chassis/testing/lost-answers'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { mintToken } from '../credentials/token.ts'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'

const ADDRESS = { key: 'address:127.0.0.1', limit: { ratePerSecond: 1, burst: 2 } }
const sharedState = createMemoryState()
let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity({ sharedState, addressRateLimit: ADDRESS.limit.ratePerSecond })
})
afterAll(() => identity.stop())

/** Three seconds must pass before the address may do something again. */
const exhaustAddress = () => sharedState.chargeTokens([ADDRESS], 4)
const get = async (token: string) => {
  const { status, body } = await identity.call('GET', '/api/v1/shipments', { token })
  return [status, body.error?.code]
}

/** Until the test ends, nothing can read or write keys. */
async function lockKeys(): Promise<void> {
  const client = new pg.Client({ connectionString: identity.options.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; lock table ${identity.options.databaseSchema}.api_key`)
}

test('a token that no replica has seen is not looked up while the bucket of its address is empty', async () => {
  const { token } = await identity.createKey()
  await exhaustAddress()
  await lockKeys()
  expect(await get(mintToken(false))).toEqual([429, 'rate_limited'])
  expect(await get(token)).toEqual([429, 'rate_limited'])
})

test('unknown tokens that are looked up at the same time leave their address in debt', async () => {
  await eventually(async () => expect((await get(mintToken(false)))[0]).toBe(401))
  await eventually(async () => {
    const wave = await Promise.all(Array.from({ length: 20 }, () => get(mintToken(false))))
    expect(wave.filter(([status]) => status === 401).length).toBeGreaterThan(4)
  })
  // Three seconds for two tokens of debt and one more; without debt it would be one.
  const refused = await identity.call('GET', '/api/v1/shipments', { token: mintToken(false) })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
})

test('a token that was accepted before does not depend on the bucket of its address, also after a change', async () => {
  const { keyId, token } = await identity.createKey()
  await eventually(async () => expect(await get(token)).toEqual([200, undefined]))
  await exhaustAddress()
  expect(await get(token)).toEqual([200, undefined])
  await identity.admin('POST', `/admin/keys/${keyId}/suspend`, { body: { reason: 'Leaked' } })
  await identity.admin('POST', `/admin/keys/${keyId}/resume`)
  await exhaustAddress()
  expect(await get(token)).toEqual([200, undefined])
})

test('an unknown token is looked up once', async () => {
  const token = mintToken(false)
  await eventually(async () => expect(await get(token)).toEqual([401, 'invalid_token']))
  await lockKeys()
  await eventually(async () => expect(await get(token)).toEqual([401, 'invalid_token']))
})

test('a request of a known key waits for no write of its last use', async () => {
  const { token } = await identity.createKey()
  const { token: other } = await identity.createKey()
  for (const one of [token, other]) await eventually(async () => expect((await get(one))[0]).toBe(200))
  await lockKeys()
  expect(await get(token)).toEqual([200, undefined])
})

test('the last use of a key is shown, and many uses are written once', async () => {
  const { keyId, token } = await identity.createKey()
  const path = `/admin/environments/${identity.environmentId}/keys`
  const lastUsed = async () => {
    const { data } = (await identity.admin('GET', path)).body
    return data.find(({ key_id }: { key_id: string }) => key_id === keyId).last_used_at
  }
  expect(await lastUsed()).toBeNull()
  const writes: unknown[] = []
  const end = loseAnswers((committed) => {
    writes.push(
      ...committed.filter(({ text, values }) => /last_used_at =/.test(text) && JSON.stringify(values).includes(keyId)),
    )
    return false
  })
  onTestFinished(end)
  const startedAt = new Date().toISOString()
  await eventually(async () => expect((await get(token))[0]).toBe(200))
  await eventually(async () => expect((await lastUsed()) >= startedAt).toBe(true))
  for (let n = 0; n < 20; n++) await get(token)
  await identity.stop() // writes what is still waiting
  expect(writes).toHaveLength(1)
})
