/** For files of tests that share one service: it stands before the first test and is gone after the last. */
import { randomBytes } from 'node:crypto'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, expect, onTestFinished } from 'vitest'
import { aWebhookService, type Caller, lookInto, newDatabase } from './webhook-service.ts'

/** A service on a database of its own, and a look into that. Awaited at the top of the file. */
export async function ownService(overrides: Parameters<typeof aWebhookService>[1] = {}) {
  const database = await newDatabase()
  const db = lookInto(database)
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })
  const service = await aWebhookService(database, overrides)
  afterAll(() => service.stop()) // before what it stands on: the last one registered runs first
  return { database, service, db }
}

/** For the test that runs: a database on which services are started, one after the other or side by side. */
export async function databaseOfServices() {
  const database = await newDatabase()
  const db = lookInto(database)
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const start = async (overrides: Parameters<typeof aWebhookService>[1] = {}) => {
    const service = await aWebhookService(database, overrides)
    onTestFinished(service.stop)
    return service
  }
  return { db, start }
}

/** A receiver for the test that runs. */
export async function aReceiver(): Promise<HttpReceiver> {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  return receiver
}

/** A key that seals secrets, as it is configured. */
export const anEncryptionKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`

/** What the receiver has got, once it is so much. */
export const received = (receiver: HttpReceiver, count: number) =>
  eventually(() => {
    expect(receiver.requests).toHaveLength(count)
    return receiver.requests
  })

/** The statuses of an environment's deliveries, in the order of their events. */
export async function statusesOf(db: ReturnType<typeof lookInto>, { environmentId }: Caller): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('status')
    .where('environment_id', '=', environmentId)
    .orderBy('event_id')
    .execute()
  return rows.map(({ status }) => status)
}
