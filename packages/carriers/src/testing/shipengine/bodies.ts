/** Objects as ShipEngine sends them, with the fields and nulls that an adapter does not read. Only what varies is given. */
import { randomInt, randomUUID } from 'node:crypto'
import { lookUpAddress } from '../postal-addresses.ts'
import type { ShipmentRequest } from './schemas.ts'

export const newId = (): string => `se-${randomInt(1e9, 1e12)}`

const usd = (amount: number) => ({ currency: 'usd', amount })

export interface Service {
  code: string
  name: string
  amount: number
  details: [type: string, amount: number][]
  days: number | null
  /** From the day of shipping, and the clock at the dropoff; null: the carrier gives no date. */
  arrival: { days: number; clock: string } | null
  /** In the carrier's words. */
  words: string | null
}

export interface Carrier {
  id: string
  code: string
  friendlyName: string
  takesSeveral: boolean
  maxGrams: number
  packageType: string | null
  services: readonly Service[]
}

export const CARRIERS: readonly Carrier[] = [
  {
    id: 'se-241902',
    code: 'stamps_com',
    friendlyName: 'Stamps.com',
    takesSeveral: false,
    packageType: 'package',
    maxGrams: 31_751,
    services: [
      {
        code: 'usps_ground_advantage',
        name: 'USPS Ground Advantage',
        amount: 5.93,
        details: [],
        days: 3,
        arrival: { days: 3, clock: '00:00:00' },
        words: '3',
      },
      {
        code: 'usps_priority_mail',
        name: 'USPS Priority Mail',
        amount: 7.58,
        details: [],
        days: null,
        arrival: null,
        words: null,
      },
    ],
  },
  {
    id: 'se-241903',
    code: 'ups',
    friendlyName: 'UPS',
    takesSeveral: true,
    packageType: null,
    maxGrams: 68_038,
    services: [
      {
        code: 'ups_next_day_air',
        name: 'UPS Next Day Air®',
        amount: 96.58,
        days: 1,
        words: 'Tomorrow by 10:30 AM',
        details: [
          ['shipping', 80.37],
          ['fuel_charge', 16.21],
        ],
        arrival: { days: 1, clock: '10:30:00' },
      },
    ],
  },
]

/** A carrier in the list of carriers. */
export const carrierObject = ({ id, code, friendlyName, takesSeveral, services }: Carrier) => ({
  carrier_id: id,
  carrier_code: code,
  account_number: `test_account_${id}`,
  requires_funded_amount: true,
  balance: 8799.44,
  nickname: `ShipEngine Test Account - ${friendlyName}`,
  friendly_name: friendlyName,
  funding_source_id: null,
  primary: false,
  has_multi_package_supporting_services: takesSeveral,
  supports_label_messages: true,
  disabled_by_billing_plan: false,
  packages: [],
  options: [],
  services: services.map((service) => ({
    carrier_id: id,
    carrier_code: code,
    service_code: service.code,
    name: service.name,
    domestic: true,
    international: false,
    is_multi_package_supported: takesSeveral,
    is_return_supported: service.code !== 'ups_next_day_air',
  })),
})

const DAY_MS = 86_400_000
const midnight = (at: Date): string => `${at.toISOString().slice(0, 10)}T00:00:00Z`

const CONFIRMATION = 3.45
const INSURANCE = 1.1

