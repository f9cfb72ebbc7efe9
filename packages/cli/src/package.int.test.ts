/** The package that merchants install: its program in an otherwise empty folder, in every Node.js that it promises. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtPackage } from './testing/built-package.ts'

const LARGEST_BYTES = 560 * 1024
/** While a program runs, the timeouts of the tests do not. */
const ENDED_IN_TIME = { timeout: 300_000, killSignal: 'SIGKILL' } as const
const parent = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
const directory = join(parent, 'project')
let dist: string

beforeAll(() => {
  dist = builtPackage(join(parent, 'dist'))
  mkdirSync(directory)
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: directory, encoding: 'utf8', stdio: 'pipe', ...ENDED_IN_TIME })
  const [packed] = JSON.parse(npm('pack', dist, '--json')) as [{ filename: string }]
  writeFileSync(join(directory, 'package.json'), '{ "name": "empty", "private": true }\n')
  npm('install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`)
}, 1_200_000) // npm on a busy machine
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Every version of Node.js on the PATH from 20 on. */
function nodePrograms(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [process.execPath, ...folders.map((folder) => join(folder, 'node'))]
  const byVersion = new Map<string, string>()
  for (const program of candidates.filter((one) => existsSync(one))) {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8', ...ENDED_IN_TIME }).trim()
    if (Number(/\d+/.exec(version)) >= 20 && !byVersion.has(version)) byVersion.set(version, program)
  }
  return [...byVersion.values()]
}

const installed = join(directory, 'node_modules/@waybill/cli/waybill.js')
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, {
    cwd: directory,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: directory },
    ...ENDED_IN_TIME,
  })

test('npx waybill shows its help', () => {
  const { status, stdout } = run('npx', '--no', '--', 'waybill', '--help')
  expect(status).toBe(0)
  expect(stdout).toContain('Usage: waybill [options] [command]')
  expect(stdout).not.toContain('admin')
})

test('the program is one file without dependencies', async () => {
  const manifest = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('private')
  expect(readFileSync(installed).length).toBeLessThan(LARGEST_BYTES)
  const { messages } = await publint({ pkgDir: dist, level: 'warning', strict: true, pack: false })
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
})

test('it runs in every Node.js from 20 on', () => {
  for (const program of nodePrograms()) {
    expect(JSON.parse(run(program, installed, 'shipments', 'example').stdout)).toHaveProperty('parcels')
    expect(run(program, installed, 'shipments', 'list'), program).toMatchObject({ status: 3, stdout: '' })
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(run(program, installed, 'completion', shell).stdout, `${program} ${shell}`).toContain('waybill')
    expect(run(program, installed, 'complete', '--', 'shipments', 'l').stdout).toContain('list')
  }
})
