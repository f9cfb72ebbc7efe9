/**
 * Measures this machine: the product as a stack, next to a bare chain of the same libraries, minutes apart.
 *   npm run bench                       every scenario
 *   npm run bench -- create webhooks    some
 *   npm run bench -- --seconds 20       longer runs (default 10)
 *   npm run bench -- --rounds 5         the scenarios five times in turn; bench-results.json has the medians
 */
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { testPostgresUrl } from '@waybill/testing/services'
import { startSystem } from '../support/running-system.ts'
import { startBareChain } from './bare/start.ts'
import { checkQuiet } from './quiet.ts'
import { createReport } from './report.ts'
import type { ResultRow } from './result-row.ts'
import { type Scenario, scenarios } from './scenarios.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '10' }, rounds: { type: 'string', default: '1' } },
})
const chosen = positionals.length > 0 ? positionals : Object.keys(scenarios)
const unknown = chosen.filter((name) => !Object.hasOwn(scenarios, name))
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}: choose from ${Object.keys(scenarios).join(', ')}.`)
  process.exit(1)
}

const [cpu] = cpus()
console.log(
  `${cpus().length} × ${cpu?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; ` +
    'load generator, services, Postgres, RabbitMQ and Redis on it together',
)
await checkQuiet('before')
const report = createReport()
const env = { LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1', SIMULATOR_STEP_MS: '0', WEBHOOK_SUBSCRIPTION_LIMIT: '500' }
const system = await startSystem({ mode: 'stack', env })
try {
  const database = new URL(testPostgresUrl())
  database.pathname = `/${system.namespace}`
  const bare = await startBareChain(database.href)
  const { sandbox, namespace } = system
  const running = { sandbox, namespace, env, stackPid: system.pid(), databaseUrl: database.href }
  try {
    const rows: ResultRow[] = []
    const bench = { ...running, bareUrl: bare.url, seconds: Number(values.seconds), note: report.note }
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const name of chosen) {
        const scenario: Scenario = scenarios[name as keyof typeof scenarios]
        rows.push(...(await scenario(bench)))
      }
    }
    console.table(rows.map(({ byProcess, ...shown }) => shown))
    const withCosts = rows.filter(({ byProcess }) => byProcess && Object.keys(byProcess).length > 0)
    if (withCosts.length > 0) {
      console.log('CPU µs per request, including its events and their consumers:')
      console.table(Object.fromEntries(withCosts.map(({ scenario, byProcess }) => [scenario, byProcess])))
    }
    console.table(report.results())
    report.write('bench-results.json')
  } finally {
    await bare.stop()
  }
} finally {
  await system.remove()
}
await checkQuiet('after')
