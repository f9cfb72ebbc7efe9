/** `npm run dev` in a copy of the clone, so that the test can save files. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { testNamespace, testPostgresUrl, testRabbitUrl, testRedisUrl } from '@waybill/testing/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyClone } from '../support/clone-copy.ts'
import { removeFromServices } from '../support/running-system.ts'

const SERVICES = ['booking', 'gateway', 'quoting', 'shipment', 'simulator', 'webhook']

let copy: string
let namespace: string
let dev: ChildProcess

const output = () => readFileSync(join(copy, 'output.log'), 'utf8')
/** How often each service has reported that it started. */
const starts = () => {
  const started = output()
    .split('\n')
    .filter((line) => line.includes('"service.started"'))
  return Object.fromEntries(SERVICES.map((name) => [name, started.filter((line) => line.includes(`"${name}"`)).length]))
}

/** As `npm run dev` has chosen it. Its file is deleted at the end. */
const opsPort = (name: string) =>
  Number(/^OPS_PORT='(\d+)'$/m.exec(readFileSync(join(copy, `.waybill/dev/${name}.env`), 'utf8'))?.[1])
const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/livez`).then(
    (response) => response.ok,
    () => false,
  )

beforeAll(async () => {
  namespace = testNamespace()
  const environment = { DATABASE_URL: testPostgresUrl(), RABBITMQ_URL: testRabbitUrl(), REDIS_URL: testRedisUrl() }
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'waybill-dev-')))
  copyClone(copy)
  chooseFreeInspectors()
  const log = openSync(join(copy, 'output.log'), 'a')
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: copy,
    env: {
      ...process.env,
      ...environment,
      WAYBILL_NAMESPACE: namespace,
      PORT: String(await freePort()),
      LOG_LEVEL: 'info',
      TURBO_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await eventually(
    () => {
      if (dev.exitCode !== null) return
      if (!existsSync(join(copy, '.waybill/sandbox.json'))) throw new Error(`not ready:\n${output().slice(-4_000)}`)
    },
    { timeoutMs: 240_000 }, // seven processes start beside other tests
  )
  if (dev.exitCode !== null) throw new Error(`ended at the start:\n${output().slice(-4_000)}`)
}, 300_000)

afterAll(async () => {
  if (dev?.exitCode === null) {
    dev.kill('SIGTERM') // not SIGKILL: it stops the services
    await once(dev, 'exit')
  }
  await removeFromServices(namespace)
  rmSync(copy, { recursive: true, force: true })
})

/** In case `npm run dev` runs here already. */
function chooseFreeInspectors(): void {
  for (const manifest of globSync('apps/*/package.json', { cwd: copy })) {
    const file = join(copy, manifest)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/--inspect=127\.0\.0\.1:\d+/, '--inspect=127.0.0.1:0'))
  }
}

test('the gateway sends browsers to the console of Vite, which passes calls of the API back', async () => {
  const { base_url } = JSON.parse(readFileSync(join(copy, '.waybill/sandbox.json'), 'utf8'))
  const page = await eventually(() => fetch(`${base_url}/console/shipments`))
  expect(await page.text()).toContain('/console/@vite/client')
  expect(new URL(page.url).pathname).toBe('/console/shipments')
  expect(new URL(page.url).port).not.toBe(new URL(base_url).port)
  const reply = await fetch(new URL('/api/v1/shipments', page.url))
  expect([reply.status, reply.headers.get('x-request-id')]).toEqual([401, expect.stringMatching(/^req_/)])
})

test('a saved file restarts only the services that import it, and the end stops all', async () => {
  const startedOnce = Object.fromEntries(SERVICES.map((name) => [name, 1]))
  expect(starts()).toEqual(startedOnce)
  const file = join(copy, 'apps/quoting/src/service.ts')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n// saved\n`)
  await eventually(() => expect(starts()).toEqual({ ...startedOnce, quoting: 2 }))

  const ports = SERVICES.map(opsPort)
  expect(await Promise.all(ports.map(isListening))).toEqual(ports.map(() => true))
  dev.kill('SIGINT')
  await eventually(() => expect(dev.exitCode).toBe(0))
  // Not by their log lines: turbo no longer prints what a process writes later than a moment after the signal.
  await eventually(async () => expect(await Promise.all(ports.map(isListening))).toEqual(ports.map(() => false)))
})
