/** Pure: our requests in DoorDash's terms. */
import type {
  CarrierAddress,
  CarrierOptions,
  CarrierParcel,
  DraftRequest,
  QuoteRequest,
  UpdateRequest,
} from '../../../carrier-adapter.ts'
import { noOptions, optionDecline } from '../../../carrier-options.ts'
import type { CarrierProblem } from '../../../http/outcome.ts'
import { parcelSides, parcelWeight } from '../../../mapping/measures.ts'
import { phoneProblem, toE164, withExtension } from '../../../mapping/phones.ts'
import { wireProvince } from '../../../mapping/provinces.ts'
import { sumDeclaredValues, tipDecline, tipMinor } from '../../../mapping/tips.ts'
import { doordashDriveDescriptor } from '../descriptor.ts'
import { getCurrency } from './offers.ts'

const MINUTE_MS = 60_000
/** Goods that are ready sooner are collected as soon as a courier is there. */
const AS_SOON_AS_POSSIBLE_MS = 15 * MINUTE_MS

export const quotesPath = '/quotes'
export const acceptPath = (externalDeliveryId: string): string =>
  `/quotes/${encodeURIComponent(externalDeliveryId)}/accept`
export const deliveryPath = (externalDeliveryId: string): string =>
  `/deliveries/${encodeURIComponent(externalDeliveryId)}`

/** Why DoorDash cannot be asked for this transport, with the field to mend. Null: it can. */
export function requestProblem(
  request: Pick<QuoteRequest, 'pickup' | 'dropoff' | 'options'>,
): (CarrierProblem & { pointer: string }) | null {
  const { name } = doordashDriveDescriptor
  return (
    phoneProblem(request, name) ??
    provinceProblem(request) ??
    tipDecline(request, name, getCurrency(request.pickup.country)) ??
    ageProblem(request)
  )
}

/** DoorDash checks a document, and the legal age of the place: 21 in the United States. It names no other ages. */
const ageProblem = ({ pickup, options = noOptions }: Pick<QuoteRequest, 'pickup' | 'options'>) =>
  options.minimumAge === null || pickup.country === 'US'
    ? null
    : optionDecline('age_verification', 'DoorDash Drive checks ages in the United States only.')

function provinceProblem(request: Pick<QuoteRequest, 'pickup' | 'dropoff'>) {
  for (const side of ['pickup', 'dropoff'] as const) {
    const { country, province } = request[side]
    // Addresses in New Zealand have none.
    if (country === 'NZ' || (province ?? '').trim() !== '') continue
    const pointer = `/${side}_address/province`
    return {
      code: 'province_required',
      message: `${pointer} is missing: DoorDash Drive needs the state or province of both addresses.`,
      pointer,
    }
  }
  return null
}

const isText = (part: string | null): part is string => part !== null && part.trim() !== ''

/** Comma-separated, in the order of the country: `901 Market Street, Floor 6, San Francisco, CA 94103, US`. */
const addressText = (address: CarrierAddress): string => {
  const { addressLine1, addressLine2, town, city, postCode, country } = address
  return [addressLine1, addressLine2, town, city, [wireProvince(address), postCode].filter(isText).join(' '), country]
    .filter(isText)
    .map((part) => part.trim())
    .join(', ')
}

/** `undefined` leaves a field out. */
const textOrNone = (text: string | null): string | undefined => text?.trim() || undefined

/** The first word is the given name. Without a person's name it is the company's. */
function contactNames({ name, company }: CarrierAddress) {
  const [given = 'Recipient', ...family] = (textOrNone(name) ?? textOrNone(company) ?? '').split(/\s+/).filter(isText)
  return { dropoff_contact_given_name: given, dropoff_contact_family_name: family.join(' ') || undefined }
}

const places = ({ pickup, dropoff }: Pick<QuoteRequest, 'pickup' | 'dropoff'>) => ({
  pickup_address: addressText(pickup),
  pickup_business_name: textOrNone(pickup.company) ?? textOrNone(pickup.name),
  pickup_phone_number: toE164(pickup) ?? undefined,
  dropoff_address: addressText(dropoff),
  dropoff_business_name: textOrNone(dropoff.company),
  dropoff_phone_number: toE164(dropoff) ?? '',
  ...contactNames(dropoff),
})

/** Pounds and inches, to hundredths. */
const toItem = (parcel: CarrierParcel) => ({
  name: parcel.title?.trim() || 'Parcel',
  quantity: 1,
  weight: parcelWeight(parcel, 'lb', 2),
  ...parcelSides(parcel, 'in', 2),
})

/** One method of timing at most: a time of pickup, or none for one as soon as possible. */
const pickupTime = (readyAt: Date, now: Date): string | undefined =>
  readyAt.getTime() - now.getTime() < AS_SOON_AS_POSSIBLE_MS ? undefined : readyAt.toISOString()

interface Naming {
  externalDeliveryId: string
  now: Date
}

/** A photo, or the PIN in its place: DoorDash takes one proof. */
const dropoffOptions = ({ signature, minimumAge, deliveryPin }: CarrierOptions) => ({
  proof_of_delivery: deliveryPin ? 'pin_code' : 'photo_required',
  ...(signature && { signature: 'required' }),
  ...(minimumAge !== null && { id_verification: 'required' }),
})

export const toQuoteBody = (request: QuoteRequest, { externalDeliveryId, now }: Naming) => ({
  external_delivery_id: externalDeliveryId,
  ...places(request),
  items: request.parcels.map(toItem),
  pickup_time: pickupTime(request.readyAt, now),
  // A courier who finds nobody brings the goods back, and photographs what is handed over.
  action_if_undeliverable: 'return_to_pickup',
  dropoff_options: dropoffOptions(request.options ?? noOptions),
  order_value: sumDeclaredValues(request.parcels, getCurrency(request.pickup.country)) ?? undefined,
  tip: tipMinor(request) ?? undefined,
})

/** The complete job: all that accepting it takes is the id. */
export const toDraftBody = (request: DraftRequest, naming: Naming) => ({
  ...toQuoteBody(request, naming),
  pickup_reference_tag: textOrNone(request.merchantOrderRef),
  pickup_instructions: textOrNone(withExtension(request.pickupInstructions, request.pickup)),
  dropoff_instructions: textOrNone(withExtension(request.dropoffInstructions, request.dropoff)),
})

/** Fields that may change after the booking; the options of the drop-off may not. */
export const toUpdateBody = (request: UpdateRequest, now: Date) => ({
  ...places(request),
  items: request.parcels.map(toItem),
  pickup_instructions: withExtension(request.pickupInstructions, request.pickup)?.trim() ?? '',
  dropoff_instructions: withExtension(request.dropoffInstructions, request.dropoff)?.trim() ?? '',
  pickup_time: request.readyAt === null ? undefined : pickupTime(request.readyAt, now),
})
