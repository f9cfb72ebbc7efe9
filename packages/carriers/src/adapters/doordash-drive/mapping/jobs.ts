/** Pure: DoorDash's deliveries as jobs, and their charges. */
import { minorDigits } from '@waybill/contracts/values/money'
import type { CarrierCharge, CarrierJob } from '../../../carrier-adapter.ts'
import { currencyCode } from '../../../mapping/wire-fields.ts'
import type { WireDelivery } from '../wire.ts'
import { currentFact, toDriver } from './facts.ts'

/** Whether the quote has been accepted, and is a delivery. */
export const isAccepted = ({ delivery_status }: WireDelivery): boolean => delivery_status.toLowerCase() !== 'quote'

/** `carrierJobId`: the name under which DoorDash knows the delivery. */
export const toJob = (carrierJobId: string, delivery: WireDelivery): CarrierJob => ({
  carrierJobId,
  trackingNumber: null,
  trackingUrl: delivery.tracking_url,
  // An accepted quote whose answer still says so is booked.
  status: isAccepted(delivery) ? currentFact(carrierJobId, delivery, new Date(0)).status : 'assigned',
  driver: toDriver(delivery),
  label: null,
  etaFromAt: delivery.dropoff_time_estimated,
  etaToAt: delivery.dropoff_time_estimated,
})

/** DoorDash keeps the fee of a delivery that is cancelled once a courier has confirmed; before that, nothing is due. */
export function toCharges(carrierJobId: string, delivery: WireDelivery, now: Date): CarrierCharge[] {
  const { fee, currency, updated_at } = delivery
  const code = currencyCode(currency)
  if (toDriver(delivery) === null || fee === null || fee <= 0 || code === null) return []
  return [
    {
      chargeId: `${carrierJobId}/cancellation`,
      type: 'cancellation_fee',
      currency: code,
      exponent: minorDigits(code),
      amountMinor: Math.round(fee),
      taxMinor: 0,
      reason: 'A courier had already confirmed.',
      at: updated_at ?? now,
    },
  ]
}
