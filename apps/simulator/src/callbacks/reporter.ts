import { SIGNATURE_HEADER, signCallback, simulatedAccountSecret } from '@waybill/carriers/simulated/signature'
import { type Loop, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { request } from 'undici'
import type { SimulatorContext } from '../context.ts'
import { type Fault, magicFault } from '../faults/fault.ts'
import { hasReportFaults, takeFault } from '../faults/repository.ts'
import { type Callback, claimCallbacks, holdBack, markReported, postponeReport } from './repository.ts'

const BATCH = 16
const SEND_TIMEOUT_MS = 5_000
/** Longer than a send takes, so that no report is sent twice at once. */
const LEASE_MS = 15_000
const POLL_MS = 1_000

type ReporterContext = Pick<SimulatorContext, 'db' | 'simulatorKey' | 'log'> & { metrics: Metrics }

/** Reports facts to whoever booked the job, until a 2xx says that they have arrived. */
export function startReporter(context: ReporterContext): Loop {
  const { db, simulatorKey, log, metrics } = context
  const reports = metrics.counter<'outcome'>({
    name: 'simulator_reports_total',
    help: 'Tracking facts sent to call-back addresses',
    labels: ['outcome'],
  })
  async function report(callback: Callback, fault: Fault | null): Promise<void> {
    const secret = simulatedAccountSecret(simulatorKey, callback.carrierAccountId)
    if (fault?.mode === 'slow' || fault?.mode === 'out_of_order') {
      const mayBeOvertaken = fault.mode === 'out_of_order'
      return await holdBack(db, callback, { delayMs: fault.delayMs, mayBeOvertaken })
    }
    if (fault?.mode === 'duplicate') await send(callback, secret)
    // Refused by a receiver that looks, and then sent again as it should be.
    const failure = await send(callback, fault?.mode === 'wrong_signature' ? 'not the secret of any account' : secret)
    reports.inc({ outcome: failure === null ? 'arrived' : 'failed' })
    if (failure === null) return markReported(db, callback)
    logFailure(log, callback, failure)
    return postponeReport(db, callback)
  }
  async function faultOf(callback: Callback, planned: boolean): Promise<Fault | null> {
    const { carrierCode, carrierAccountId, request } = callback
    const ordered = planned && (await takeFault(db, { carrierCode, carrierAccountId, operation: 'callback' }))
    return ordered || reportFault(callback, magicFault(carrierCode, 'callback', request))
  }

  return startLoop({
    name: 'simulator.report',
    intervalMs: POLL_MS,
    log,
    work: async () => {
      const callbacks = await claimCallbacks(db, { limit: BATCH, leaseMs: LEASE_MS })
      const planned = callbacks.length > 0 && (await hasReportFaults(db))
      await Promise.all(callbacks.map(async (callback) => report(callback, await faultOf(callback, planned))))
      // The next fact of a job is claimable only now.
      return callbacks.length > 0 ? 'again' : 'idle'
    },
  })
}

/** A magic value meets the first try of a report only, and of those out of order every other one. */
function reportFault({ number, attempts }: Callback, fault: Fault | null): Fault | null {
  if (fault === null || attempts > 1) return null
  return fault.mode === 'out_of_order' && number % 2 === 0 ? null : fault
}

/** Null, or why it did not arrive. */
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

function logFailure(log: Logger, { jobId, number, attempts }: Callback, failure: string): void {
  log.warn({ jobId, fact: number, attempts, failure }, 'callback.failed')
}
