/** Pure: our requests in Uber's terms. */
import { findCurrency } from '@waybill/contracts/values/money'
import { cutText } from '@waybill/contracts/values/text'
import type {
  BookRequest,
  CarrierAddress,
  CarrierOptions,
  CarrierParcel,
  QuoteRequest,
  UpdateRequest,
} from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { toE164, withExtension } from '../../../mapping/phones.ts'
import { mapProvince } from '../../../mapping/provinces.ts'
import { sumDeclaredValues, tipMinor } from '../../../mapping/tips.ts'
import { uberDirectDescriptor } from '../descriptor.ts'

const MINUTE_MS = 60_000
/** Goods that are ready sooner are collected as soon as a courier is there. */
const AT_ONCE_MS = 5 * MINUTE_MS
/** Uber wants at least 10 minutes, and an end at least 20 minutes from now. */
const PICKUP_WINDOW_MS = 30 * MINUTE_MS
const DROPOFF_WINDOW_MS = 120 * MINUTE_MS
/** Uber refuses the beginning of a drop-off window that is nearer than this. */
const DROPOFF_NOTICE_MS = 30 * MINUTE_MS
const { textLimits } = uberDirectDescriptor

/** Below the customer: `/deliveries/del_…`. */
export const deliveryPath = (carrierJobId: string): string => `/deliveries/${encodeURIComponent(carrierJobId)}`

type Side = 'pickup' | 'dropoff'

const addressText = (address: CarrierAddress): string => {
  const { addressLine1, addressLine2, town, city, postCode, country } = address
  return JSON.stringify({
    street_address: [addressLine1, addressLine2, town].filter((line) => line !== null && line !== ''),
    city,
    state: mapProvince(address) ?? '',
    zip_code: postCode ?? '',
    country,
  })
}

function place(side: Side, address: CarrierAddress) {
  const { latitude, longitude } = address
  return {
    [`${side}_address`]: addressText(address),
    [`${side}_phone_number`]: toE164(address) ?? '',
    ...(latitude !== null &&
      longitude !== null && { [`${side}_latitude`]: latitude, [`${side}_longitude`]: longitude }),
  }
}

/** The windows of a later pickup; none for one at once, whose times Uber sets. */
function windows(readyAt: Date, now: Date) {
  const readyMs = readyAt.getTime()
  const inMs = readyMs - now.getTime()
  if (inMs < AT_ONCE_MS) return {}
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    pickup_ready_dt: at(readyMs),
    pickup_deadline_dt: at(readyMs + PICKUP_WINDOW_MS),
    ...(inMs >= DROPOFF_NOTICE_MS && { dropoff_ready_dt: at(readyMs) }),
    dropoff_deadline_dt: at(readyMs + DROPOFF_WINDOW_MS),
  }
}

export function toQuoteBody({ pickup, dropoff, readyAt, parcels }: QuoteRequest, now: Date) {
  const value = sumDeclaredValues(parcels, findCurrency(pickup.country))
  return {
    ...place('pickup', pickup),
    ...place('dropoff', dropoff),
    ...windows(readyAt, now),
    ...(value !== null && { manifest_total_value: value }),
  }
}

/** Checks at the door, beside the photo. */
const verification = ({ signature, minimumAge, deliveryPin }: CarrierOptions) => ({
  picture: true,
  ...(signature && {
    signature_requirement: { enabled: true, collect_signer_name: true, collect_signer_relationship: false },
  }),
  ...(minimumAge !== null && { identification: { min_age: minimumAge } }),
  ...(deliveryPin && { pincode: { enabled: true } }),
})

/** Largest weight and longest side of each size by Uber's descriptions; what is larger is `xlarge`. */
const sizes = [
  { size: 'small', grams: 2_000, tenthMm: 3_000 },
  { size: 'medium', grams: 7_000, tenthMm: 4_500 },
  { size: 'large', grams: 14_000, tenthMm: 8_000 },
] as const

