/** Runs the steps of `npm test` and adds up what their tests report. */
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { faultTable } from './fault-table.ts'
import { type Counts, countReport, type FileReport, readReport, sum } from './report.ts'
import { bringServices, type NeededService, type TestServices } from './services.ts'
import { runTurbo, type TaskRun } from './turbo.ts'

export interface Step {
  name: string
  /** Steps of one group run side by side; the groups run one after the other, in the order of the list. */
  group: string
  /** Tasks of turbo.json; every workspace that has one runs it. */
  tasks: readonly string[]
  /** Services without which the step cannot run at all. */
  needs?: readonly NeededService[]
  /** Services without which some of its tests are not run. */
  uses?: readonly NeededService[]
  /** Whether only `--full` or its name runs it. */
  full?: boolean
  /** Whether the summary lists every test, and every fault that a test recorded. */
  table?: boolean
}

interface Outcome extends Counts {
  step: Step
  /** Spent by its tasks, added up; 0 when nothing ran. */
  seconds: number
  /** Tests and tasks that were replayed from the cache. */
  replayed: Counts & { tasks: number }
  tasks: number
  reports: FileReport[]
}

const NONE: Counts = { passed: 0, failed: 0, failures: [], unsteady: [], notRun: [] }
/** More tests than this that pass only at their second run fail the whole run. */
const MAX_UNSTEADY = 3
const root = join(import.meta.dirname, '../..')
/** Where the configuration of vitest puts the report of a task; turbo restores it with a replayed result. */
const reportName = (task: string) => `reports/${task.replaceAll(':', '-')}.json`
const findReports = (task: string) =>
  globSync(`{*,apps/*,packages/*}/${reportName(task)}`, { cwd: root }).map((path) => join(root, path))

/**
 * Runs the steps named in the arguments, else those without `full`, or with `--full` all, and prints a summary whose last line is `N passed, N failed`.
 * False when anything failed, a named step could not run, or WAYBILL_TEST_REQUIRE=all and anything was not run.
 */
