/** Terminal output of a first start, a second one, a taken port, a directory that cannot be used. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { programEnvironment } from '@waybill/testing/program-environment'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning, knownProcess } from './processes.ts'

const READY_WITHIN_MS = 90_000

function temporaryDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), 'waybill-start-'))
  chmodSync(parent, 0o711)
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}

/** Starts `npm start`'s program on a data directory. */
function startProgram(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    // Not part of these tests: the build of the console.
    env: { ...programEnvironment(), HOST: '127.0.0.1', CONSOLE_DIR: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    printed.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed.err += chunk
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await exited
  })
  return { child, printed, exited }
}

const sandbox = (directory: string): { base_url: string; access_token: string } =>
  JSON.parse(readFileSync(join(directory, 'sandbox.json'), 'utf8'))

async function listShipments(directory: string): Promise<{ merchant_order_ref: string }[]> {
  const { base_url, access_token } = sandbox(directory)
  const headers = { authorization: `Bearer ${access_token}` }
  const reply = (await (await fetch(`${base_url}/api/v1/shipments`, { headers })).json()) as { data: [] }
  return reply.data
}

test('a start prints a call that works, keeps its data for the next start and refuses a second one', async () => {
  const directory = temporaryDirectory()
  const port = String(await freePort())
  const env = { WAYBILL_DATA_DIR: directory, PORT: port }
  const first = startProgram(env)
  await eventually(() => expect(first.printed.out).toContain('Waybill is ready.'), { timeoutMs: READY_WITHIN_MS })
  expect(first.printed.err).toBe('')
  expect(statSync(join(directory, 'sandbox.json')).mode & 0o777).toBe(0o600)

  const { base_url, access_token } = sandbox(directory)
  expect(first.printed.out).toContain(base_url)
  const body = /-d '(.*)'/.exec(first.printed.out)?.[1]
  const created = await fetch(`${base_url}/api/v1/shipments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body,
  })
  expect(created.status).toBe(201)

  const second = startProgram({ ...env, PORT: String(await freePort()) })
  expect(await second.exited).toBe(1)
  expect(second.printed.err).toContain(`Waybill already runs on ${directory} as process ${first.child.pid}.`)

  first.child.kill('SIGTERM')
  expect(await first.exited).toBe(0)
  expect(first.printed.out).toContain(`\nStopped. Your data is in ${directory}: the next start continues with it.\n`)
  expect(existsSync(join(directory, 'sandbox.json'))).toBe(false)
  expect(existsSync(join(directory, 'lock'))).toBe(false)

  const third = startProgram(env)
  await eventually(() => expect(third.printed.out).toContain('Waybill is ready.'), { timeoutMs: READY_WITHIN_MS })
  expect(sandbox(directory).access_token).toBe(access_token)
  expect(await listShipments(directory)).toMatchObject([{ merchant_order_ref: 'ORDER-1' }])
}, 200_000)

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s of npm ends the server and its database',
  async (signal) => {
    const directory = temporaryDirectory()
    const port = String(await freePort())
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      WAYBILL_DATA_DIR: directory,
      PORT: port,
      CONSOLE_DIR: tmpdir(),
    }
    const root = join(import.meta.dirname, '../../..')
    const npm = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: 'ignore' })
    await eventually(() => expect(existsSync(join(directory, 'sandbox.json'))).toBe(true), {
      timeoutMs: READY_WITHIN_MS,
    })
    const [postmaster] = globSync(join(directory, '**/postmaster.pid'))
    const database = knownProcess(Number.parseInt(readFileSync(postmaster ?? '', 'utf8'), 10))
    expect(isRunning(database)).toBe(true)
    npm.kill(signal)
    await eventually(() => expect(isRunning(database)).toBe(false), { timeoutMs: 30_000 })
    await eventually(() => expect(existsSync(join(directory, 'lock'))).toBe(false), { timeoutMs: 30_000 })
  },
  150_000,
)

test('a port that another program uses ends the start before a database is made', async () => {
  const directory = temporaryDirectory()
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const { printed, exited } = startProgram({ WAYBILL_DATA_DIR: directory, PORT: String(port) })
  expect(await exited).toBe(1)
  expect(printed.err).toMatch(
    new RegExp(`^\\nPort ${port} on 127\\.0\\.0\\.1 is in use\\. .* choose another port with PORT=\\d+\\.\\n$`),
  )
  expect(readdirSync(directory)).toEqual([])
})

test('a directory that cannot be created is named', async () => {
  const parent = temporaryDirectory()
  mkdirSync(parent)
  writeFileSync(join(parent, 'file'), '')
  const { printed, exited } = startProgram({ WAYBILL_DATA_DIR: join(parent, 'file', 'data') })
  expect(await exited).toBe(1)
  expect(printed.err).toContain(`Cannot create or write the data directory ${join(parent, 'file', 'data')} (ENOTDIR).`)
})

test('a database directory that is incomplete ends the start, and leaves the directory unlocked', async () => {
  const directory = temporaryDirectory()
  mkdirSync(join(directory, 'postgres', 'cluster'), { recursive: true })
  writeFileSync(join(directory, 'postgres', 'password'), 'lost')
  const { printed, exited } = startProgram({ WAYBILL_DATA_DIR: directory, PORT: String(await freePort()) })
  expect(await exited).toBe(1)
  expect(printed.err).toMatch(/is not a complete PostgreSQL data directory\. Restore a backup, or start empty with/)
  expect(existsSync(join(directory, 'lock'))).toBe(false)
})

test('a variable with a wrong value is named before anything starts', async () => {
  const directory = temporaryDirectory()
  const { printed, exited } = startProgram({ WAYBILL_DATA_DIR: directory, PORT: 'eighty' })
  expect(await exited).not.toBe(0)
  expect(printed.out + printed.err).toContain('PORT')
  expect(existsSync(directory)).toBe(false)
})
