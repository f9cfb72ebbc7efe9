/** Upkeep of signing secrets: unopenable, expired, and sealed with an older key. */
import { createLog } from '@waybill/chassis/telemetry/log'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { eventually } from '@waybill/testing/eventually'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { subscriptionCalls } from '../testing/merchant-calls.ts'
import { createServiceDatabase, startReceiver, waitForRequests } from '../testing/shared-service.ts'
import { aCaller, aShipmentEvent, type Caller, subscribe, type TestService } from '../testing/webhook-service.ts'

const aLog = () => {
  const lines: { msg: string; [field: string]: unknown }[] = []
  const log = createLog({
    service: 'webhook',
    level: 'error',
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
  return { lines, log }
}

const readUnopenable = async ({ metrics }: TestService) => {
  const metric = await metrics.registry.getSingleMetric('webhook_secrets_unopenable')?.get()
  return metric?.values[0]?.value
}

type Db = Awaited<ReturnType<typeof createServiceDatabase>>['db']

const listSecrets = (db: Db, { environmentId }: Caller) =>
  db
    .selectFrom('subscription_secret')
    .select(['key_id', 'sealed', 'expires_at'])
    .where('environment_id', '=', environmentId)
    .orderBy('created_at')
    .execute()

test('reports secrets that do not open because their key is missing or has other bytes', async () => {
  const { start } = await createServiceDatabase()
  const caller = aCaller()
  const [first, second] = [newEncryptionKey('first'), newEncryptionKey('second')]
  const one = await start({ encryptionKeys: first })
  const { subscription_id: ofFirst } = await subscribe(one, caller, 'http://127.0.0.1:9/')
  await eventually(async () => expect(await readUnopenable(one)).toBe(0))
  await one.stop()
  const two = await start({ encryptionKeys: second })
  const { subscription_id: ofSecond } = await subscribe(two, caller, 'http://127.0.0.1:9/')
  await two.stop()

  const { lines, log } = aLog()
  const wrong = await start({ encryptionKeys: newEncryptionKey('second'), log })
  await eventually(async () => expect(await readUnopenable(wrong)).toBe(2))
  expect(lines).toMatchObject([
    {
      msg: 'secrets.unopenable',
      secrets: 2,
      missingKeyIds: ['first'],
      wrongKeyIds: ['second'],
      subscriptionIds: [ofFirst, ofSecond],
      remedy: expect.stringContaining('WEBHOOK_ENCRYPTION_KEYS'),
    },
  ])
  await wrong.stop()

  const right = await start({ encryptionKeys: `${second},${first}`, log })
  await eventually(async () => expect(await readUnopenable(right)).toBe(0))
})

test('several processes reseal secrets with the first key, so that an older key can be removed', async () => {
  const { db, start } = await createServiceDatabase()
  const caller = aCaller()
  const receiver = await startReceiver()
  const [old, present] = [newEncryptionKey('old'), newEncryptionKey('new')]
  const before = await start({ encryptionKeys: old })
  const { secret, subscription_id } = await subscribe(before, caller, receiver.url)
  const { data } = await subscriptionCalls(before).rotate(caller, subscription_id)
  for (let count = 0; count < 20; count++) await subscribe(before, caller, 'http://127.0.0.1:9/', ['quote.created'])
  const sealedBefore = await listSecrets(db, caller)
  await before.stop()

  const both = await Promise.all([
    start({ encryptionKeys: `${present},${old}` }),
    start({ encryptionKeys: `${present},${old}` }),
  ])
  await eventually(async () => {
    const keyIds = (await listSecrets(db, caller)).map(({ key_id }) => key_id)
    expect(new Set(keyIds)).toEqual(new Set(['new']))
  })
  const sealedAfter = await listSecrets(db, caller)
  expect(sealedAfter.map(({ expires_at }) => expires_at)).toEqual(sealedBefore.map(({ expires_at }) => expires_at))
  for (const service of both) await service.stop()

  const after = await start({ encryptionKeys: present })
  await after.publish(aShipmentEvent(caller))
  const [request] = await waitForRequests(receiver, 1)
  const headers = request?.headers as Record<string, string>
  for (const one of [secret, data.secret]) {
    expect(() => new Webhook(one).verify(String(request?.body), headers)).not.toThrow()
  }
})

test('deletes expired secrets, also those of missing keys', async () => {
  const { db, start } = await createServiceDatabase()
  const caller = aCaller()
  const [old, present] = [newEncryptionKey('old'), newEncryptionKey('new')]
  const before = await start({ encryptionKeys: old })
  const { subscription_id } = await subscribe(before, caller, 'http://127.0.0.1:9/')
  await before.stop()
  const rotated = await start({ encryptionKeys: present })
  await subscriptionCalls(rotated).rotate(caller, subscription_id)
  await rotated.stop()
  await db
    .updateTable('subscription_secret')
    .set({ expires_at: new Date(0) })
    .where('key_id', '=', 'old')
    .execute()

  const { lines, log } = aLog()
  const after = await start({ encryptionKeys: present, log })
  await eventually(async () => expect(await listSecrets(db, caller)).toMatchObject([{ key_id: 'new' }]))
  await after.stop()
  expect(lines).toEqual([])
})
