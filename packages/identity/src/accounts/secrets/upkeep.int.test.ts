/** Keys of TOKEN_ENCRYPTION_KEYS are replaced without locking anybody out. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { eventually } from '@waybill/testing/eventually'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditEntries } from '../../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../../testing/running-identity.ts'
import { signInOwner } from '../../testing/signed-in.ts'

const PASSWORD = 'four unrelated words here'
let identity: TestIdentity
let rows: ReturnType<typeof openAuditEntries>
beforeAll(async () => {
  identity = await startTestIdentity()
  rows = openAuditEntries(identity)
})
afterAll(async () => {
  await rows?.close()
  await identity?.stop()
})

async function replicaWith(encryptionKeys: string) {
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    service: 'identity',
    level: 'error',
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
  const metrics = createMetrics({ service: 'identity' })
  const replica = await identity.startReplica(createMemoryState(), { encryptionKeys, log, metrics })
  const unopenable = async () =>
    (await metrics.registry.getSingleMetric('account_secrets_unopenable')?.get())?.values[0]?.value
  return { ...replica, lines, unopenable }
}

/** The ids of the keys that sealed the stored secrets. */
async function sealedWith(): Promise<string[]> {
  const totp = await rows.db.selectFrom('totp').select('sealed_with').execute()
  const provider = await rows.db.selectFrom('oidc_provider').select('sealed_with').execute()
  return [...totp, ...provider].map(({ sealed_with }) => sealed_with)
}

test('secrets are re-encrypted with the first key, and members still sign in without the old one', async () => {
  const owner = await signInOwner(identity)
  expect((await owner.call('PATCH', '/api/v1/session/user', { body: { password: PASSWORD } })).status).toBe(200)
  const { data } = (await owner.call('POST', '/api/v1/session/totp')).body
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
  const enabled = await owner.call('POST', '/api/v1/session/totp/enable', { body: { code: totp.generate() } })
  expect(enabled.status).toBe(200)
  const body = { issuer: 'https://login.example.com', client_id: 'waybill', client_secret: 'a secret of the provider' }
  expect((await owner.call('POST', '/api/v1/team/oidc-providers', { body })).status).toBe(201)
  expect(await sealedWith()).toEqual(['test', 'test'])

  const next = newEncryptionKey('next')
  const rotating = await replicaWith(`${next},${identity.options.encryptionKeys}`)
  await eventually(async () => expect(await sealedWith()).toEqual(['next', 'next']))
  expect(await rotating.unopenable()).toBe(0)
  await rotating.stop()

  const after = await replicaWith(next)
  await eventually(async () => expect(await after.unopenable()).toBe(0))
  const post = async (path: string, content: object) => {
    const response = await fetch(after.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
    return { status: response.status, body: (await response.json()) as { data: { challenge: string } } }
  }
  const begun = await post('/api/v1/session', { email: owner.session.user.email, password: PASSWORD })
  expect(begun.status).toBe(202)
  // The code of this half minute was used to set the app up.
  const code = totp.generate({ timestamp: Date.now() + 30_000 })
  const signedIn = await post('/api/v1/session/second-factor', { challenge: begun.body.data.challenge, code })
  expect(signedIn.status).toBe(201)
  await after.stop()

  // Nobody signs in with an app that is being set up.
  const other = await signInOwner(identity)
  expect((await other.call('POST', '/api/v1/session/totp')).status).toBe(201)
  const wrong = await replicaWith(newEncryptionKey('wrong'))
  await eventually(async () => expect(await wrong.unopenable()).toBe(2))
  expect(wrong.lines).toContainEqual(
    expect.objectContaining({
      msg: 'account_secrets.unopenable',
      missingKeyIds: expect.arrayContaining(['next']),
      userIds: [owner.userId],
      merchantIds: [identity.merchantId],
    }),
  )
  await wrong.stop()
})
