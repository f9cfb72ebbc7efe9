/** `npm start` in a copy of the clone, in which the console is not built. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deprovision } from '@waybill/chassis/postgres/provision'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { programEnvironment } from '@waybill/testing/program-environment'
import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { copyClone } from '../support/clone-copy.ts'

const BUILT_WITHIN_MS = 180_000
const READY_WITHIN_MS = 90_000

let copy: string
const namespace = testNamespace()
beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'waybill-first-')))
  copyClone(copy)
  holdBuilds()
})
afterAll(async () => {
  rmSync(copy, { recursive: true, force: true })
  const services = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator']
  await deprovision({ adminUrl: testPostgresUrl(), namespace, services })
})

const go = () => join(copy, 'go')

/** Builds in the copy wait for the file `go`, so that a test can look at one that is not complete. */
function holdBuilds(): void {
  const config = join(copy, 'apps/console/vite.config.ts')
  const wait = `import { existsSync } from 'node:fs'
while (!existsSync(${JSON.stringify(go())})) await new Promise((resolve) => setTimeout(resolve, 20))
`
  writeFileSync(config, wait + readFileSync(config, 'utf8'))
}

/** Resolves when the API is ready. */
async function start() {
  const port = await freePort()
  const child = spawn(process.execPath, ['apps/standalone/src/main.ts'], {
    cwd: copy,
    env: {
      ...programEnvironment(),
      DATABASE_URL: testPostgresUrl(),
      WAYBILL_NAMESPACE: namespace,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (printed.out += chunk))
  child.stderr.on('data', (chunk) => (printed.err += chunk))
  onTestFinished(() => stop(child))
  await eventually(() => expect(printed.out, printed.err).toContain('Waybill is ready.'), {
    timeoutMs: READY_WITHIN_MS,
  })
  return { child, printed, url: `http://127.0.0.1:${port}` }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const dist = () => join(copy, 'apps/console/dist')
const stamp = () => readFileSync(join(dist(), 'sources.sha256'), 'utf8')
const unfinished = () => readdirSync(join(copy, 'apps/console')).filter((name) => name.startsWith('.unfinished-'))

test('the API is ready before the console, which says that it is being built and then opens', async () => {
  const { child, printed, url } = await start()
  expect(existsSync(dist())).toBe(false)
  await eventually(async () => {
    const page = await fetch(`${url}/console/shipments`)
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('is being built')])
  })
  writeFileSync(go(), '')
  await eventually(async () => expect((await fetch(`${url}/console/shipments`)).status).toBe(200), {
    timeoutMs: BUILT_WITHIN_MS,
  })
  const page = await fetch(`${url}/console/shipments`)
  const script = /<script type="module"[^>]* src="(\/console\/assets\/[^"]+)"/.exec(await page.text())?.[1]
  const loaded = await fetch(url + script)
  expect([loaded.status, loaded.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect(printed.err).toBe('')
  await stop(child)
  expect([child.exitCode, unfinished()]).toEqual([0, []])
}, 300_000)

test('a start builds again only if the sources have changed, and shows the former console until then', async () => {
  const before = stamp()
  const html = join(copy, 'apps/console/index.html')
  writeFileSync(html, readFileSync(html, 'utf8').replace('<title>Waybill<', '<title>Waybill, changed<'))
  const { child, url } = await start()
  expect((await fetch(`${url}/console`)).status).toBe(200)
  await eventually(() => expect(stamp()).not.toBe(before), { timeoutMs: BUILT_WITHIN_MS })
  await eventually(async () => expect(await (await fetch(`${url}/console`)).text()).toContain('Waybill, changed'))
  await stop(child)
}, 300_000)

test('the end of a start ends its build', async () => {
  rmSync(dist(), { recursive: true })
  rmSync(go())
  const { child } = await start()
  await eventually(() => expect(unfinished()).toHaveLength(1))
  await stop(child)
  expect([child.exitCode, unfinished()]).toEqual([0, []])
  expect(existsSync(join(copy, 'apps/console/dist.status.json'))).toBe(false)
}, 150_000)

test('a build that fails is explained at /console and in the terminal, and the API goes on', async () => {
  writeFileSync(go(), '')
  const main = join(copy, 'apps/console/src/main.tsx')
  writeFileSync(main, `import './no-such-file.ts'\n${readFileSync(main, 'utf8')}`)
  const { child, printed, url } = await start()
  await eventually(async () => expect(await (await fetch(`${url}/console`)).text()).toContain('could not be built'), {
    timeoutMs: BUILT_WITHIN_MS,
  })
  expect(await (await fetch(`${url}/console`)).text()).toContain('no-such-file')
  expect(printed.err).toContain('The console could not be built. The API is not affected.')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await stop(child)
  expect(unfinished()).toEqual([])
}, 300_000)
