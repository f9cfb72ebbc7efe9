/** Access that an operator removes ends on every replica, with a hint over Redis and without. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import { connectRedisState } from '@waybill/chassis/state/redis'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { eventually } from '@waybill/testing/eventually'
import { testNamespace, testRedisUrl } from '@waybill/testing/services'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Replica, startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'

const namespace = testNamespace()
const openRedis = () =>
  connectRedisState({
    url: testRedisUrl(),
    namespace,
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
  })

describe.each([
  ['with hints over Redis', openRedis],
  ['by the poll alone, when hints are lost', createMemoryState],
])('%s', (_how, openState) => {
  const states = [openState(), openState()] as const
  let identity: TestIdentity
  let replica: Replica
  beforeAll(async () => {
    identity = await startTestIdentity({ sharedState: states[0] })
    replica = await identity.startReplica(states[1])
  })
  afterAll(async () => {
    await replica.stop()
    await identity.stop()
    for (const state of states) await state.close()
  })

  /** Answers of both replicas to each token. */
  async function answersTo(tokens: string[]) {
    const answers: [status: number, code: string | undefined, suspended: string | undefined][] = []
    for (const { call } of [identity, replica]) {
      for (const token of tokens) {
        const { status, body } = await call('GET', '/api/v1/shipments', { token })
        answers.push([status, body.error?.code, body.error?.meta.suspended])
      }
    }
    return answers
  }
  const open = [200, undefined, undefined]
  const allAnswer = (tokens: string[], answer: unknown[]) =>
    eventually(async () => expect(await answersTo(tokens)).toEqual(Array(2 * tokens.length).fill(answer)))

  test('a revoked key is refused', async () => {
    const { keyId, token } = await identity.createKey()
    await allAnswer([token], open)
    await identity.admin('DELETE', `/admin/keys/${keyId}`)
    await allAnswer([token], [401, 'token_revoked', undefined])
  })

  test('a demo key that nobody used is refused after the next one was made', async () => {
    const first = (await identity.admin('POST', '/admin/demo')).body.data.access_token
    const second = (await identity.admin('POST', '/admin/demo')).body.data.access_token
    await allAnswer([first], [401, 'token_revoked', undefined])
    await allAnswer([second], open)
  })

  test('a suspended key is refused until it is resumed, and no other key', async () => {
    const [one, other] = [await identity.createKey(), await identity.createKey()]
    await allAnswer([one.token, other.token], open)
    const reason = { body: { reason: 'Leaked' } }
    const suspended = await identity.admin('POST', `/admin/keys/${one.keyId}/suspend`, reason)
    expect(suspended.body.data).toMatchObject({ suspended_at: expect.any(String), suspended_reason: 'Leaked' })
    await allAnswer([one.token], [403, 'access_suspended', 'key'])
    await allAnswer([other.token], open)
    const resumed = await identity.admin('POST', `/admin/keys/${one.keyId}/resume`)
    expect(resumed.body.data).toMatchObject({ suspended_at: null, suspended_reason: null })
    await allAnswer([one.token], open)
  })

  test('a suspended environment refuses all of its keys, and those of no other environment', async () => {
    const { environmentIds, tokens } = await identity.createTenant()
    const [test = '', live = ''] = tokens
    await allAnswer(tokens, open)
    await identity.admin('POST', `/admin/environments/${environmentIds[0]}/suspend`, { body: { reason: 'Unpaid' } })
    await allAnswer([test], [403, 'access_suspended', 'environment'])
    await allAnswer([live, identity.token], open)
    await identity.admin('POST', `/admin/environments/${environmentIds[0]}/resume`)
    await allAnswer(tokens, open)
  })

  test('a suspended merchant is refused in all environments, and no other merchant', async () => {
    const { merchantId, keyIds, tokens } = await identity.createTenant()
    await allAnswer(tokens, open)
    await identity.admin('POST', `/admin/merchants/${merchantId}/suspend`, { body: { reason: 'Fraud' } })
    await allAnswer(tokens, [403, 'access_suspended', 'merchant'])
    await allAnswer([identity.token], open)
    // A key that is suspended itself stays so.
    await identity.admin('POST', `/admin/keys/${keyIds[0]}/suspend`, { body: { reason: 'Leaked' } })
    await identity.admin('POST', `/admin/merchants/${merchantId}/resume`)
    await allAnswer(tokens.slice(1), open)
    await allAnswer(tokens.slice(0, 1), [403, 'access_suspended', 'key'])
  })

  test('a key that expires while both replicas have it in their caches is refused', async () => {
    const expires_at = new Date(Date.now() + 4_000).toISOString()
    const { token } = await identity.createKey({ expires_at })
    expect(await answersTo([token])).toEqual([open, open])
    await allAnswer([token], [401, 'token_expired', undefined])
    expect(new Date().toISOString() >= expires_at).toBe(true)
  })
})
