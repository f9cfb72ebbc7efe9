import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startOpsServer } from './ops-server.ts'

async function started(readiness: () => Promise<Record<string, boolean>>) {
  const server = await startOpsServer({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics({ service: 'shipment' }),
    readiness,
    log: createLog({ service: 'test', level: 'silent' }),
  })
  onTestFinished(() => server.stop())
  server.setServing()
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
    return { status: response.status, body: await response.text() }
  }
  return { ...server, get }
}

test('a process is alive whatever its checks say', async () => {
  const { get } = await started(async () => ({ database: false }))
  expect(await get('/livez')).toEqual({ status: 200, body: '{"status":"alive"}' })
})

test('it is ready when every check passes, and names those that do not', async () => {
  const checks = { database: false, bus: true, cache: false }
  const { get } = await started(async () => checks)
  expect(await get('/readyz')).toEqual({ status: 503, body: '{"status":"not_ready","failing":["database","cache"]}' })
  Object.assign(checks, { database: true, cache: true })
  expect(await get('/readyz?verbose')).toEqual({ status: 200, body: '{"status":"ready"}' })
})

test('a check that throws fails without showing why', async () => {
  const { get } = await started(() => Promise.reject(new Error('postgres://admin:secret@db')))
  expect(await get('/readyz')).toEqual({ status: 503, body: '{"status":"not_ready","failing":["readiness"]}' })
})

test('a check that hangs fails within seconds', async () => {
  const { get } = await started(() => new Promise(() => {}))
  expect(await get('/readyz')).toMatchObject({ status: 503 })
})

test('a process that drains is not ready', async () => {
  const { get, drain } = await started(async () => ({}))
  expect(await get('/readyz')).toMatchObject({ status: 200 })
  await drain()
  expect(await get('/readyz')).toEqual({ status: 503, body: '{"status":"not_ready","failing":["draining"]}' })
})

test('metrics are text for Prometheus, and other paths are not found', async () => {
  const { get } = await started(async () => ({}))
  expect((await get('/metrics')).body).toContain('process_cpu_seconds_total')
  expect(await get('/')).toMatchObject({ status: 404 })
})