export async function runChosenSteps(steps: Step[], args: string[]): Promise<boolean> {
  const force = args.includes('--force')
  const names = args.filter((arg) => arg !== '--force' && arg !== '--full')
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}.`)
    return false
  }
  const isUsual = ({ full }: Step) => !full || args.includes('--full')
  const chosen = steps.filter((step) => (names.length === 0 ? isUsual(step) : names.includes(step.name)))
  const startedAt = performance.now()
  const wanted = chosen.flatMap(servicesFor)
  const services = wanted.length > 0 ? await bringServices(wanted) : null
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => Promise.resolve(services?.stop()).finally(() => process.exit(130)))
  const outcomes: Outcome[] = []
  for (const group of new Set(chosen.map((step) => step.group))) {
    const together = chosen.filter((step) => step.group === group)
    outcomes.push(...(await runGroup(together, services, force)))
  }
  await services?.stop()
  return summarize(outcomes, { seconds: (performance.now() - startedAt) / 1000, areNamed: names.length > 0 })
}

const servicesFor = ({ needs = [], uses = [] }: Step) => [...needs, ...uses]

async function runGroup(steps: Step[], services: TestServices | null, force: boolean): Promise<Outcome[]> {
  const missing = services?.missing ?? []
  const lacking = ({ needs = [] }: Step) => needs.filter((service) => missing.includes(service))
  const runnable = steps.filter((step) => lacking(step).length === 0)
  const tasks = runnable.flatMap((step) => step.tasks)
  for (const stale of tasks.flatMap(findReports)) rmSync(stale)
  const env = services?.environmentFor(steps.flatMap(servicesFor)) ?? {}
  const runs = tasks.length === 0 ? [] : await runTurbo({ tasks, force, env })
  return steps.map((step) => {
    const services = lacking(step)
    const remedy = 'WAYBILL_TEST_INSTALL=1 installs what it can'
    if (services.length > 0) return notRun(step, `${step.name} (no ${services.join(', no ')}; ${remedy})`)
    return toOutcome(
      step,
      runs.filter(({ task }) => step.tasks.includes(task)),
    )
  })
}

const notRun = (step: Step, what: string): Outcome => ({
  step,
  seconds: 0,
  ...NONE,
  notRun: [what],
  replayed: { ...NONE, tasks: 0 },
  tasks: 0,
  reports: [],
})

function toOutcome(step: Step, runs: TaskRun[]): Outcome {
  const counted = runs.map((run) => {
    const report = readReport(join(root, run.directory, reportName(run.task)))
    const counts = report ? countReport(report, root) : NONE
    // A task can fail without a failed test: a setup that threw, a worker that died, a check that is no test.
    const unexplained = run.failed && counts.failed === 0 && counts.notRun.length === 0
    const failures = [`${run.task} of ${run.directory}: see its output above`]
    return { run, report, counts: unexplained ? { ...counts, failed: 1, failures } : counts }
  })
  const fromCache = counted.filter(({ run }) => run.replayed)
  const noTaskRan = runs.length === 0 // turbo refused to start: its output says why
  return {
    step,
    seconds: runs.reduce((total, run) => total + (run.replayed ? 0 : run.seconds), 0),
    ...sum([
      ...counted.map(({ counts }) => counts),
      ...(noTaskRan ? [{ ...NONE, failed: 1, failures: ['turbo: see its output above'] }] : []),
    ]),
    replayed: { ...sum(fromCache.map(({ counts }) => counts)), tasks: fromCache.length },
    tasks: runs.length,
    reports: counted.flatMap(({ report }) => report?.testResults ?? []),
  }
}

/** `areNamed`: the steps were asked for by name: one that cannot run is a failure. */
function summarize(outcomes: Outcome[], { seconds, areNamed }: { seconds: number; areNamed: boolean }): boolean {
  console.log('')
  for (const outcome of outcomes) {
    const { step, tasks, passed, failed, replayed } = outcome
    if (step.table) printTable(outcome.reports)
    const result = failed > 0 ? 'FAILED' : tasks === 0 ? 'not run' : 'ok'
    const cached = replayed.tasks > 0 ? `  (${replayed.tasks} of ${tasks} tasks from the cache)` : ''
    const time = `${outcome.seconds.toFixed(1).padStart(6)} s`
    console.log(`${step.name.padEnd(16)} ${result.padEnd(8)} ${time}  ${passed} passed${cached}`)
    for (const what of outcome.notRun) console.log(`  not run: ${what}`)
  }
  const counts = sum(outcomes)
  const { notRun, failures, unsteady } = counts
  if (unsteady.length > 0) console.log(['', 'Unsteady (failed, then passed):', ...indented(unsteady), ''].join('\n'))
  if (failures.length > 0) console.log(['', 'Failed:', ...indented(failures), ''].join('\n'))
  const tooUnsteady = unsteady.length > MAX_UNSTEADY
  if (tooUnsteady) console.log(`More than ${MAX_UNSTEADY} tests are unsteady: the run fails.`)
  const isAllRequired = process.env.WAYBILL_TEST_REQUIRE === 'all'
  const idle = areNamed ? outcomes.filter(({ tasks, notRun }) => tasks === 0 && notRun.length > 0).length : 0
  const lacking = isAllRequired ? notRun.length : idle
  const reason = isAllRequired ? 'WAYBILL_TEST_REQUIRE=all' : 'Asked for by name'
  if (lacking > 0) console.log(`${reason}: what was not run counts as failed (${lacking}).`)
  const replayed = sum(outcomes.map((outcome) => outcome.replayed)).passed
  console.log(`took ${seconds.toFixed(0)} s${replayed > 0 ? `; ${replayed} results are from the cache` : ''}`)
  console.log(`\n${counts.passed} passed, ${counts.failed + lacking} failed`)
  return counts.failed + lacking === 0 && !tooUnsteady
}

const indented = (lines: string[]) => lines.map((line) => `  ${line}`)

function printTable(reports: FileReport[]): void {
  for (const { name, assertionResults } of reports) {
    console.log(`\n${name.replace(`${root}/`, '')}`)
    for (const { status, title, duration } of assertionResults) {
      const time = `${((duration ?? 0) / 1000).toFixed(1).padStart(6)} s`
      console.log(`  ${(status === 'passed' ? 'held' : status).padEnd(8)} ${time}  ${title}`)
    }
  }
  console.log(['', ...faultTable(reports), ''].join('\n'))
}
