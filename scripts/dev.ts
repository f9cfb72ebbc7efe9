/**
 * `npm run dev`: the services under watch in one terminal, on this machine's PostgreSQL, RabbitMQ and Redis. Each is the
 * persistent task `dev` of its workspace; a saved file restarts the services that import it. Inspectors listen on
 * 9230 to 9235.
 */
import { runProcess } from '@waybill/chassis/process/run-service'
import { exitOnStartError } from '@waybill/standalone/start-error'
import { readConfig } from './stack/config.ts'
import { startDev } from './stack/dev.ts'

await runProcess('dev', readConfig, (config, parts) => startDev(config, parts).catch(exitOnStartError))
