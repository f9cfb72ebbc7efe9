/** RabbitMQ is short of memory, then of disk space, under load: it stops reading what the services publish. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { type RabbitServer, startRabbitServer } from '@waybill/chassis/testing/rabbit-server'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { MissingService } from '@waybill/testing/services'
import { connect } from 'amqplib'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { auditAfter, databaseUrl, subscribe } from './audit.ts'
import { persistentMerchant } from './merchant.ts'
import { findService } from './processes.ts'
import { nothingAccepted, runWorkload } from './workload.ts'

const WORKERS = 4
/** Number of definite answers that shows that work continues. */
const SOME = 50
const ALARM_MS = 60_000
const SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator']
/** Messages per event at most: what was under way when the alarm began may be sent again. */
const MOST_MESSAGES = 1.1
/** Most that a process may grow, in MiB: the play of its heap, from what it keeps after a collection at rest. */
const MOST_GROWTH_MIB = 256
/** Shipments whose events, of about 170 kB each, are to be published again during the alarm. */
const LARGE_SHIPMENTS = 200
const largeParcels = Array.from({ length: 99 }, () => aParcelDocument({ contents_description: '包'.repeat(500) }))

const directory = mkdtempSync(join(tmpdir(), 'waybill-alarms-'))
let rabbit: RabbitServer
let system: RunningSystem
let receiver: HttpReceiver
let stopCounting = async () => {}
/** Messages by event ID. */
const published = new Map<string, number>()

beforeAll(async () => {
  const started = await startRabbitServer(directory)
  if (!started) throw new MissingService('RabbitMQ')
  rabbit = started
  receiver = await startHttpReceiver()
  const env = {
    SIMULATOR_STEP_MS: '0',
    WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,2s,2s,5s,5s,10s',
    RABBITMQ_URL: rabbit.url,
  }
  system = await startSystem({ mode: 'stack', env })
  await subscribe(system, receiver.url)
  await countPublished()
  await createLargeShipments()
})
afterAll(async () => {
  await stopCounting()
  await system?.remove()
  await receiver?.stop()
  await rabbit?.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** They are created before the alarms, so that the load during one stays moderate. */
async function createLargeShipments(): Promise<void> {
  const definite = persistentMerchant(system.sandbox, nothingAccepted())
  const references = Array.from({ length: LARGE_SHIPMENTS }, (_, n) => `LARGE-${n}`).values()
  const create = async () => {
    for (const merchant_order_ref of references) {
      await definite('POST', '/api/v1/shipments', aShipmentDocument({ merchant_order_ref, parcels: largeParcels }))
    }
  }
  await Promise.all([create(), create()])
}

/** Does the same as `waybill admin outbox replay`, for the large events alone. */
async function republishLargeEvents(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(system) })
  await client.connect()
  const { rowCount } = await client.query(
    'update shipment.outbox set published_at = null where octet_length(public::text) > 100000 and published_at is not null',
  )
  await client.end()
  expect(rowCount).toBe(LARGE_SHIPMENTS)
}

/** Counts the messages that arrive at the exchange, by event ID. */
async function countPublished(): Promise<void> {
  const connection = await connect(rabbit.url)
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, `${system.namespace}.events`, '#')
  const count = (id: string) => published.set(id, (published.get(id) ?? 0) + 1)
  await channel.consume(queue, (message) => message && count(message.properties.messageId), { noAck: true })
  stopCounting = () => connection.close()
}

/** Resident memory of each service's process, in MiB. */
function readMemory(): Record<string, number> {
  const pids = SERVICES.map((service) => [service, findService(system.pid(), service)] as const)
  return Object.fromEntries(
    pids.map(([service, pid]) => {
      if (pid === null) throw new Error(`${service} is not running`)
      const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      return [service, Math.round(Number(kib) / 1_024)]
    }),
  )
}

/** Measures twice a second. `stop` returns how much each process has grown at most, in MiB. */
function watchGrowth(): { stop(): Record<string, number> } {
  const before = readMemory()
  const most = { ...before }
  const measure = () => {
    for (const [service, mib] of Object.entries(readMemory())) most[service] = Math.max(most[service] ?? 0, mib)
  }
  const timer = setInterval(measure, 500)
  timer.unref()
  onTestFinished(() => clearInterval(timer))
  return {
    stop() {
      clearInterval(timer)
      return Object.fromEntries(SERVICES.map((service) => [service, Number(most[service]) - Number(before[service])]))
    },
  }
}

const alarms = {
  memory: {
    raise: () => rabbit.control('set_vm_memory_high_watermark', '0'),
    clear: () => rabbit.control('set_vm_memory_high_watermark', '0.4'),
  },
  disk: {
    raise: () => rabbit.control('set_disk_free_limit', String(2 ** 60)),
    clear: () => rabbit.control('set_disk_free_limit', '50MB'),
  },
}

test.each(['memory', 'disk'] as const)(
  'nothing is lost, sent twice or refused in a minute of %s alarm',
  async (kind) => {
    const accepted = nothingAccepted()
    let done = false
    const workload = runWorkload(accepted, {
      sandbox: system.sandbox,
      workers: WORKERS,
      seed: kind === 'memory' ? 1 : 2,
      until: () => done,
    })
    const goOn = async () => {
      const enough = accepted.operations + SOME
      await eventually(() => expect(accepted.operations).toBeGreaterThanOrEqual(enough), { timeoutMs: 180_000 })
    }
    await goOn()

    const growth = watchGrowth()
    const endsAt = performance.now() + ALARM_MS
    await alarms[kind].raise()
    await eventually(async () => expect(await rabbit.control('list_connections', 'state')).toContain('blocked'))
    published.clear()
    await republishLargeEvents()
    await goOn()
    await passed(Math.max(0, endsAt - performance.now())) // the alarm must last its full length
    done = true
    await workload
    await alarms[kind].clear()

    const work = { system, sandbox: system.sandbox, accepted, webhooks: receiver.requests }
    const { findings } = await auditAfter(`RabbitMQ short of ${kind}`, work, { timeoutMs: 180_000 })
    const events = published.size
    const messages = [...published.values()].reduce((sum, count) => sum + count, 0)
    const grown = growth.stop()
    console.log({ events, messages, grown })
    expect.soft(findings).toEqual([])
    expect.soft(accepted.failed).toEqual([])
    expect.soft(messages).toBeLessThanOrEqual(events * MOST_MESSAGES)
    expect.soft(Math.max(...Object.values(grown))).toBeLessThan(MOST_GROWTH_MIB)
  },
)
