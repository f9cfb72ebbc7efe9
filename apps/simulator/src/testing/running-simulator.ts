/** The simulator with a new database and a receiver for its callbacks. */
import type { CarrierAdapter } from '@waybill/carriers/carrier-adapter'
import { carriersFor } from '@waybill/carriers/registry'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { createTestDatabase, type TestDatabase } from '@waybill/chassis/testing/service-database'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { request } from 'undici'
import type { jobRecord } from '../http/answers.ts'
import { migrations } from '../migrations.ts'
import { type RunningSimulator, startSimulator } from '../service.ts'

const simulatorKey = 'test-simulator-key'

export interface RunningTestSimulator {
  url: string
  control: { simulatorUrl: string; simulatorKey: string }
  database: Pick<TestDatabase, 'url' | 'schema'>
  receiver: HttpReceiver
  carrier(carrierCode: string): CarrierAdapter
  /** Calls the operator's API. Throws unless the answer is a 2xx. */
  admin(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>
  listJobs(reference: string): Promise<ReturnType<typeof jobRecord>[]>
  /** Restarts the simulator with the same database on another port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Couriers move through `admin` only, unless `stepMs` is given. */
export async function startTestSimulator({ stepMs = 0, drainDelayMs = 0 } = {}): Promise<RunningTestSimulator> {
  const database = await createTestDatabase({ service: 'simulator', migrations })
  const receiver = await startHttpReceiver()
  const start = (): Promise<RunningSimulator> =>
    startSimulator({
      host: '127.0.0.1',
      port: 0,
      opsPort: 0,
      databaseUrl: database.url,
      migrationDatabaseUrl: database.ownerUrl,
      databaseSchema: database.schema,
      simulatorKey,
      stepMs,
      drainDelayMs,
      log: createLog({ service: 'simulator', level: 'error' }),
      metrics: createMetrics({ service: 'simulator' }),
    })
  let running = await start()
  let carriers = carriersFor({ simulatorUrl: running.url, simulatorKey })

  async function admin(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await request(`${running.url}/simulator${path}`, {
      method,
      headers: { authorization: `Bearer ${simulatorKey}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Error(`${method} ${path} was answered ${response.statusCode}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

  return {
    get url() {
      return running.url
    },
    get control() {
      return { simulatorUrl: running.url, simulatorKey }
    },
    database,
    receiver,
    carrier(carrierCode) {
      const adapter = carriers.get(carrierCode)
      if (!adapter) throw new Error(`there is no carrier ${carrierCode}`)
      return adapter
    },
    admin,
    async listJobs(reference) {
      const answer = await admin('GET', `/jobs?reference=${encodeURIComponent(reference)}`)
      return (answer as { jobs: ReturnType<typeof jobRecord>[] }).jobs
    },
    async restart() {
      await running.stop()
      running = await start()
      carriers = carriersFor({ simulatorUrl: running.url, simulatorKey })
    },
    async stop() {
      await running.stop()
      await receiver.stop()
      await database.drop()
    },
  }
}
