/**
 * `npm test`: every check and test of this repository, through turbo, which replays what no change has touched.
 * `npm test -- unit integration` runs only the steps named; `npm test -- --force` replays nothing.
 */
import { runChosenSteps, type Step } from './test/steps.ts'

const allServices = ['PostgreSQL', 'RabbitMQ', 'Redis'] as const

const steps: Step[] = [
  { name: 'lint', group: 'checks', tasks: ['lint', 'lint:root'] },
  { name: 'typecheck', group: 'checks', tasks: ['typecheck:root', 'typecheck'] },
  { name: 'gen', group: 'checks', tasks: ['gen:check'] },
  { name: 'unit', group: 'checks', tasks: ['test'] },
  // Apart from the checks, which compute: these wait for services, and their deadlines are real.
  { name: 'integration', group: 'integration', tasks: ['test:int'], needs: ['PostgreSQL'] },
  // Apart from the rest: each starts the whole product, and together they would need more than 100 connections.
  { name: 'e2e-standalone', group: 'e2e', tasks: ['test:e2e:standalone'] },
  { name: 'e2e-stack', group: 'e2e', tasks: ['test:e2e:stack'], needs: allServices },
  { name: 'browser', group: 'pages and telemetry', tasks: ['test:browser'], needs: ['Chromium'] },
  { name: 'runtimes', group: 'pages and telemetry', tasks: ['test:runtimes'], needs: ['runtimes', 'Chromium'] },
  { name: 'telemetry', group: 'pages and telemetry', tasks: ['test:telemetry'], needs: [...allServices, 'promtool'] },
]

process.exitCode = (await runChosenSteps(steps, process.argv.slice(2))) ? 0 : 1
