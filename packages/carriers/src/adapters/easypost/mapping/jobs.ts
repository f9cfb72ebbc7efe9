/** Pure: EasyPost's shipments and orders as jobs and their facts. */
import type { RefundStatus } from '@waybill/contracts/bookings/refund'
import type { CarrierCharge, CarrierJob, CarrierJobParcel } from '../../../carrier-adapter.ts'
import { type Price, parsePrice } from '../../../mapping/decimal-price.ts'
import { labelFact } from '../../../mapping/meanings.ts'
import { factsOfParcels, isEnd, jointEnd, statusByFacts } from '../../../mapping/parcel-facts.ts'
import type { FactStatus, ReportedParcel, TrackingFact } from '../../../tracking-fact.ts'
import type { WireOrder, WireShipment } from '../wire.ts'
import { findTimeZone, toFacts, toStatus, toTimeZone } from './facts.ts'
import { toServiceCode } from './services.ts'

/** Whether the label has been bought. */
export const isBought = (shipment: WireShipment): boolean =>
  shipment.postage_label !== null || shipment.selected_rate !== null || shipment.tracking_code !== null

/** Whether the shipment was bought with this service. What EasyPost does not say is not held against it. */
export const isBoughtAs = ({ selected_rate: rate }: WireShipment, serviceCode: string): boolean =>
  rate === null || toServiceCode(rate) === serviceCode

/** Whether a refund is under way or done. */
export const isRefunded = ({ refund_status: status }: WireShipment): boolean =>
  status === 'submitted' || status === 'refunded'

/** Whether the carrier decides on the refund later. */
export const isRefundPending = ({ refund_status: status }: WireShipment): boolean => status === 'submitted'

export const isRefundRejected = ({ refund_status: status }: WireShipment): boolean => status === 'rejected'

/** The price that the carrier keeps after it rejected the refund; none if EasyPost does not repeat it. */
export function rejectedRefund(shipment: WireShipment): CarrierCharge[] {
  const { id, selected_rate: rate, updated_at: at } = shipment
  if (!isRefundRejected(shipment) || at === null) return []
  const price = toPrice(rate)
  if (price === null) return []
  const charge = { chargeId: `${id}/refund_rejected`, type: 'refund_rejected' as const, ...price, taxMinor: 0, at }
  return [{ ...charge, reason: 'The carrier has rejected the refund of the label.' }]
}

const toPrice = (rate: WireShipment['selected_rate']): Price | null =>
  rate?.rate ? parsePrice(rate.rate, rate.currency?.toUpperCase() ?? 'USD') : null

const toTracking = ({ tracking_code: code, tracker }: WireShipment) => ({
  trackingNumber: code ?? tracker?.tracking_code ?? null,
  trackingUrl: tracker?.public_url ?? null,
})

/** The status of a bought shipment. */
function readStatus(shipment: WireShipment, facts: readonly TrackingFact[]): FactStatus {
  if (isRefunded(shipment)) return 'cancelled'
  if (facts.some(({ status }) => status !== 'unknown')) return statusByFacts(facts)
  const status = toStatus(shipment.tracker?.status ?? null, shipment.tracker?.status_detail ?? null)
  return status === 'unknown' ? 'assigned' : status
}

const nothingElse = { driver: null, label: null } as const

export function shipmentJob(shipment: WireShipment): CarrierJob {
  const facts = trackerFacts(shipment, shipment.id)
  const eta = facts.at(-1)?.eta ?? null
  return {
    carrierJobId: shipment.id,
    ...toTracking(shipment),
    status: readStatus(shipment, facts),
    ...nothingElse,
    etaFromAt: eta?.fromAt ?? null,
    etaToAt: eta?.toAt ?? null,
  }
}

/** An order is one job. Its tracking number is that of its first parcel. */
export function orderJob(order: WireOrder): CarrierJob {
  const jobs = order.shipments.map(shipmentJob)
  return {
    carrierJobId: order.id,
    trackingNumber: jobs[0]?.trackingNumber ?? null,
    trackingUrl: jobs[0]?.trackingUrl ?? null,
    status:
      jointEnd(jobs.map(({ status }) => status)) ?? jobs.find(({ status }) => !isEnd(status))?.status ?? 'assigned',
    ...nothingElse,
    etaFromAt: null,
    etaToAt: null,
    parcels: order.shipments.map(orderParcel),
  }
}

/** Trackers name the shipments of an order, and not the order. */
const orderParcel = (shipment: WireShipment): CarrierJobParcel => ({
  carrierParcelId: shipment.id,
  ...toTracking(shipment),
  price: toPrice(shipment.selected_rate),
})

const trackerFacts = ({ tracker, to_address: address }: WireShipment, carrierJobId: string): TrackingFact[] => {
  if (tracker === null) return []
  const timeZone = findTimeZone(tracker) ?? (address?.country ? toTimeZone(address) : null)
  return toFacts(tracker, { carrierJobId, timeZone })
}

/** The facts of a shipment, and what became of its refund, perhaps at EasyPost: if it was rejected, the label is paid for. */
export function shipmentFacts(shipment: WireShipment, carrierJobId = shipment.id): TrackingFact[] {
  const facts = trackerFacts(shipment, carrierJobId)
  const { refund_status: refund, updated_at: occurredAt } = shipment
  if (occurredAt === null) return facts
  const fact = { ...labelFact, carrierJobId, occurredAt, reference: null, status: 'unknown' as const }
  if (isRefunded(shipment)) {
    const state = refund === 'refunded' ? 'granted' : 'submitted'
    const cancelled = { ...fact, rawCode: `refund_${refund}`, status: 'cancelled' as const, description: null }
    return [...facts, { ...cancelled, parcel: refundedParcel(shipment, 'cancelled', state) }]
  }
  if (refund !== 'rejected') return facts
  const description = 'The carrier has rejected the refund: the label is charged.'
  return [
    ...facts,
    { ...fact, rawCode: 'refund_rejected', description, parcel: refundedParcel(shipment, 'unknown', 'rejected') },
  ]
}

const refundedParcel = (shipment: WireShipment, status: FactStatus, refund: RefundStatus): ReportedParcel => ({
  position: 1,
  trackingNumber: toTracking(shipment).trackingNumber,
  status,
  incident: null,
  refund,
})

/** The facts of all parcels of an order, and their joint end. */
export const orderFacts = (order: WireOrder): TrackingFact[] =>
  factsOfParcels(
    order.shipments.map((shipment) => ({
      trackingNumber: toTracking(shipment).trackingNumber,
      facts: shipmentFacts(shipment, order.id),
    })),
  )
