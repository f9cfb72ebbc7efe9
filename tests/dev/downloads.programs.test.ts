/** A Waybill serves its own clients: what npm installs from it, and what runs then. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startTestGateway, type TestGateway } from '@waybill/gateway/testing/running-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const parent = mkdtempSync(join(tmpdir(), 'waybill-downloads-'))
const { version } = JSON.parse(readFileSync(join(root, 'apps/gateway/package.json'), 'utf8'))
let gateway: TestGateway
let empty: TestGateway
beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'apps/gateway/build-downloads.ts'), join(parent, 'packed')], {
    stdio: 'pipe',
  })
  gateway = await startTestGateway({ downloadsDirectory: join(parent, 'packed') })
  empty = await startTestGateway({ downloadsDirectory: join(parent, 'nothing') })
}, 600_000)
afterAll(async () => {
  await gateway?.stop()
  await empty?.stop()
  rmSync(parent, { recursive: true, force: true })
})

test.each([
  ['sdk', ['node', '-e', "console.log(require('@waybill/sdk').VERSION)"], /^\d/],
  ['cli', ['npx', '--no', 'waybill', '--version'], /^\d/],
  ['mcp', ['npx', '--no', '--', 'waybill-mcp', '--help'], /WAYBILL_API_KEY/],
] as const)(
  'npm installs waybill-%s.tgz, of the version of the server',
  async (name, [program, ...args], printed) => {
    const project = mkdtempSync(join(parent, `${name}-`))
    // The gateway that serves the package runs in this process.
    const run = async (command: string, words: readonly string[]) => {
      const { stdout, stderr } = await promisify(execFile)(command, words, { cwd: project, timeout: 120_000 })
      return stdout + stderr
    }
    writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
    await run('npm', ['install', '--no-audit', '--no-fund', `${gateway.url}/downloads/waybill-${name}.tgz`])
    const manifest = JSON.parse(readFileSync(join(project, `node_modules/@waybill/${name}/package.json`), 'utf8'))
    expect(manifest.version).toBe(version)
    expect(await run(program, args)).toMatch(printed)
  },
  300_000,
)

test('a package that is not built yet is 503, which npm tries again', async () => {
  const reply = await empty.call('GET', '/downloads/waybill-sdk.tgz', { token: null })
  expect([reply.status, reply.body.error.retryable]).toEqual([503, true])
})
