/**
 * `npm test` and `npm run test:full`: the checks and tests of this repository, through turbo, which replays what no change
 * has touched. `npm test -- unit integration` runs only the steps named; `--force` replays nothing.
 */
import { runChosenSteps, type Step } from './test/steps.ts'

const allServices = ['PostgreSQL', 'RabbitMQ', 'Redis'] as const

const steps: Step[] = [
  { name: 'lint', group: 'checks', tasks: ['lint', 'lint:root'] },
  { name: 'typecheck', group: 'checks', tasks: ['typecheck:root', 'typecheck'] },
  { name: 'gen', group: 'checks', tasks: ['gen:check'] },
  { name: 'unit', group: 'checks', tasks: ['test:unit', 'test'] },
  // Apart from the checks, which compute: these wait for services, and their deadlines are real.
  {
    name: 'integration',
    group: 'integration',
    tasks: ['test:int'],
    // With e2e-stack, which takes the machine's own, two versions are tested.
    needs: ['integration PostgreSQL'],
    uses: ['RabbitMQ', 'Redis'],
  },
  // Apart from the rest: each starts the whole product, and together they would need more than 100 connections.
  { name: 'e2e-stack', group: 'e2e', tasks: ['test:e2e:stack'], needs: allServices },
  { name: 'e2e-standalone', group: 'e2e', tasks: ['test:e2e:standalone'] },
  // For what standalone has its own code: bus, state, streams and limits within the process.
  { name: 'e2e-standalone-own', group: 'e2e', tasks: ['test:e2e:standalone:own'], full: true },
  // Programs that developers start: `npm start`, `npm run dev`, builds and the tools of `scripts`.
  {
    name: 'programs',
    group: 'programs',
    tasks: ['test:programs'],
    needs: ['integration PostgreSQL'],
    uses: ['RabbitMQ', 'Redis'],
    full: true,
  },
  { name: 'browser', group: 'pages and telemetry', tasks: ['test:browser'], needs: ['Chromium'], full: true },
  {
    name: 'runtimes',
    group: 'pages and telemetry',
    tasks: ['test:runtimes'],
    needs: ['runtimes', 'Chromium'],
    full: true,
  },
  { name: 'chart', group: 'pages and telemetry', tasks: ['test:chart'], needs: ['helm'], full: true },
  {
    name: 'telemetry',
    group: 'pages and telemetry',
    tasks: ['test:telemetry'],
    needs: [...allServices, 'promtool'],
    full: true,
  },
]

process.exitCode = (await runChosenSteps(steps, process.argv.slice(2))) ? 0 : 1
