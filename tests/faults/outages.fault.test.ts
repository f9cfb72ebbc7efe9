/** The stores fail under load, one after another. Requests that do not need them succeed, and nothing is lost. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { createLog } from '@waybill/chassis/telemetry/log'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@waybill/standalone/embedded-postgres/server'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { testRabbitUrl, testRedisUrl } from '@waybill/testing/services'
import { startTcpProxy, type TcpProxy } from '@waybill/testing/tcp-proxy'
import { connect } from 'amqplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { auditAfter, subscribe } from './audit.ts'
import { findService } from './processes.ts'
import { nothingAccepted, runWorkload } from './workload.ts'

const WORKERS = 8
const SEED = 20_261_124
/** Number of definite answers that shows that work continues. */
const SOME = 15
const BROKER_AWAY_MS = 60_000
const SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook']
/** Less than the clock difference that call signatures allow. */
const CLOCK_JUMP_MS = 50_000

const parent = mkdtempSync(join(tmpdir(), 'waybill-outages-'))
const log = createLog({ service: 'test', level: 'error' })
let postgres: EmbeddedPostgres
let ways: Record<'postgres' | 'rabbit' | 'redis', TcpProxy>
let system: RunningSystem
let receiver: HttpReceiver

const startPostgres = () => startEmbeddedPostgres({ dataDir: join(parent, 'postgres'), log })
const wayTo = (url: string, standardPort: number) => {
  const { hostname, port } = new URL(url)
  return startTcpProxy({ targetHost: hostname, targetPort: Number(port || standardPort) })
}
const databaseUrl = () => ways.postgres.through(postgres.url)

beforeAll(async () => {
  chmodSync(parent, 0o711) // as root, PostgreSQL runs as user nobody, which needs access
  postgres = await startPostgres()
  ways = {
    postgres: await wayTo(postgres.url, 5432),
    rabbit: await wayTo(testRabbitUrl(), 5672),
    redis: await wayTo(testRedisUrl(), 6379),
  }
  receiver = await startHttpReceiver()
  system = await startSystem({
    mode: 'stack',
    env: {
      SIMULATOR_STEP_MS: '0',
      WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s',
      DATABASE_URL: databaseUrl(),
      RABBITMQ_URL: ways.rabbit.through(testRabbitUrl()),
      REDIS_URL: ways.redis.through(testRedisUrl()),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock.mjs')}`,
      CLOCK_JUMP_MS: String(CLOCK_JUMP_MS),
    },
  })
  await subscribe(system, receiver.url)
})
afterAll(async () => {
  await system?.remove()
  await receiver?.stop()
  for (const way of Object.values(ways ?? {})) await way.stop()
  await postgres?.stop()
  rmSync(parent, { recursive: true, force: true })
})

/** A full queue bound to all events: while it exists, the broker rejects every publish. */
async function fillQueue(): Promise<() => Promise<void>> {
  const connection = await connect(testRabbitUrl())
  const channel = await connection.createChannel()
  const full = `${system.namespace}.full`
  const refuse = { 'x-max-length': 0, 'x-overflow': 'reject-publish' }
  await channel.assertQueue(full, { durable: false, arguments: refuse })
  await channel.bindQueue(full, `${system.namespace}.events`, '#')
  return async () => {
    await channel.deleteQueue(full)
    await connection.close()
  }
}

test('nothing is lost when broker, Redis and database fail, a queue is full and the clock jumps', async () => {
  const accepted = nothingAccepted()
  let done = false
  const workload = runWorkload(accepted, { sandbox: system.sandbox, workers: WORKERS, seed: SEED, until: () => done })
  const goOn = async (operations = SOME) => {
    const before = accepted.operations
    const enough = () => expect(accepted.operations).toBeGreaterThanOrEqual(before + operations)
    await eventually(enough, { timeoutMs: 180_000, intervalMs: 100 })
  }
  await goOn()

  // One minute without the broker, part of it without Redis: no request waits for either.
  await ways.rabbit.cut()
  const backAt = performance.now() + BROKER_AWAY_MS
  await goOn()
  await ways.redis.cut()
  await goOn()
  await ways.redis.restore()
  await goOn()
  await passed(Math.max(0, backAt - performance.now())) // the outage must last its full length
  await ways.rabbit.restore()
  await goOn()

  const empty = await fillQueue()
  await goOn()
  await empty()

  // Every process's clock jumps forward and, during calls, back.
  for (let jump = 0; jump < 2; jump++) {
    for (const service of SERVICES) process.kill(findService(system.pid(), service) as number, 'SIGUSR2')
    await goOn()
  }

  await postgres.stop()
  await ways.postgres.cut()
  postgres = await startPostgres()
  await ways.postgres.restore(Number(new URL(postgres.url).port))
  await goOn()
  done = true
  await workload

  const fault = 'RabbitMQ, Redis and PostgreSQL away; full queue; clock jumps'
  const work = { system, sandbox: system.sandbox, accepted, webhooks: receiver.requests }
  const { findings } = await auditAfter(fault, work, { timeoutMs: 180_000, postgresUrl: databaseUrl() })
  expect(findings).toEqual([])
})
