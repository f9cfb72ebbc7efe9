/** Faults that a merchant plans for the simulated carriers of a test environment. The simulator keeps them. */

import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import {
  abandonOperation,
  answerOnce,
  beginOperation,
  findEarlierAnswer,
  finishOperation,
  finishWithError,
} from '@waybill/chassis/idempotency/operations'
import type { CallContext, UnaryMethods } from '@waybill/chassis/rpc/server'
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { newId } from '@waybill/contracts/ids'
import { errorDetail, parseDocumentWith, validationError } from '@waybill/contracts/requests/validation'
import {
  type FaultyOperation,
  type PublicFault,
  planFaultSchema,
  type SimulatorFaultKind,
} from '@waybill/contracts/simulator'
import type { Dependencies } from '../dependencies.ts'
import type { FaultCalls, FaultRecord } from '../simulator-client.ts'

const LEASE_MS = 15_000
const MINUTE_S = 60

/** The simulator's names, where they differ. */
const getMode: Partial<Record<SimulatorFaultKind, string>> = { server_error: '500', too_many_requests: '429' }
const readOperation: Partial<Record<FaultyOperation, string>> = { report: 'callback' }

const publicName = <Name extends string>(names: Partial<Record<Name, string>>, ofSimulator: string): Name =>
  (Object.entries(names).find(([, name]) => name === ofSimulator)?.[0] ?? ofSimulator) as Name

const publicFault = (fault: FaultRecord): PublicFault => ({
  fault_id: fault.fault_id,
  carrier_code: fault.carrier_code,
  operation: publicName(readOperation, fault.operation),
  fault: publicName(getMode, fault.mode),
  calls_count: fault.times,
  calls_left: fault.times_left,
  created_at: fault.created_at,
  expires_at: fault.expires_at,
})

export const faultHandlers = (dependencies: Pick<Dependencies, 'db' | 'carriers'> & { faults: FaultCalls }) => {
  const { db, carriers, faults } = dependencies
  const simulated = [...carriers.values()].flatMap(({ descriptor }) =>
    descriptor.simulated ? descriptor.carrierCode : [],
  )
  const getAccount = (context: CallContext, carrierCode: string) =>
    defaultCarrierAccountId(context.environmentId, carrierCode)
  const getAccounts = (context: CallContext) => simulated.map((code) => getAccount(context, code))

  function carrierProblems({ carrier_code: code }: { carrier_code?: string }): ErrorDetail[] {
    if (code === undefined || simulated.includes(code)) return []
    return [errorDetail(['carrier_code'], 'invalid_value', `must be a simulated carrier: ${simulated.join(', ')}`)]
  }

  return {
    async PlanFault({ document }, context) {
      assertTest(context)
      const given: unknown = JSON.parse(document.toString())
      const body = parseDocumentWith(planFaultSchema, given, carrierProblems)
      const wrong = carrierProblems(body)
      if (wrong.length > 0) throw validationError(wrong)
      // The simulator is asked outside of any transaction, and keeps the id of the first try.
      const begun = await beginOperation(db, context, { leaseMs: LEASE_MS, minted: { faultId: newId('flt') } })
      if (begun.outcome === 'finished') return begun.answer
      const operation = { environmentId: context.environmentId, opId: begun.opId }
      try {
        const planned = await faults.plan(begun.minted.faultId ?? '', {
          carrier_code: body.carrier_code,
          carrier_account_id: getAccount(context, body.carrier_code),
          operation: readOperation[body.operation] ?? body.operation,
          mode: getMode[body.fault] ?? body.fault,
          times: body.calls_count,
          expires_in_seconds: body.expires_in_minutes * MINUTE_S,
          accounts: getAccounts(context),
        })
        if (planned === null) {
          const error = new AppError(
            'simulator_fault_limit_reached',
            'The environment has 20 planned faults. Remove one first.',
          )
          await finishWithError(db, operation, error, context.requestId)
          throw error
        }
        const answer = { status: 201, body: envelopeBytes(successEnvelope(publicFault(planned))) }
        await finishOperation(db, operation, answer)
        return answer
      } finally {
        await abandonOperation(db, context, begun)
      }
    },

    async ListFaults(_, context) {
      assertTest(context)
      const documents = (await faults.list(getAccounts(context))).map(publicFault)
      const page = { has_more: false, next_cursor: null, limit: documents.length }
      return { status: 200, body: envelopeBytes(listEnvelope(documents, page)) }
    },

    async RemoveFault({ fault_id: faultId }, context) {
      assertTest(context)
      const earlier = await findEarlierAnswer(db, context)
      if (earlier) return earlier
      const isRemoved = await faults.remove(faultId, getAccounts(context))
      return answerOnce(db, context, async () => {
        if (isRemoved) return { status: 204, body: Buffer.alloc(0) }
        throw new AppError('simulator_fault_not_found', `There is no planned fault ${faultId} in this environment.`)
      })
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}

function assertTest({ livemode }: CallContext): void {
  if (livemode)
    throw new AppError('route_not_found', 'The simulator exists only in test environments. Use a test token.')
}
