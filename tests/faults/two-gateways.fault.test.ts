/** Streams that break with their gateway continue without a gap. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import { Waybill } from '@waybill/sdk'
import { aShipmentDocument } from '@waybill/testing/builders'
import { openStream } from '@waybill/testing/event-stream'
import { eventually } from '@waybill/testing/eventually'
import { fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/running-system.ts'
import { recordFault } from './fault-table.ts'
import { killService, readEnvironment } from './processes.ts'

let system: RunningSystem
let second: { url: string; process: ChildProcess }

beforeAll(async () => {
  system = await startSystem({ mode: 'stack', env: { SIMULATOR_STEP_MS: '0' } })
  second = await startSecondGateway()
})
afterAll(async () => {
  if (second) {
    const ended = once(second.process, 'exit')
    second.process.kill('SIGTERM')
    await ended
  }
  await system?.remove()
})

/** Starts another gateway of the same stack, with the first one's environment except for the ports. */
async function startSecondGateway() {
  const [port, adminPort, opsPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...readEnvironment(system.pid(), 'gateway'),
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    OPS_PORT: String(opsPort),
  }
  const cwd = join(import.meta.dirname, '../..')
  const child = spawn(process.execPath, ['apps/gateway/src/main.ts'], { cwd, env, stdio: 'ignore' })
  await eventually(
    async () => {
      const { status } = await fetch(`http://127.0.0.1:${opsPort}/readyz`)
      expect(status).toBe(200)
    },
    { timeoutMs: 180_000 },
  )
  return { url: `http://127.0.0.1:${port}`, process: child }
}

async function post(url: string, path: string, body: object) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.sandbox.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path} got status ${response.status}: ${text}`)
  // biome-ignore lint/suspicious/noExplicitAny: an answer has any shape until it is checked
  return (JSON.parse(text) as any).data
}

test('a stream of one gateway shows changes made through another, and resumes there when the first is killed', async () => {
  const first = system.sandbox.base_url
  const { shipment_id } = await post(first, '/api/v1/shipments', aShipmentDocument())
  const { options } = await post(second.url, '/api/v1/quotes', { shipment_id })
  const { quote_option_id } = options[0]
  await post(second.url, `/api/v1/shipments/${shipment_id}/book`, { quote_option_id })
  const advance = (status: string) => post(second.url, `/api/v1/simulator/shipments/${shipment_id}/advance`, { status })
  const follow = (url: string, headers: Record<string, string> = {}) =>
    openStream(`${url}/api/v1/shipments/${shipment_id}/stream`, {
      authorization: `Bearer ${system.sandbox.access_token}`,
      ...headers,
    })

  const before = await follow(first)
  await advance('picked_up')
  await eventually(() => expect(before.text()).toContain('"tracking_status":"picked_up"'), { timeoutMs: 180_000 })
  const killedAt = performance.now()
  await killService(system.pid(), 'gateway')
  const seen = before.events()

  const after = await follow(second.url, { 'last-event-id': seen.at(-1)?.id ?? '' })
  await advance('delivered')
  await after.ended()
  const worstRecoveryMs = performance.now() - killedAt
  const told = [...seen, ...after.events()]
  expect(told.at(-1)).toMatchObject({ event: 'end', data: '{"status":"delivered"}' })

  const whole = await follow(second.url)
  await whole.ended()
  const ids = new Set(told.map(({ id }) => id))
  const lost = whole.events().filter(({ id }) => !ids.has(id)).length
  const doubled = told.length - ids.size
  const fault = "kill -9 of a stream's gateway"
  recordFault({ fault, operations: told.length, lost, doubled, stuck: 0, worstRecoveryMs })
  expect(told).toEqual(whole.events())
})

test('a stream of all events goes on after its gateway is killed, with each event once and in the order of the log', async () => {
  const { base_url: baseUrl, access_token: apiKey } = system.sandbox
  const reader = new Waybill({ baseUrl, apiKey })
  const log = new Waybill({ baseUrl: second.url, apiKey })
  const register = () => post(second.url, '/api/v1/shipments', aShipmentDocument())
  await register()
  const start = await eventually(async () => {
    const [newest] = await log.events.list().toArray({ limit: 1 })
    return newest?.id ?? expect.fail('the log is empty')
  })
  const seen: string[] = []
  let [killedAt, worstRecoveryMs] = [0, 0]
  const stopping = new AbortController()
  const reading = (async () => {
    for await (const { id } of reader.events.stream({ after: start, signal: stopping.signal, maxRetries: 1_000 })) {
      seen.push(id)
      if (killedAt > 0) worstRecoveryMs = Math.max(worstRecoveryMs, performance.now() - killedAt)
      killedAt = 0
    }
  })()
  reading.catch(() => {}) // awaited below
  for (let kills = 0; kills < 3; kills++) {
    const before = seen.length
    await register()
    await eventually(() => expect(seen.length).toBeGreaterThan(before), { timeoutMs: 180_000 })
    // Some are recorded before the kill, some while there is no gateway, some after the next one has begun.
    const registering = Promise.all(Array.from({ length: 20 }, register))
    killedAt = performance.now()
    await killService(system.pid(), 'gateway')
    await registering
  }
  const whole = await eventually(
    async () => {
      const all = (await log.events.list({ order: 'asc', limit: 100 }).toArray({ limit: 1_000 })).map(({ id }) => id)
      const expected = all.slice(all.indexOf(start) + 1)
      expect(expected.length).toBeGreaterThanOrEqual(63)
      expect(seen.at(-1)).toBe(expected.at(-1))
      return expected
    },
    { timeoutMs: 180_000 },
  )
  stopping.abort()
  await expect(reading).rejects.toBe(stopping.signal.reason)
  const lost = whole.filter((id) => !seen.includes(id)).length
  const doubled = seen.length - new Set(seen).size
  const fault = "kill -9 of the gateway of an environment's event stream, 3 times"
  recordFault({ fault, operations: whole.length, lost, doubled, stuck: 0, worstRecoveryMs })
  expect(seen).toEqual(whole)
})
