// A process under runUntilSignal. MODE selects the failure: nothing, start, hang, crash, reject.
import { setTimeout as delay } from 'node:timers/promises'
import { runUntilSignal } from '../../process/lifecycle.ts'
import { createLog } from '../../telemetry/log.ts'

const log = createLog({ service: 'lifecycle' })
const mode = process.env.MODE
// Keeps the process alive, like a service's open sockets.
const keepAlive = setInterval(() => {}, 60_000)

await runUntilSignal(
  async () => {
    if (mode === 'start') throw new Error('no database')
    if (mode === 'slow_start') {
      log.info('start.entered')
      await delay(300)
    }
    if (mode === 'crash')
      setTimeout(() => {
        throw new Error('boom')
      }, 10)
    if (mode === 'reject') setTimeout(() => Promise.reject(new Error('boom')), 10)
    return {
      async stop() {
        log.info('stop.called')
        if (mode === 'hang') await new Promise(() => {})
        clearInterval(keepAlive)
      },
    }
  },
  { log, stopLimitMs: Number(process.env.STOP_LIMIT_MS) },
)