export function rateObject(carrier: Carrier, service: Service, shipment: ShipmentRequest) {
  const parcels = shipment.packages.length
  const isInsured = (shipment.insurance_provider ?? 'none') !== 'none'
  const isConfirmed = (shipment.confirmation ?? 'none') !== 'none'
  const now = Date.now()
  const { arrival } = service
  const cents = Math.round(service.amount * 100) * parcels
  return {
    rate_id: newId(),
    rate_type: 'shipment',
    carrier_id: carrier.id,
    shipping_amount: usd(cents / 100),
    insurance_amount: usd(isInsured ? INSURANCE : 0),
    confirmation_amount: usd(isConfirmed ? CONFIRMATION : 0),
    other_amount: usd(0),
    tax_amount: null,
    requested_comparison_amount: usd(0),
    rate_details: service.details.map(([rate_detail_type, amount]) => ({
      rate_detail_type,
      carrier_description: null,
      carrier_billing_code: '375',
      carrier_memo: null,
      amount: usd((Math.round(amount * 100) * parcels) / 100),
      billing_source: 'Carrier',
    })),
    zone: 6,
    package_type: carrier.packageType,
    delivery_days: service.days,
    guaranteed_service: false,
    estimated_delivery_date:
      arrival && `${new Date(now + arrival.days * DAY_MS).toISOString().slice(0, 10)}T${arrival.clock}Z`,
    carrier_delivery_days: service.words,
    ship_date: midnight(new Date(now)),
    negotiated_rate: false,
    service_type: service.name,
    service_code: service.code,
    trackable: true,
    carrier_code: carrier.code,
    carrier_nickname: `ShipEngine Test Account - ${carrier.friendlyName}`,
    carrier_friendly_name: carrier.friendlyName,
    validation_status: 'unknown',
    warning_messages: [],
    error_messages: [],
    rate_attributes: [],
  }
}

export const errorObject = (code: string, message: string, extra: object = {}) => ({
  error_source: 'shipengine',
  error_type: 'validation',
  error_code: code,
  message,
  ...extra,
})

/** The result of a validation: found, found with a question, or not found. */
export function validationObject(given: { address_line1: string }) {
  const original_address = { ...given, address_residential_indicator: 'unknown' }
  const [found, ...others] = lookUpAddress(given.address_line1)
  if (!found || others.length > 0) {
    const [code, detail_code, message] = found
      ? ['a1002', 'suite_missing', 'This record was matched to a multi-unit dwelling, and its unit is missing.']
      : ['a1002', 'street_does_not_match_unique_street_name', 'Address not found']
    const messages = [{ code, message, type: found ? 'warning' : 'error', detail_code }]
    return { status: found ? 'warning' : 'error', original_address, matched_address: null, messages }
  }
  const matched_address = {
    ...given,
    address_line1: found.street,
    address_line2: '',
    address_line3: '',
    city_locality: found.city,
    state_province: found.state,
    postal_code: found.zip,
    country_code: 'US',
    address_residential_indicator: found.isHome ? 'yes' : 'no',
  }
  const told = {
    code: 'a1000',
    message: 'Verified to premise level.',
    type: 'info',
    detail_code: 'verified_to_premise_level',
  }
  return { status: 'verified', original_address, matched_address, messages: [told] }
}

export const errorBody = (...errors: object[]) => ({ request_id: randomUUID(), errors })

export const shipmentObject = (given: ShipmentRequest) => ({
  shipment_id: newId(),
  carrier_id: null,
  service_code: null,
  shipping_rule_id: null,
  items: [],
  tax_identifiers: null,
  warehouse_id: null,
  return_to: given.ship_from,
  is_return: false,
  customs: null,
  shipment_status: 'pending',
  tags: [],
  order_source_code: null,
  advanced_options: {},
  zone: null,
  external_shipment_id: null,
  external_order_id: null,
  created_at: new Date().toISOString(),
  total_weight: given.packages[0]?.weight,
  ...given,
})

export interface TrackingEvent {
  occurred_at: string
  [field: string]: unknown
}

export interface LabelObject {
  label_id: string
  status: string
  external_shipment_id: string | null
  tracking_number: string
  voided: boolean
  voided_at: string | null
  void_type: string | null
  refund_details: object | null
  packages: { tracking_number: string; [field: string]: unknown }[]
  [field: string]: unknown
}

