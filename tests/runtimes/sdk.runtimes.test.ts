/** The packed SDK on every runtime that it supports, against the running product. */
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type InstalledPackage, installPackage } from '@waybill/sdk/testing/built-package'
import { programEnvironment } from '@waybill/testing/program-environment'
import { testRuntimes } from '@waybill/testing/services'
import { chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../e2e/api.ts'
import { createTenant } from '../e2e/tenant.ts'
import { type Front, startFront } from './front.ts'

const baseUrl = sandbox.base_url.replace(/\/+$/, '')
const TIMEOUT_MS = 150_000
/** Runtime → its program in the folder of packages, its arguments, and what its version says. */
const runtimes: [name: string, program: string, args: string[], version: RegExp][] = [
  ['Node.js 20', 'node-20/bin/node', [], /^v20\./],
  ['Node.js 22', 'node-22/bin/node', [], /^v22\./],
  ['Node.js 24', 'node-24/bin/node', [], /^v24\./],
  ['Bun', '@oven/bun-linux-x64/bin/bun', [], /^1\./],
  // It may read the package and its variables, and reach the network. Nothing is downloaded.
  [
    'Deno',
    '@deno/linux-x64-glibc/deno',
    ['run', '--cached-only', '--allow-net', '--allow-env', '--allow-read'],
    /^deno 2\./,
  ],
]

let project: InstalledPackage
let front: Front
let token: string
beforeAll(async () => {
  project = installPackage()
  // Beside the package, so that it is found from there.
  for (const file of ['walk.mjs', 'main.mjs', 'page.mjs'])
    cpSync(join(import.meta.dirname, file), join(project.directory, file))
  token = (await createTenant()).access_token
  front = await startFront({ baseUrl, token }, await bundle(join(project.directory, 'page.mjs')))
})
afterAll(() => {
  front?.stop()
  project?.remove()
})

async function bundle(input: string): Promise<string> {
  const built = await rolldown({ input, platform: 'browser' })
  const { output } = await built.generate({ format: 'esm', minify: true })
  await built.close()
  return output[0].code
}

function expectWhole(seen: Record<string, unknown>): void {
  expect(seen).toMatchObject({
    booked: true,
    recipient: 'Zoë Müller',
    verified: 'evt_1',
    forged: 'signature_mismatch',
    missing: 'NotFoundError shipment_not_found',
    wrong: 'InvalidRequestError validation_error',
    timedOut: 'TimeoutError timed_out',
    sum: true,
  })
  expect((seen.tracked as string[]).at(-1)).toBe('delivered')
  expect((seen.streamed as string[]).at(-1)).toBe('shipment.delivered')
}

test.each(runtimes)('%s ships with the packed package', async (_name, program, args, version) => {
  const path = join(testRuntimes(), program)
  const env = { ...programEnvironment(), HOME: project.directory, DENO_DIR: join(project.directory, '.deno') }
  const run = (...given: string[]) =>
    promisify(execFile)(path, given, {
      cwd: project.directory,
      timeout: TIMEOUT_MS,
      env: {
        ...env,
        DENO_NO_UPDATE_CHECK: '1',
        WAYBILL_URL: baseUrl,
        WAYBILL_API_KEY: token,
        SILENT_URL: front.silentUrl,
      },
    })
  expect((await run('--version')).stdout).toMatch(version)
  const { stdout, stderr } = await run(...args, 'main.mjs')
  expect(stderr).toBe('')
  expectWhole(JSON.parse(stdout))
})

test('Chromium ships from a page with a strict content policy, and needs consent to hold a token', async () => {
  const browser = await chromium.launch({
    executablePath: process.env.WAYBILL_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'], // Chromium's sandbox does not start as root in a container.
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // Chromium reports each response of 4xx, which the walk asks for.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(front.url)
  await page.locator('#done').waitFor({ timeout: TIMEOUT_MS })
  const text = (await page.locator('body').textContent()) ?? ''
  expect(text).toMatch(/^{/)
  const { refused, ...seen } = JSON.parse(text)
  expect(refused).toContain('dangerouslyAllowBrowser')
  expectWhole(seen)
  expect(complaints).toEqual([])
})
