import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Stoppable } from '../loops/loops.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { StartConditions } from './start-conditions.ts'

/** A check that takes longer fails, so that a probe never hangs. */
const READINESS_TIMEOUT_MS = 2_000
/** Notes are left out rather than waited for. */
const NOTES_TIMEOUT_MS = 500

export interface OpsServer extends Stoppable {
  readonly port: number
  /**
   * From now on `/readyz` runs the checks. Until then it reports `starting` and what the start waits for. `readNotes`: what
   * an operator should know of a process that is ready, for example that nothing is set up yet.
   */
  setServing(readNotes?: () => Promise<string[]>): void
  /**
   * From now on `/readyz` answers 503. Resolves after `drainDelayMs`, by when load balancers should send no new traffic.
   */
  drain(): Promise<void>
}

/**
 * The operator's port of a service: `/livez` (the process answers), `/readyz` (it can do its work, or the names of
 * the checks that fail) and `/metrics`, for GET and HEAD. Never public: put no route to it outside the cluster.
 */
export async function startOpsServer(options: {
  host: string
  port: number
  metrics: Metrics
  /** Each check by name; false fails it. A rejection fails the check `readiness`, and its text is only logged. */
  readiness: () => Promise<Record<string, boolean>>
  /** Conditions that the start waits for. */
  startConditions?: StartConditions
  drainDelayMs?: number
  log: Logger
}): Promise<OpsServer> {
  const { host, metrics, readiness, startConditions, drainDelayMs = 0, log } = options
  let phase: 'starting' | 'serving' | 'draining' = 'starting'
  let readNotes = async (): Promise<string[]> => []

  async function checkReadiness(): Promise<{ failing: string[]; notes: string[] }> {
    if (phase === 'starting') return { failing: ['starting', ...(startConditions?.unmet() ?? [])], notes: [] }
    if (phase === 'draining') return { failing: ['draining'], notes: [] }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('readiness checks took too long')), READINESS_TIMEOUT_MS)
    })
    try {
      const reading = readNotes().catch((): string[] => [])
      const checks = await Promise.race([readiness(), late])
      const failing = Object.keys(checks).filter((name) => !checks[name])
      return { failing, notes: failing.length > 0 ? [] : await Promise.race([reading, delay(NOTES_TIMEOUT_MS, [])]) }
    } catch (error) {
      log.warn({ err: error }, 'readiness.check_failed')
      return { failing: ['readiness'], notes: [] }
    } finally {
      clearTimeout(timer)
    }
  }

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/livez') return sendJson(response, 200, { status: 'alive' })
    if (path === '/readyz') {
      const { failing, notes } = await checkReadiness()
      if (failing.length > 0) return sendJson(response, 503, { status: 'not_ready', failing })
      return sendJson(response, 200, notes.length > 0 ? { status: 'ready', notes } : { status: 'ready' })
    }
    if (path === '/metrics') {
      const { contentType, text } = await metrics.render()
      return void response.writeHead(200, { 'content-type': contentType }).end(text)
    }
    return sendJson(response, 404, { status: 'not_found' })
  }

  const server = createServer((request, response) => {
    // A webhook that reaches this port through a mistake of configuration is a POST: it must not read anything.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return sendJson(response, 405, { status: 'method_not_allowed' })
    }
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    answer(path, response).catch((error: unknown) => {
      log.error({ err: error, path }, 'ops.answer_failed')
      if (!response.headersSent) sendJson(response, 500, { status: 'error' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, host, () => resolve())
  })

  return {
    port: (server.address() as AddressInfo).port,
    setServing(notes) {
      if (notes) readNotes = notes
      phase = 'serving'
    },
    async drain() {
      phase = 'draining'
      await delay(drainDelayMs)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
