/** Pure: ShipEngine's labels as jobs, and what becomes of voided ones as facts. */
import type { CarrierCharge, CarrierJob, CarrierJobParcel } from '../../../carrier-adapter.ts'
import { parsePrice } from '../../../mapping/decimal-price.ts'
import { labelFact } from '../../../mapping/meanings.ts'
import { statusByFacts } from '../../../mapping/parcel-facts.ts'
import type { TrackingFact } from '../../../tracking-fact.ts'
import type { WireLabel } from '../wire.ts'
import { toContext } from './facts.ts'

/** The label could not be made: nothing was bought. */
export const isFailed = ({ status }: WireLabel): boolean => status === 'error'

export const isVoided = ({ status, voided }: WireLabel): boolean => voided || status === 'voided'

/** Final values of `refund_details.refund_status`. */
const decided = new Set(['approved', 'rejected'])

/**
 * Whether the carrier of a voided label decides on its refund later; null: ShipEngine will not say. A label that was voided by a call
 * (`manual`) has details only if ShipEngine follows its refund (Refund Assist), from which labels can be excluded.
 */
export function isRefundPending(label: WireLabel): boolean | null {
  const { refund_details: refund, void_type: type } = label
  if (!isVoided(label)) return false
  if (refund === null) return type === 'manual' ? null : true
  return refund.refund_status === 'excluded' ? null : !decided.has(refund.refund_status ?? '')
}

export const isRejected = ({ refund_details: refund }: WireLabel): boolean => refund?.refund_status === 'rejected'

/** The price that the carrier keeps after it rejected the refund; none if ShipEngine does not state it. */
export function rejectedRefund(label: WireLabel): CarrierCharge[] {
  const { label_id: id, shipment_cost: cost, voided_at: at } = label
  if (!isVoided(label) || !isRejected(label) || at === null) return []
  const price = cost?.amount && cost.currency ? parsePrice(cost.amount, cost.currency.toUpperCase()) : null
  if (price === null) return []
  const charge = { chargeId: `${id}/refund_rejected`, type: 'refund_rejected' as const, ...price, taxMinor: 0, at }
  return [{ ...charge, reason: 'The carrier has rejected the refund of the label.' }]
}

/** `facts`: those of the label; empty: not known. */
export function labelJob(label: WireLabel, facts: readonly TrackingFact[]): CarrierJob {
  const eta = facts.at(-1)?.eta ?? null
  return {
    carrierJobId: label.label_id,
    trackingNumber: label.tracking_number,
    trackingUrl: label.tracking_url,
    status: isVoided(label) ? 'cancelled' : statusByFacts(facts),
    driver: null,
    label: null,
    etaFromAt: eta?.fromAt ?? null,
    etaToAt: eta?.toAt ?? null,
    ...(label.packages.length > 1 && { parcels: inSequence(label).map(toParcel) }),
  }
}

/** The packages in the order in which they were sent. */
export const inSequence = ({ packages }: WireLabel): WireLabel['packages'] =>
  packages.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))

/** The number of each package; null: there is one package, or some have no other number than the leading one, which stands for all. */
export function parcelNumbers(label: WireLabel): string[] | null {
  const numbers = inSequence(label).flatMap(({ tracking_number }) => tracking_number ?? [])
  const areOwn = new Set(numbers).size === label.packages.length && label.carrier_code !== null
  return areOwn && numbers.length > 1 ? numbers : null
}

const toParcel = ({ tracking_number }: WireLabel['packages'][number]): CarrierJobParcel => ({
  trackingNumber: tracking_number,
})

/** Fact: the label was voided, perhaps at ShipEngine, and its refund was rejected later: then it is charged. */
export function voidFacts(label: WireLabel): TrackingFact[] {
  const { voided_at: occurredAt } = label
  if (!isVoided(label) || occurredAt === null) return []
  const { carrierJobId, reference } = toContext(label)
  const fact = { ...labelFact, carrierJobId, reference, occurredAt }
  const rejected = 'The carrier has rejected the refund: the label is charged.'
  return [
    { ...fact, rawCode: 'voided', status: 'cancelled', description: null },
    ...(isRejected(label)
      ? [{ ...fact, rawCode: 'refund_rejected', status: 'unknown' as const, description: rejected }]
      : []),
  ]
}
