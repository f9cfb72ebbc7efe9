/** Objects as Shippo sends them, with the fields and nulls that an adapter does not read. Only what varies is given. */
import { randomInt, randomUUID } from 'node:crypto'
import { lookUpAddress } from '../postal-addresses.ts'
import type { ShipmentRequest, TransactionRequest } from './schemas.ts'

export const newId = (): string => randomUUID().replaceAll('-', '')

export interface Service {
  token: string
  name: string
  amount: string
  days: number | null
  arrivesBy: string | null
}

export interface Carrier {
  accountId: string
  provider: string
  token: string
  takesSeveral: boolean
  maxGrams: number
  services: readonly Service[]
}

export const CARRIERS: readonly Carrier[] = [
  {
    accountId: '078870331023437cb917f5187429b093',
    provider: 'USPS',
    token: 'usps',
    takesSeveral: false,
    maxGrams: 31_751,
    services: [
      {
        token: 'usps_ground_advantage',
        name: 'Ground Advantage',
        amount: '5.93',
        days: 3,
        arrivesBy: null,
      },
      { token: 'usps_priority', name: 'Priority Mail', amount: '7.58', days: null, arrivesBy: null },
    ],
  },
  {
    accountId: '2d8e1bbc9d4f4ca2a1f7c5b3a9e80f11',
    provider: 'UPS',
    token: 'ups',
    takesSeveral: true,
    maxGrams: 68_038,
    services: [
      {
        token: 'ups_next_day_air',
        name: 'Next Day Air®',
        amount: '96.58',
        days: 1,
        arrivesBy: '10:30:00',
      },
    ],
  },
]

const now = () => new Date().toISOString()
export const OWNER = 'shippotle@shippo.com'
const stamps = () => ({ object_created: now(), object_updated: now(), object_owner: OWNER })

export const messageObject = (source: string, text: string, code = '') => ({ source, code, text })

export const carrierAccountObject = ({ accountId, provider, token }: Carrier, isTest: boolean) => ({
  object_id: accountId,
  object_owner: OWNER,
  carrier: token,
  carrier_name: provider,
  account_id: 'shippo_account',
  parameters: {},
  test: isTest,
  active: true,
  is_shippo_account: true,
  metadata: '',
  carrier_images: {},
  object_info: { authentication: { type: 'default' } },
})

const addressObject = (given: ShipmentRequest['address_from']) => ({
  object_id: newId(),
  is_complete: true,
  company: '',
  street_no: '',
  street2: '',
  street3: '',
  is_residential: null,
  phone: '',
  email: '',
  metadata: '',
  validation_results: {},
  test: true,
  ...stamps(),
  ...given,
})

const parcelObject = (given: ShipmentRequest['parcels'][number]) => ({
  object_id: newId(),
  object_state: 'VALID',
  ...stamps(),
  extra: {},
  metadata: '',
  line_items: [],
  test: true,
  template: null,
  value_amount: null,
  value_currency: null,
  ...given,
})

const INSURANCE_CENTS = 125

export const rateObject = (
  { accountId, provider }: Carrier,
  { token, name, amount, days, arrivesBy }: Service,
  shipment: {
    object_id: string
    parcels: readonly { extra?: { insurance?: unknown } }[]
    extra?: { insurance?: unknown }
  },
) => {
  const isInsured = [shipment, ...shipment.parcels].some(({ extra }) => extra?.insurance !== undefined)
  const insurance = isInsured ? INSURANCE_CENTS : 0
  const total = ((Math.round(Number(amount) * 100) * shipment.parcels.length + insurance) / 100).toFixed(2)
  return {
    object_id: newId(),
    object_created: now(),
    object_owner: OWNER,
    shipment: shipment.object_id,
    attributes: token === 'usps_ground_advantage' ? ['CHEAPEST'] : [],
    amount: total,
    currency: 'USD',
    amount_local: total,
    currency_local: 'USD',
    provider,
    carrier_account: accountId,
    test: true,
    zone: '4',
    provider_image_75: `https://shippo-static.s3.amazonaws.com/providers/75/${provider}.png`,
    arrives_by: arrivesBy,
    provider_image_200: null,
    estimated_days: days,
    duration_terms: '',
    messages: [],
    included_insurance_price: isInsured ? (INSURANCE_CENTS / 100).toFixed(2) : null,
    servicelevel: { name, token, terms: '', extended_token: token, parent_servicelevel: null },
  }
}

export type RateObject = ReturnType<typeof rateObject>

