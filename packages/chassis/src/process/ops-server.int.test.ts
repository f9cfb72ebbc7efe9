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

test('reports liveness regardless of failing checks', async () => {
  const { get } = await started(async () => ({ database: false }))
  expect(await get('/livez')).toEqual({ status: 200, body: '{"status":"alive"}' })
})

test('is ready when every check passes, and names the failing ones', async () => {
  const checks = { database: false, bus: true, cache: false }
  const { get } = await started(async () => checks)
  expect(await get('/readyz')).toEqual({ status: 503, body: '{"status":"not_ready","failing":["database","cache"]}' })
  Object.assign(checks, { database: true, cache: true })
  expect(await get('/readyz?verbose')).toEqual({ status: 200, body: '{"status":"ready"}' })
})

test('notes what an operator should know, while it is ready', async () => {
  const checks = { database: true }
  const { get, setServing } = await started(async () => checks)
  setServing(async () => ['No carrier account.'])
  expect(await get('/readyz')).toEqual({ status: 200, body: '{"status":"ready","notes":["No carrier account."]}' })
  checks.database = false
  expect(await get('/readyz')).toEqual({ status: 503, body: '{"status":"not_ready","failing":["database"]}' })
})

test('fails a check that throws, without exposing the error', async () => {
  const { get } = await started(() => Promise.reject(new Error('postgres://admin:secret@db')))
  expect(await get('/readyz')).toEqual({ status: 503, body: '{"status":"not_ready","failing":["readiness"]}' })
})

test('fails a check that hangs within seconds', async () => {
  const { get } = await started(() => new Promise(() => {}))
  expect(await get('/readyz')).toMatchObject({ status: 503 })
})

test('is not ready while draining', async () => {
  const { get, drain } = await started(async () => ({}))
  expect(await get('/readyz')).toMatchObject({ status: 200 })
  await drain()
  expect(await get('/readyz')).toEqual({ status: 503, body: '{"status":"not_ready","failing":["draining"]}' })
})

test('serves metrics as Prometheus text, and answers 404 for other paths', async () => {
  const { get } = await started(async () => ({}))
  expect((await get('/metrics')).body).toContain('process_cpu_seconds_total')
  expect(await get('/')).toMatchObject({ status: 404 })
})

test('answers GET and HEAD only', async () => {
  const { port } = await started(async () => ({}))
  for (const path of ['/livez', '/metrics', '/']) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: '{}' })
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      405,
      'GET, HEAD',
      { status: 'method_not_allowed' },
    ])
  }
  const head = await fetch(`http://127.0.0.1:${port}/livez`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})
