/** Pure: Uber's deliveries as jobs, their charges, and what of them can be changed. */
import { minorDigits } from '@waybill/contracts/values/money'
import type { CarrierAddress, CarrierCharge, CarrierJob, UpdateRequest } from '../../../carrier-adapter.ts'
import { toE164 } from '../../../mapping/phones.ts'
import { currencyCode } from '../../../mapping/wire-fields.ts'
import type { WireDelivery, WireWaypoint } from '../wire.ts'
import { currentFact, toDriver } from './facts.ts'

export const toJob = (delivery: WireDelivery): CarrierJob => ({
  carrierJobId: delivery.id,
  trackingNumber: null,
  trackingUrl: delivery.tracking_url,
  status: currentFact(delivery, null).status,
  driver: toDriver(delivery),
  label: null,
  etaFromAt: delivery.dropoff_eta,
  etaToAt: delivery.dropoff_eta,
})

/** Only the delivery itself: its return has another id under the same reference. */
export const isDelivery = ({ id }: WireDelivery): boolean => !id.startsWith('ret_')

/** Uber keeps the fee of a delivery that is cancelled once a courier is on the way; before that, nothing is due. */
export function toCharges({ id, courier, fee, currency, updated, created }: WireDelivery, now: Date): CarrierCharge[] {
  const code = currencyCode(currency)
  if (courier == null || fee === null || fee <= 0 || code === null) return []
  return [
    {
      chargeId: `${id}/cancellation`,
      type: 'cancellation_fee',
      currency: code,
      exponent: minorDigits(code),
      amountMinor: Math.round(fee),
      taxMinor: 0,
      reason: 'A courier was already assigned.',
      at: updated ?? created ?? now,
    },
  ]
}

/** First change apart from the instructions, which Uber does not accept; null: none. */
export function unchangeable(request: UpdateRequest, delivery: WireDelivery): string | null {
  const { pickup, dropoff, parcels, readyAt } = request
  if (isElsewhere(pickup, delivery.pickup) || isElsewhere(dropoff, delivery.dropoff)) return 'addresses'
  if (isOtherContact(dropoff, delivery.dropoff)) return 'contacts'
  const weights = delivery.manifest_items.map(({ weight }) => weight)
  const isOtherGoods =
    weights.length !== parcels.length ||
    parcels.some(({ weightGrams }, index) => weights[index] != null && weights[index] !== Math.max(1, weightGrams))
  if (weights.length > 0 && isOtherGoods) return 'parcels'
  const isOtherTime =
    readyAt !== null && Math.abs(readyAt.getTime() - (delivery.pickup_ready?.getTime() ?? 0)) >= 60_000
  return isOtherTime ? 'times' : null
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Whether the address is another one than Uber has, which spells it in its own way: another house number, or no word of the
 * street in common.
 */
function isElsewhere(address: CarrierAddress, known: WireWaypoint | null | undefined): boolean {
  const street = known?.detailed_address?.street_address_1 ?? known?.address ?? null
  if (street === null) return false
  const [ours, theirs] = [toWords(address.addressLine1), toWords(street)]
  const numbers = ours.filter((word) => /^\d/.test(word))
  const names = ours.filter((word) => /^\p{L}{3,}/u.test(word))
  if (numbers.some((word) => !theirs.includes(word))) return true
  return names.length > 0 && !names.some((word) => theirs.includes(word))
}

/** Whether the recipient is another one. Uber shortens names: Gordon Shumway is Gordon S. */
function isOtherContact({ name, phone, country }: CarrierAddress, known: WireWaypoint | null | undefined): boolean {
  const [first] = toWords(name ?? '')
  const [knownFirst] = toWords(known?.name ?? '')
  if (first !== undefined && knownFirst !== undefined && first !== knownFirst) return true
  const [number, knownNumber] = [toE164({ phone, country }), toE164({ phone: known?.phone_number ?? null, country })]
  return number !== null && knownNumber !== null && number !== knownNumber
}