function describeSize({ weightGrams, lengthTenthMm, widthTenthMm, heightTenthMm }: CarrierParcel) {
  const longest = Math.max(lengthTenthMm, widthTenthMm, heightTenthMm)
  return sizes.find(({ grams, tenthMm }) => weightGrams <= grams && longest <= tenthMm)?.size ?? 'xlarge'
}

/** At least 1, as Uber wants it. */
const centimetres = (tenthMm: number): number => Math.max(1, Math.ceil(tenthMm / 100))
const grams = ({ weightGrams }: CarrierParcel): number => Math.max(1, Math.round(weightGrams))

const toItem = (parcel: CarrierParcel) => ({
  name: parcel.title?.trim() || 'Parcel',
  quantity: 1,
  size: describeSize(parcel),
  dimensions: {
    length: centimetres(parcel.lengthTenthMm),
    depth: centimetres(parcel.widthTenthMm),
    height: centimetres(parcel.heightTenthMm),
  },
  weight: grams(parcel),
})

function contact(side: Side, { name, company }: CarrierAddress) {
  const fallback = side === 'pickup' ? 'Sender' : 'Recipient'
  return {
    [`${side}_name`]: name?.trim() || company?.trim() || fallback,
    ...(company?.trim() && { [`${side}_business_name`]: company.trim() }),
  }
}

const note = (text: string | null): string => cutText(text ?? '', textLimits.dropoff_instructions)

/** `isTest`: Uber's robot courier carries the deliveries of test accounts. */
export function toDeliveryBody(
  request: BookRequest,
  { idempotencyKey, isTest, now }: { idempotencyKey: string; isTest: boolean; now: Date },
) {
  const { pickup, dropoff } = request
  const pickupNotes = withExtension(request.pickupInstructions, pickup)
  const dropoffNotes = withExtension(request.dropoffInstructions, dropoff)
  const tip = tipMinor(request)
  return {
    ...toQuoteBody(request, now),
    ...contact('pickup', pickup),
    ...contact('dropoff', dropoff),
    ...(request.carrierOfferId !== null && { quote_id: request.carrierOfferId }),
    manifest_items: request.parcels.map(toItem),
    manifest_reference: request.merchantOrderRef,
    external_id: request.reference,
    idempotency_key: idempotencyKey,
    ...(pickupNotes && { pickup_notes: note(pickupNotes) }),
    ...(dropoffNotes && { dropoff_notes: note(dropoffNotes) }),
    dropoff_verification: verification(request.options ?? noOptions),
    deliverable_action: 'deliverable_action_meet_at_door',
    undeliverable_action: 'return',
    ...(tip !== null && { tip }),
    ...(isTest && { test_specifications: { robo_courier_specification: { mode: 'auto' } } }),
  }
}

/** Only the instructions can be changed once a delivery is booked. */
export const toUpdateBody = ({ pickup, dropoff, pickupInstructions, dropoffInstructions }: UpdateRequest) => ({
  pickup_notes: note(withExtension(pickupInstructions, pickup)),
  dropoff_notes: note(withExtension(dropoffInstructions, dropoff)),
})

/** Why instructions cannot be changed to these; null: they can. A quote tells before a booking, a change is refused. */
export function instructionsProblem(request: UpdateRequest): { code: string; message: string } | null {
  for (const [pointer, text] of [
    ['/pickup_instructions', withExtension(request.pickupInstructions, request.pickup)],
    ['/dropoff_instructions', withExtension(request.dropoffInstructions, request.dropoff)],
  ] as const) {
    const [length, maximum] = [text?.length ?? 0, textLimits.dropoff_instructions]
    if (length <= maximum) continue
    const message = `${pointer} has ${length} characters, and Uber Direct takes ${maximum}. Shorten it.`
    return { code: 'field_too_long', message }
  }
  return null
}