export function shipmentObject(given: ShipmentRequest) {
  return {
    object_id: newId(),
    status: 'SUCCESS',
    ...stamps(),
    carrier_accounts: [],
    customs_declaration: given.customs_declaration ?? null,
    shipment_date: given.shipment_date ?? now(),
    extra: given.extra ?? {},
    metadata: given.metadata ?? '',
    test: true,
    order: null,
    alternate_address_to: null,
    address_return: addressObject(given.address_return ?? given.address_from),
    address_from: addressObject(given.address_from),
    address_to: addressObject(given.address_to),
    parcels: given.parcels.map(parcelObject),
    rates: [] as RateObject[],
    messages: [] as object[],
  }
}

export type ShipmentObject = ReturnType<typeof shipmentObject>

export interface TransactionObject {
  object_id: string
  object_updated: string
  status: string
  rate: string
  metadata: string
  parcel: string
  tracking_number: string | null
  label_url: string | null
  label_file_type: string
  messages: object[]
  [field: string]: unknown
}

/** Transaction of one parcel. `root`: the address of the server. */
export function transactionObject(
  { rate, metadata = '', label_file_type = 'PDF' }: TransactionRequest,
  { parcel, root, isTest }: { parcel: string; root: string; isTest: boolean },
): TransactionObject {
  const id = newId()
  return {
    object_state: 'VALID',
    status: 'SUCCESS',
    ...stamps(),
    object_id: id,
    test: isTest,
    rate,
    metadata,
    parcel,
    tracking_number: `9205590164917${String(randomInt(1e13)).padStart(13, '0')}`,
    tracking_status: 'UNKNOWN',
    tracking_url_provider: 'https://tools.usps.com/go/TrackConfirmAction_input',
    eta: null,
    order: null,
    label_url: `${root}/labels/${id}.pdf?Expires=1385930652&Signature=tXjVM`,
    commercial_invoice_url: null,
    qr_code_url: null,
    messages: [],
    label_file_type,
    created_by: { first_name: 'Shawn', username: OWNER },
  }
}

export interface News {
  status: string
  substatus?: string | null
  details: string
}

export interface TrackingEvent {
  status: string
  status_date: string
  [field: string]: unknown
}

export const trackingEvent = ({ status, substatus = null, details }: News, at: Date): TrackingEvent => ({
  object_created: at.toISOString(),
  object_updated: at.toISOString(),
  object_id: newId(),
  status,
  status_details: details,
  status_date: at.toISOString(),
  substatus: substatus && { code: substatus, text: details, action_required: false },
  location: { city: 'McKinney', state: 'TX', zip: '75071', country: 'US' },
})

/** The track of one parcel, the newest event first. */
export const trackObject = (
  transaction: TransactionObject,
  carrier: string,
  { shipment, events }: { shipment: ShipmentObject; events: readonly TrackingEvent[] },
) => {
  const place = ({ city, state, zip, country }: ShipmentRequest['address_from']) => ({ city, state, zip, country })
  return {
    carrier,
    tracking_number: transaction.tracking_number,
    transaction: transaction.object_id,
    test: true,
    address_from: place(shipment.address_from),
    address_to: place(shipment.address_to),
    eta: null,
    original_eta: null,
    servicelevel: { token: 'usps_priority', name: null },
    metadata: null,
    messages: [],
    tracking_status: events.at(-1) ?? null,
    tracking_history: events.toReversed(),
  }
}

/** An address as it is stored. One that is validated has the corrections of the postal service. */
export function validatedAddressObject(
  given: { street1?: string | undefined; validate?: boolean | undefined },
  isTest: boolean,
) {
  const { validate, ...fields } = given
  const stored = { object_id: newId(), is_complete: true, test: isTest, street_no: '', is_residential: null, ...fields }
  if (!validate) return { ...stored, validation_results: {} }
  const [found, ...others] = lookUpAddress(given.street1)
  if (!found || others.length > 0) {
    const told = found
      ? { code: 'sub_premise_number_missing', text: 'The apartment or suite number is missing.' }
      : { code: 'Address Not Found', text: 'The address as submitted could not be found.' }
    const messages = [{ source: 'Shippo Address Validator', type: 'address_error', ...told }]
    return { ...stored, validation_results: { is_valid: false, messages } }
  }
  const { street, city, state, zip, isHome, latitude, longitude } = found
  const corrected = { street1: street, city, state, zip, country: 'US', is_residential: isHome, latitude, longitude }
  const told = { source: 'Shippo Address Validator', type: 'geocode_level', code: 'geocoded_rooftop', text: 'Rooftop.' }
  return { ...stored, ...corrected, validation_results: { is_valid: true, messages: [told] } }
}
