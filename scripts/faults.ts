/** `npm run faults`: breaks processes and services of a running product, and prints a table of what held. */
import { runChosenSteps } from './test/steps.ts'

const steps = [
  {
    name: 'faults',
    group: 'faults',
    tasks: ['faults'],
    // The embedded PostgreSQL, which takes more connections than the default; the machine's own for its pg_dump.
    needs: ['PostgreSQL', 'integration PostgreSQL', 'RabbitMQ', 'Redis'] as const,
    table: true,
  },
]

process.exitCode = (await runChosenSteps(steps, process.argv.slice(2))) ? 0 : 1
