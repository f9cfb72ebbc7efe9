/** `npm run faults`: breaks processes and services of a running product, and prints a table of what held. */
import { runChosenSteps } from './test/steps.ts'

const steps = [
  {
    name: 'faults',
    group: 'faults',
    tasks: ['faults'],
    needs: ['PostgreSQL', 'RabbitMQ', 'Redis'] as const,
    table: true,
  },
]

process.exitCode = (await runChosenSteps(steps, process.argv.slice(2))) ? 0 : 1