/** `root`: the address of the server. */
export function labelObject(
  { carrier, service, shipment }: { carrier: Carrier; service: Service; shipment: ReturnType<typeof shipmentObject> },
  { root, isTest }: { root: string; isTest: boolean },
): LabelObject {
  const id = newId()
  const number = `9400100${String(randomInt(1e14)).padStart(14, '0')}`
  const file = (format: string) => `${root}/v1/downloads/10/${id}/label-1.${format}`
  const documents = { pdf: file('pdf'), png: file('png'), zpl: file('zpl'), href: file('pdf') }
  return {
    label_id: id,
    status: 'completed',
    shipment_id: shipment.shipment_id,
    shipment,
    external_shipment_id: shipment.external_shipment_id ?? null,
    external_order_id: null,
    ship_date: midnight(new Date()),
    created_at: new Date().toISOString(),
    shipment_cost: usd(service.amount),
    insurance_cost: usd(0),
    requested_comparison_amount: null,
    rate_details: [],
    tracking_number: number,
    is_return_label: false,
    rma_number: null,
    is_international: false,
    batch_id: '',
    carrier_id: carrier.id,
    charge_event: 'carrier_default',
    service_code: service.code,
    package_code: 'package',
    test_label: isTest,
    voided: false,
    voided_at: null,
    label_format: 'pdf',
    display_scheme: 'label',
    label_layout: '4x6',
    trackable: true,
    label_image_id: null,
    carrier_code: carrier.code,
    tracking_status: 'in_transit',
    label_download: documents,
    form_download: shipment.customs ? { href: `${root}/v1/downloads/10/${id}/form-1.pdf` } : null,
    qr_code_download: null,
    paperless_download: null,
    insurance_claim: null,
    ship_to: shipment.ship_to,
    void_type: 'manual',
    refund_details: null,
    packages: shipment.packages.map(({ weight, dimensions }, index) => ({
      package_id: index + 1,
      package_code: 'package',
      weight,
      dimensions,
      insured_value: usd(0),
      tracking_number: index === 0 ? number : `${number}-${index}`,
      label_download: null,
      form_download: null,
      external_package_id: null,
      content_description: null,
      sequence: index + 1,
    })),
  }
}

export interface News {
  /** `status_code` and `status_detail_code`. */
  status: string
  detail?: string
  description: string
  signer?: string
}

const HOUR_MS = 3_600_000

export const trackingEvent = ({ status, detail = '', description, signer = '' }: News, at: Date): TrackingEvent => ({
  occurred_at: at.toISOString(),
  // Local time of the place, five hours behind, without a zone.
  carrier_occurred_at: new Date(at.getTime() - 5 * HOUR_MS).toISOString().slice(0, 19),
  description,
  city_locality: 'MCKINNEY',
  state_province: 'TX',
  postal_code: '75071',
  country_code: 'US',
  company_name: '',
  signer,
  event_code: 'OF',
  carrier_detail_code: null,
  status_code: status,
  status_detail_code: detail,
  status_description: description,
  carrier_status_code: 'OF',
  carrier_status_description: description,
  latitude: 33.175,
  longitude: -96.6986,
  proof_of_delivery_url: null,
})

/** The log of a label, the newest event first. */
export function trackingObject(label: LabelObject, events: readonly TrackingEvent[]) {
  const last = events.at(-1)
  const { tracking_number, carrier_code } = label
  return {
    tracking_number,
    tracking_url: `https://tools.usps.com/?tLabels=${tracking_number}`,
    carrier_code,
    status_code: last?.status_code ?? 'UN',
    status_detail_code: last?.status_detail_code ?? null,
    carrier_id: 1,
    carrier_detail_code: null,
    status_description: 'In Transit',
    carrier_status_code: null,
    carrier_status_description: null,
    ship_date: null,
    actual_delivery_date: null,
    exception_description: null,
    estimated_delivery_date: '2030-04-30T00:00:00',
    events: events.toReversed(),
  }
}
