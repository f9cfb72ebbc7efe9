/**
 * What `npm test` runs: every check of this repository, one after the other, against real services.
 * `npm test -- unit integration` runs only the steps named.
 *
 * WAYBILL_TEST_INSTALL=1 installs missing services from Debian's packages; with WAYBILL_TEST_REQUIRE=all a suite that
 * cannot be run for want of a service is a failure.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestService } from '@waybill/testing/services'
import { type Counts, readCounts, sum } from './test/report.ts'
import { bringServices, type TestServices } from './test/services.ts'

const root = join(import.meta.dirname, '..')
const vitest = 'node_modules/vitest/vitest.mjs'
const everyService: TestService[] = ['PostgreSQL', 'RabbitMQ', 'Redis']

interface Step {
  name: string
  /** Arguments of node. */
  command: string[]
  needs?: TestService[]
  env?: Record<string, string>
  /** Whether its tests are counted; a step without is one check. */
  counted?: boolean
}

const suite = (name: string, projects: string[], more: Partial<Step> = {}): Step => ({
  name,
  command: [vitest, 'run', ...projects.map((project) => `--project=${project}`), '--passWithNoTests'],
  counted: true,
  ...more,
})

const steps: Step[] = [
  { name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'typecheck', command: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'gen', command: ['scripts/gen.ts', '--check'] },
  suite('unit', ['unit', 'rules']),
  suite('integration', ['int'], { needs: ['PostgreSQL'] }),
  suite('e2e-standalone', ['e2e'], { env: { WAYBILL_E2E_MODE: 'standalone' } }),
  suite('e2e-stack', ['e2e'], { env: { WAYBILL_E2E_MODE: 'stack' }, needs: everyService }),
  suite('browser', ['browser'], { env: { WAYBILL_E2E_MODE: 'standalone' }, needs: ['Chromium'] }),
  suite('telemetry', ['telemetry'], { needs: [...everyService, 'promtool'] }),
  suite('faults', ['faults'], { needs: everyService }),
]

interface Outcome extends Counts {
  name: string
  seconds: number
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
process.exitCode = (await main(steps.filter(({ name }) => chosen.length === 0 || chosen.includes(name)))) ? 0 : 1

async function main(todo: Step[]): Promise<boolean> {
  const reports = mkdtempSync(join(tmpdir(), 'waybill-reports-'))
  const services = todo.some(({ needs }) => needs) ? await bringServices() : null
  const letGo = async () => {
    await services?.stop()
    rmSync(reports, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => letGo().finally(() => process.exit(130)))
  const outcomes: Outcome[] = []
  for (const step of todo) outcomes.push(await runStep(step, services, join(reports, `${step.name}.json`)))
  await letGo()
  return summarize(outcomes)
}

async function runStep(step: Step, services: TestServices | null, reportFile: string): Promise<Outcome> {
  const missing = services?.missing ?? []
  const lacking = (step.needs ?? []).filter((service) => missing.includes(service))
  if (lacking.length > 0)
    return { name: step.name, seconds: 0, passed: 0, failed: 0, notRun: [`${step.name} (no ${lacking.join(', no ')})`] }

  console.log(`\n=== ${step.name}`)
  const startedAt = performance.now()
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const command = step.counted ? [...step.command, ...reporters] : step.command
  const env = { ...services?.env, ...step.env, WAYBILL_TEST_MISSING: missing.join(',') }
  const passed = (await runNode(command, env)) === 0
  const seconds = (performance.now() - startedAt) / 1000
  const counts = step.counted ? readReport(reportFile) : { passed: 0, failed: 0, notRun: [] }
  // A run can fail without a failed test: a setup that threw, a worker that died, a check that is no test.
  const unexplained = !passed && counts.failed === 0 && counts.notRun.length === 0
  return { name: step.name, seconds, ...counts, failed: unexplained ? 1 : counts.failed }
}

function runNode(args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function readReport(file: string): Counts {
  try {
    return readCounts(file, root)
  } catch {
    return { passed: 0, failed: 1, notRun: [] } // the run ended before it could report
  }
}

function summarize(outcomes: Outcome[]): boolean {
  console.log('')
  for (const { name, seconds, passed, failed, notRun } of outcomes) {
    const result = failed > 0 ? 'FAILED' : seconds === 0 ? 'not run' : 'ok'
    console.log(`${name.padEnd(16)} ${result.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${passed} passed`)
    for (const what of notRun) console.log(`  not run: ${what}`)
    if (failed > 0 && passed === 0) console.log(`  see the output of ${name} above`)
  }
  const counts = sum(outcomes)
  const { notRun } = counts
  const lacking = process.env.WAYBILL_TEST_REQUIRE === 'all' ? notRun.length : 0
  if (lacking > 0) console.log(`WAYBILL_TEST_REQUIRE=all: what was not run counts as failed (${lacking}).`)
  console.log(`\n${counts.passed} passed, ${counts.failed + lacking} failed`)
  return counts.failed + lacking === 0
}
