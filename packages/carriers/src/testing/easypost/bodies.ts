/** Objects as EasyPost's reference shows them. Only what varies is given. */
import { randomUUID } from 'node:crypto'
import { lookUpAddress } from '../postal-addresses.ts'

export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`

/** Times of EasyPost have whole seconds. */
export const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

const dated = (at: Date) => ({ created_at: seconds(at), updated_at: seconds(at) })

export interface RateObject {
  id: string
  carrier: string
  service: string
  rate: string
  [field: string]: unknown
}

export interface TrackerObject {
  id: string
  shipment_id: string
  status: string
  status_detail: string
  signed_by: string | null
  est_delivery_date: string | null
  updated_at: string
  tracking_details: { datetime: string; status: string; [field: string]: unknown }[]
  [field: string]: unknown
}

export interface ShipmentObject {
  id: string
  order_id: string | null
  reference: string | null
  tracking_code: string | null
  status: string
  refund_status: string | null
  rates: RateObject[]
  messages: object[]
  selected_rate: RateObject | null
  postage_label: Record<string, unknown> | null
  tracker: TrackerObject | null
  [field: string]: unknown
}

export interface OrderObject {
  id: string
  shipments: ShipmentObject[]
  rates: RateObject[]
  messages: object[]
  [field: string]: unknown
}

const addressObject = (given: object, mode: string, at: Date) => ({
  id: newId('adr'),
  object: 'Address',
  ...dated(at),
  name: null,
  company: null,
  street1: null,
  street2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
  phone: null,
  email: null,
  mode,
  carrier_facility: null,
  residential: null,
  federal_tax_id: null,
  state_tax_id: null,
  verifications: {},
  ...given,
})

const NOT_FOUND = { code: 'E.ADDRESS.NOT_FOUND', field: 'address', message: 'Address not found', suggestion: null }
const FLAT_MISSING = {
  code: 'E.SECONDARY_INFORMATION.MISSING',
  field: 'street2',
  message: 'Missing secondary information(Apt/Suite#)',
  suggestion: null,
}

/** An address that was verified, with the corrections of the postal service. */
export function verifiedAddressObject(given: { street1?: string | null | undefined }, mode: string, at: Date) {
  const [found, ...others] = lookUpAddress(given.street1)
  if (!found || others.length > 0) {
    const errors = [found ? FLAT_MISSING : NOT_FOUND]
    const verifications = {
      delivery: { success: false, errors, details: {} },
      zip4: { success: false, errors, details: null },
    }
    return addressObject({ ...given, verifications }, mode, at)
  }
  const { street, city, state, zip, isHome, latitude, longitude } = found
  const details = { latitude, longitude, time_zone: 'America/Los_Angeles' }
  const verifications = {
    zip4: { success: true, errors: [], details: null },
    delivery: { success: true, errors: [], details },
  }
  const corrected = {
    street1: street,
    street2: '',
    city,
    state,
    zip,
    country: 'US',
    residential: isHome,
    verifications,
  }
  return addressObject({ ...given, ...corrected }, mode, at)
}

export interface Service {
  carrier: string
  service: string
  rate: string
  days: number | null
  deliveryDate?: string | null
}

export const rateObject = (
  { carrier, service, rate, days, deliveryDate = null }: Service,
  context: { shipmentId: string | null; mode: string; at: Date },
): RateObject => ({
  id: newId('rate'),
  object: 'Rate',
  ...dated(context.at),
  mode: context.mode,
  service,
  carrier,
  rate,
  currency: 'USD',
  retail_rate: rate,
  retail_currency: 'USD',
  list_rate: rate,
  list_currency: 'USD',
  billing_type: 'easypost',
  delivery_days: days,
  delivery_date: deliveryDate,
  delivery_date_guaranteed: false,
  est_delivery_days: days,
  shipment_id: context.shipmentId,
  carrier_account_id: 'ca_9685a1198a75477885a3cdca37559bac',
})

interface GivenRoute {
  to_address: object
  from_address: object
  is_return?: boolean | null | undefined
}

/** The addresses of a return are exchanged. */
const toEnds = ({ to_address: to, from_address: from, is_return: back }: GivenRoute) => (back ? [from, to] : [to, from])

export function shipmentObject(
  given: GivenRoute & { parcel: object; reference?: string | null | undefined },
  context: { mode: string; at: Date; orderId: string | null; services: readonly Service[]; messages: object[] },
): ShipmentObject {
  const { mode, at, orderId, services, messages } = context
  const id = newId('shp')
  const [to, from] = toEnds(given).map((address) => addressObject(address, mode, at))
  return {
    id,
    object: 'Shipment',
    ...dated(at),
    is_return: given.is_return ?? false,
    messages,
    mode,
    options: { currency: 'USD', payment: { type: 'SENDER' }, date_advance: 0 },
    reference: given.reference ?? null,
    status: 'unknown',
    tracking_code: null,
    batch_id: null,
    batch_status: null,
    batch_message: null,
    customs_info: null,
    from_address: from,
    insurance: null,
    order_id: orderId,
    postage_label: null,
    refund_status: null,
    scan_form: null,
    parcel: { id: newId('prcl'), object: 'Parcel', ...dated(at), predefined_package: null, mode, ...given.parcel },
    rates: services.map((service) => rateObject(service, { shipmentId: id, mode, at })),
    selected_rate: null,
    tracker: null,
    to_address: to,
    usps_zone: 4,
    return_address: from,
    buyer_address: to,
    forms: [],
    fees: [],
  }
}

export const orderObject = (
  given: GivenRoute,
  context: { id: string; mode: string; at: Date; shipments: ShipmentObject[]; rates: RateObject[]; messages: object[] },
): OrderObject => {
  const { id, mode, at, shipments, rates, messages } = context
  const [to, from] = toEnds(given).map((address) => addressObject(address, mode, at))
  return {
    mode,
    reference: '',
    is_return: given.is_return ?? false,
    options: { currency: 'USD', payment: { type: 'SENDER' } },
    messages,
    ...dated(at),
    customs_info: null,
    from_address: from,
    to_address: to,
    buyer_address: to,
    return_address: from,
    shipments,
    rates,
    id,
    object: 'Order',
  }
}

export const labelObject = (url: string, at: Date) => ({
  object: 'PostageLabel',
  id: newId('pl'),
  ...dated(at),
  date_advance: 0,
  integrated_form: 'none',
  label_date: seconds(at),
  label_resolution: 300,
  label_size: '4x6',
  label_type: 'default',
  label_file_type: 'image/png',
  label_url: url,
  label_pdf_url: null,
  label_zpl_url: null,
  label_epl2_url: null,
  label_file: null,
})

export const formObject = (
  form_url: string,
  { mode }: ShipmentObject,
  { at, form_type = 'commercial_invoice' }: { at: Date; form_type?: string },
) => ({
  object: 'Form',
  id: newId('form'),
  ...dated(at),
  mode,
  form_type,
  form_url,
  submitted_electronically: false,
})

export const trackerObject = (
  { id: shipmentId, mode, selected_rate }: ShipmentObject,
  trackingCode: string,
  at: Date,
): TrackerObject => ({
  id: newId('trk'),
  object: 'Tracker',
  mode,
  tracking_code: trackingCode,
  status: 'unknown',
  status_detail: 'unknown',
  ...dated(at),
  signed_by: null,
  weight: null,
  est_delivery_date: null,
  shipment_id: shipmentId,
  carrier: selected_rate?.carrier ?? null,
  tracking_details: [],
  fees: [],
  carrier_detail: null,
  public_url: 'https://track.easypost.com/djE6dHJr',
})

export const trackingDetail = (
  { status, detail, message }: { status: string; detail: string | null; message: string },
  at: Date,
) => ({
  object: 'TrackingDetail',
  message,
  description: '',
  status,
  status_detail: detail,
  datetime: seconds(at),
  source: 'USPS',
  carrier_code: '',
  est_delivery_date: null,
  tracking_location: { object: 'TrackingLocation', city: 'HOUSTON', state: 'TX', country: null, zip: '77063' },
})

export const eventObject = (description: string, result: TrackerObject, at: Date) => ({
  description,
  mode: result.mode,
  previous_attributes: { status: 'unknown' },
  pending_urls: [],
  completed_urls: [],
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
  id: newId('evt'),
  user_id: 'user_060ab38db3c04ffaa60f262e5781a9be',
  status: 'pending',
  object: 'Event',
  result,
})

export const webhookObject = (url: string, mode: string, at: Date) => ({
  id: newId('hook'),
  object: 'Webhook',
  mode,
  url,
  created_at: seconds(at),
  disabled_at: null as string | null,
  custom_headers: [] as object[],
})
