/**
 * `npm run stack`: the six processes of a deployment on this machine's PostgreSQL, RabbitMQ and Redis, each started as
 * `node apps/<name>/src/main.ts`. Their output goes to logs/<name>.log in the data directory.
 */
import { runProcess } from '@waybill/chassis/process/run-service'
import { exitOnStartError } from '@waybill/standalone/start-error'
import { readConfig } from './stack/config.ts'
import { STACK_STOPS_WITHIN_MS, startStack } from './stack/stack.ts'

await runProcess('stack', readConfig, (config, parts) => startStack(config, parts).catch(exitOnStartError), {
  stopLimitMs: STACK_STOPS_WITHIN_MS,
})
