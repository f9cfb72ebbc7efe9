/** `npm run new-carrier` in a copy of the repository. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programEnvironment } from '@waybill/testing/program-environment'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Files that the script, the type check and the tests of carriers read. */
const COPIED = [
  'packages',
  'apps',
  'protos',
  'docs',
  'scripts',
  'tools/lint',
  '.gitignore',
  'package.json',
  'biome.json',
  'tsconfig.base.json',
  'vitest.config.ts',
]
const ACME = 'packages/carriers/src/adapters/acme-post'
/** Type check, lint and tests of a package, on a busy machine. */
const SLOW_MS = 400_000

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'waybill-new-carrier-'))
  const isSource = (path: string) => !/\/(node_modules|dist|\.turbo|reports)$/.test(path)
  for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true, filter: isSource })
  linkDependencies()
})
afterAll(() => rmSync(copy, { recursive: true }))

/** The dependencies of this clone, with the workspaces of the copy. */
function linkDependencies(): void {
  const from = join(root, 'node_modules')
  const to = join(copy, 'node_modules')
  mkdirSync(join(to, '@waybill'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (!name.startsWith('.') && name !== '@waybill') symlinkSync(join(from, name), join(to, name))
  }
  // Those of another version than the root's.
  const own = join(root, 'scripts/node_modules')
  if (existsSync(own)) symlinkSync(own, join(copy, 'scripts/node_modules'))
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(copy, group))) {
      symlinkSync(join(copy, group, name), join(to, '@waybill', name))
    }
  }
}

interface Ended {
  code: number
  out: string
}

/** Runs a program of Node.js in the copy. */
const run = (program: string, args: string[], cwd = copy): Promise<Ended> =>
  new Promise((resolve) => {
    // Compiled code is found by its path, and this one is of no use later.
    const env = { ...programEnvironment(), NODE_COMPILE_CACHE: join(copy, 'node_modules/.cache/compile') }
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [join(copy, program), ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: stdout + stderr })
    })
  })

const newCarrier = (...args: string[]) => run('scripts/new-carrier.ts', args)

test(
  'a name that is missing, unsafe or taken is refused',
  async () => {
    const refused = { none: [], path: ['../acme'], code: ['city-van'], folder: ['paper-plane'] }
    const ended = await Promise.all(
      Object.entries(refused).map(async ([why, args]) => [why, await newCarrier(...args)] as const),
    )
    const saying = (text: string) => ({ code: 1, out: expect.stringContaining(text) })
    expect(Object.fromEntries(ended)).toEqual({
      none: saying('Name the carrier'),
      path: saying('is not a name'),
      code: saying('The carrier code city_van is taken.'),
      folder: saying('paper-plane exists.'),
    })
  },
  SLOW_MS,
)

test(
  'a new carrier is registered, type-checked and linted, and its conformance tests say what to write',
  async () => {
    expect(await newCarrier('acme-post', 'Acme Post & Co.')).toEqual({
      code: 0,
      out: expect.stringContaining('Made for Acme Post & Co.'),
    })
    const registry = readFileSync(join(copy, 'packages/carriers/src/registry.ts'), 'utf8')
    expect(registry).toContain('{ descriptor: acmePostDescriptor, create: createAcmePostAdapter },')
    expect(readFileSync(join(copy, 'docs/carriers/README.md'), 'utf8')).toContain(
      '| [Acme Post & Co.](acme-post.md) | `acme_post` | API key |',
    )
    expect((await newCarrier('acme-post')).out).toContain('taken')

    const lint = await run('node_modules/@biomejs/biome/bin/biome', [
      'check',
      '--error-on-warnings',
      'packages/carriers',
    ])
    expect(lint).toEqual({ code: 0, out: expect.any(String) })
    const types = await run('node_modules/typescript/bin/tsc', ['--noEmit'], join(copy, 'packages/carriers'))
    expect(types).toEqual({ code: 0, out: '' })

    const reports = await vitest('packages/carriers/src/registry.test.ts', ACME)
    expect(reports.find(({ path }) => path.endsWith('registry.test.ts'))?.failed).toEqual([])
    const conformance = reports.find(({ path }) => path.includes(ACME))
    expect(conformance?.passed).toBeLessThan(5)
    const failed = conformance?.failed ?? []
    const saysWhat = failed.filter((message) => /Write \w+ of the adapter to Acme Post & Co\./.test(message))
    expect(failed.length).toBeGreaterThan(20)
    // The others ask whether a failure may pass, which this one does not.
    expect(saysWhat.length).toBeGreaterThan(failed.length * 0.75)
  },
  SLOW_MS,
)

interface FileReport {
  path: string
  passed: number
  /** Messages of the tests that fail. */
  failed: string[]
}

async function vitest(...paths: string[]): Promise<FileReport[]> {
  const file = join(copy, 'report.json')
  const projects = ['--project', 'unit', '--project', 'int']
  const output = ['--reporter', 'json', '--outputFile', file]
  const { out } = await run('node_modules/vitest/vitest.mjs', ['run', '--root', copy, ...projects, ...output, ...paths])
  if (!existsSync(file)) throw new Error(`vitest made no report:\n${out}`)
  const report: { testResults: { name: string; assertionResults: { status: string; failureMessages: string[] }[] }[] } =
    JSON.parse(readFileSync(file, 'utf8'))
  return report.testResults.map(({ name, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status !== 'passed')
    const passed = assertionResults.length - failed.length
    return { path: name, passed, failed: failed.map(({ failureMessages }) => failureMessages.join('\n')) }
  })
}
