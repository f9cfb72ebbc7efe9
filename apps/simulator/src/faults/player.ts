import { setTimeout as delay } from 'node:timers/promises'
import { CarrierProblem } from '../problem.ts'
import type { Fault, FaultOperation } from './fault.ts'

export interface Answer {
  status: number
  contentType: string
  body: Buffer
}

export const json = (status: number, body: object): Answer => ({
  status,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
})

/** The carrier's message when it refuses a call that is not about taking a transport. */
const refusals: Partial<Record<FaultOperation, string>> = {
  cancel: 'The carrier does not cancel this job.',
  update: 'The carrier does not accept this change.',
}

/**
 * Does the work of a call as the fault has it: not at all, late, without an answer, or with an unreadable one.
 * Null: the caller gets no answer; any work that was done stays done. Throws CarrierProblem for a refusal.
 */
export async function playFault(
  fault: Fault | undefined,
  operation: FaultOperation,
  work: () => Promise<Answer>,
): Promise<Answer | null> {
  switch (fault?.mode) {
    case undefined:
      return work()
    case 'slow':
      await delay(fault.delayMs)
      return work()
    case 'refuse':
      throw new CarrierProblem(422, 'refused', refusals[operation] ?? 'The carrier does not take this transport.')
    case 'no_courier':
      throw new CarrierProblem(422, 'no_courier', 'No courier is free.')
    case '500':
      throw new CarrierProblem(500, 'internal', 'The carrier has failed.')
    case '429':
      throw new CarrierProblem(429, 'too_many_requests', 'Too many requests.', Math.ceil(fault.delayMs / 1_000))
    case '403':
      throw new CarrierProblem(403, 'forbidden', 'Access denied.')
    case 'timeout':
      return null
    case 'timeout_after_success':
      await work()
      return null
    case 'malformed':
      return { ...(await work()), body: Buffer.from('{"id": "job_') }
    case 'duplicate':
    case 'out_of_order':
    case 'wrong_signature':
      throw new TypeError(`${fault.mode} is a fault of callbacks, not of calls`)
  }
}
