import { SIGNATURE_HEADER, signCallback, simulatedAccountSecret } from '@waybill/carriers/adapters/simulated/signature'
import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { request } from 'undici'
import type { SimulatorContext } from '../context.ts'
import type { Fault } from '../faults/fault.ts'
import { magicFault } from '../faults/magic-values.ts'
import { hasCallbackFaults, takeFault } from '../faults/repository.ts'
import { type Callback, claimCallbacks, delayCallback, markReported, scheduleRetry } from './repository.ts'

const BATCH = 16
const SEND_TIMEOUT_MS = 5_000
/** Longer than two sends, so that no callback is sent by two processes at once. */
const LEASE_MS = 15_000
const POLL_MS = 1_000
const REST_MS = 3_000

type ReporterContext = Pick<SimulatorContext, 'db' | 'simulatorKey' | 'log'> & { metrics: Metrics }

/** Sends facts to the callback addresses of their jobs until a 2xx acknowledges them. */
export function startReporter(context: ReporterContext): Loop {
  const { db, log, metrics } = context
  const reports = metrics.counter<'outcome'>({
    name: 'simulator_reports_total',
    help: 'Tracking facts sent to callback addresses',
    labels: ['outcome'],
  })
  return startLoop({
    name: 'simulator.report',
    intervalMs: POLL_MS,
    restMs: REST_MS,
    log,
    work: async () => {
      const callbacks = await claimCallbacks(db, { limit: BATCH, leaseMs: LEASE_MS })
      const hasPlanned = callbacks.length > 0 && (await hasCallbackFaults(db))
      await Promise.all(
        callbacks.map(async (callback) => {
          const outcome = await report(context, callback, await findFault(context, callback, hasPlanned))
          if (outcome !== 'delayed') reports.inc({ outcome })
        }),
      )
      // The next fact of a job can be claimed only after this one is reported.
      return callbacks.length > 0 ? 'again' : 'rest'
    },
  })
}

/** A planned fault takes precedence over a magic value. */
async function findFault({ db }: ReporterContext, callback: Callback, hasPlanned: boolean): Promise<Fault | null> {
  const { carrierCode, carrierAccountId, request } = callback
  const planned = hasPlanned && (await takeFault(db, { carrierCode, carrierAccountId, operation: 'callback' }))
  return planned || restrictMagicFault(callback, magicFault(carrierCode, 'callback', request))
}

/** A magic value affects the first attempt of a callback only; `out_of_order` affects every other callback. */
function restrictMagicFault({ number, attempts }: Callback, fault: Fault | null): Fault | null {
  if (fault === null || attempts > 1) return null
  return fault.mode === 'out_of_order' && number % 2 === 0 ? null : fault
}

async function report(
  { db, simulatorKey, log }: ReporterContext,
  callback: Callback,
  fault: Fault | null,
): Promise<'arrived' | 'failed' | 'delayed'> {
  if (fault?.mode === 'slow' || fault?.mode === 'out_of_order') {
    await delayCallback(db, callback, { delayMs: fault.delayMs, mayBeOvertaken: fault.mode === 'out_of_order' })
    return 'delayed'
  }
  const secret = simulatedAccountSecret(simulatorKey, callback.carrierAccountId)
  if (fault?.mode === 'duplicate') await send(callback, secret)
  // A receiver that verifies signatures refuses the wrong one; the retry has the right one.
  const failure = await send(callback, fault?.mode === 'wrong_signature' ? 'not the secret of any account' : secret)
  if (failure === null) {
    await markReported(db, callback)
    return 'arrived'
  }
  const { jobId, number, attempts } = callback
  log.warn({ jobId, fact: number, attempts, failure }, 'callback.failed')
  await scheduleRetry(db, callback)
  return 'failed'
}

/** Null: acknowledged with a 2xx. Otherwise a code for the log. */
async function send({ body, callbackUrl }: Callback, secret: string): Promise<string | null> {
  const rawBody = JSON.stringify(body)
  try {
    const response = await request(callbackUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signCallback(secret, rawBody, new Date()) },
      body: rawBody,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
    await response.body.dump()
    return response.statusCode >= 200 && response.statusCode < 300 ? null : `http_${response.statusCode}`
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'failed'
  }
}
