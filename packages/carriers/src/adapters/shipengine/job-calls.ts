/** Jobs after the purchase: voiding and tracking. */
import type { CancelOutcome, CarrierAdapter } from '../../carrier-adapter.ts'
import { whileUnread } from '../../mapping/repeated-cancellation.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure, labelPath } from './client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { toContext, toFacts } from './mapping/facts.ts'
import { isRefundPending, isRejected, isVoided, rejectedRefund, voidFacts } from './mapping/jobs.ts'
import { wireLabel, wireTracking, wireVoid } from './wire.ts'

const { timeoutsMs } = shipengineDescriptor

const ALREADY_VOIDED = 'label_already_voided'
/** The request was not looked at, so that asking for the label would be answered in the same way. */
const NOT_PROCESSED = new Set([401, 403, 404])

export const jobCalls = (client: VendorClient): Pick<CarrierAdapter, 'cancel' | 'track'> => ({
  async cancel({ carrierJobId }, call) {
    const target = { operation: 'cancel', reference: carrierJobId } as const
    const path = labelPath(carrierJobId)
    const request = { ...target, method: 'PUT', path: `${path}/void`, timeoutMs: timeoutsMs.cancel } as const
    const answer = client.written(await client.send(call, request), wireVoid, byApproval)
    if (answer.kind !== 'refused' || NOT_PROCESSED.has(answer.failure.httpStatus ?? 0)) return answer
    // Some carriers refuse a second void without saying that it is one.
    const label = client.read(await client.get(call, { ...target, path }), wireLabel, (found) => ({
      kind: isVoided(found) ? ('voided' as const) : ('valid' as const),
    }))
    if (label.kind === 'failed') return whileUnread(answer, label)
    return label.kind === 'voided' ? { kind: 'cancelled', refundPending: true } : answer
  },

  async track(carrierJobId, call) {
    const target = { operation: 'track', reference: carrierJobId } as const
    const path = labelPath(carrierJobId)
    const found = client.read(await client.get(call, { ...target, path }), wireLabel, (label) => ({
      kind: 'label' as const,
      label,
    }))
    if (found.kind === 'failed') return found
    const { label } = found
    const log = client.read(await client.get(call, { ...target, path: `${path}/track` }), wireTracking, (tracking) => ({
      kind: 'facts' as const,
      facts: toFacts(tracking, toContext(label)),
    }))
    // A voided label may have no tracking any more, and says all the same what became of it.
    if (log.kind === 'failed' && !isVoided(label)) return log
    return {
      kind: 'facts',
      facts: [...(log.kind === 'failed' ? [] : log.facts), ...voidFacts(label)],
      refundPending: isRefundPending(label),
      refundRejected: isRejected(label),
      charges: rejectedRefund(label),
    }
  },
})

function byApproval({ approved, message, reason_code }: (typeof wireVoid)['_output']): CancelOutcome {
  // The answer does not say whether the carrier has paid back already: the label does.
  if (approved || reason_code === ALREADY_VOIDED) return { kind: 'cancelled', refundPending: true }
  return {
    kind: 'refused',
    failure: describeFailure(reason_code ?? 'void_refused', message ?? 'The carrier gives no reason.', {
      httpStatus: 200,
    }),
  }
}
