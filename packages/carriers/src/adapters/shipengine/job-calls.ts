/** Jobs after the purchase: voiding and tracking. */
import type { CancelOutcome, CarrierAdapter, CarrierCall, Failed } from '../../carrier-adapter.ts'
import { factsOfParcels, type ParcelOfFacts } from '../../mapping/parcel-facts.ts'
import { whileUnread } from '../../mapping/repeated-cancellation.ts'
import type { TrackingFact } from '../../tracking-fact.ts'
import type { Exchange, VendorClient } from '../../vendor/client.ts'
import { describeFailure, labelPath } from './client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { toContext, toFacts } from './mapping/facts.ts'
import { isRefundPending, isRejected, isVoided, parcelNumbers, rejectedRefund, voidFacts } from './mapping/jobs.ts'
import { type WireLabel, wireLabel, wireTracking, wireVoid } from './wire.ts'

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
    const log = await readFacts(client, label, target, call)
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

/** Packages are asked for at once. */
const MOST_AT_ONCE = 5

/** The facts of a label. If each of its packages has another number, it is tracked by all of them. */
export async function readFacts(
  client: VendorClient,
  label: WireLabel,
  target: Pick<Exchange, 'operation' | 'reference'>,
  call: CarrierCall,
): Promise<{ kind: 'facts'; facts: TrackingFact[] } | Failed> {
  const read = async (path: string) =>
    client.read(await client.get(call, { ...target, path }), wireTracking, (tracking) => ({
      kind: 'facts' as const,
      facts: toFacts(tracking, toContext(label)),
    }))
  const leading = await read(`${labelPath(label.label_id)}/track`)
  const numbers = parcelNumbers(label)
  if (leading.kind === 'failed' || numbers === null) return leading
  const parcels: ParcelOfFacts[] = []
  while (parcels.length < numbers.length) {
    const next = numbers.slice(parcels.length, parcels.length + MOST_AT_ONCE)
    const logs = await Promise.all(
      next.map((number) =>
        number === label.tracking_number ? leading : read(`/v1/tracking?${trackingQuery(label, number)}`),
      ),
    )
    // Without the facts of a package now, the others would look like all there are.
    const unread = logs.find((log) => log.kind === 'failed' && log.failure.retryable)
    if (unread?.kind === 'failed') return unread
    // A package that its carrier does not know yet has no facts.
    parcels.push(
      ...logs.map((log, index) => ({
        trackingNumber: next[index] ?? null,
        facts: log.kind === 'facts' ? log.facts : [],
      })),
    )
  }
  return { kind: 'facts', facts: factsOfParcels(parcels) }
}

const trackingQuery = ({ carrier_code }: WireLabel, tracking_number: string) =>
  new URLSearchParams({ carrier_code: carrier_code ?? '', tracking_number })

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
