/** Services, databases and receivers that stop when the tests end. */
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, expect, onTestFinished } from 'vitest'
import { type Caller, createWebhookDatabase, openTestDatabase, startTestService } from './webhook-service.ts'

/** Starts one service for all tests of a file, with its own database. Await it at the top of the file. */
export async function startSharedService(overrides: Parameters<typeof startTestService>[1] = {}) {
  const database = await createWebhookDatabase()
  const db = openTestDatabase(database)
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })
  const service = await startTestService(database, overrides)
  afterAll(() => service.stop()) // runs before the database is dropped: hooks run last registered first
  return { database, service, db }
}

/** Creates a database for the current test, on which any number of services can be started. */
export async function createServiceDatabase() {
  const database = await createWebhookDatabase()
  const db = openTestDatabase(database)
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const start = async (overrides: Parameters<typeof startTestService>[1] = {}) => {
    const service = await startTestService(database, overrides)
    onTestFinished(service.stop)
    return service
  }
  return { database, db, start }
}

/** Starts a receiver for the current test. */
export async function startReceiver(): Promise<HttpReceiver> {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  return receiver
}

/** Waits until the receiver has exactly `count` requests and returns them. */
export const waitForRequests = (receiver: HttpReceiver, count: number) =>
  eventually(() => {
    expect(receiver.requests).toHaveLength(count)
    return receiver.requests
  })

/** Statuses of an environment's deliveries, in the order of their events. */
export async function readDeliveryStatuses(
  db: ReturnType<typeof openTestDatabase>,
  { environmentId }: Caller,
): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('status')
    .where('environment_id', '=', environmentId)
    .orderBy('event_id')
    .execute()
  return rows.map(({ status }) => status)
}
