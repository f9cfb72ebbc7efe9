/** Deliveries and quotes as Uber answers them. */
import { randomBytes } from 'node:crypto'
import type { DeliveryRequest, StructuredAddress } from './schemas.ts'

export interface Courier {
  name: string
  phone_number: string
  location: { lat: number; lng: number }
}

export interface Delivery {
  id: string
  customerId: string
  request: DeliveryRequest
  /** Values that a change has replaced. */
  notes: { pickup: string; dropoff: string }
  idempotencyKey: string | null
  feeCents: number
  createdAt: string
  /** Time of the last change of status; null: there was none. */
  updatedAt: string | null
  status: string
  courier: Courier | null
  courierImminent: boolean
  pickup: Waypoint
  dropoff: Waypoint
  back: Waypoint | null
  reason: string
  /** When its status was reached, for each status. */
  uuid: string
}

export interface Waypoint {
  status: 'completed' | 'failed' | null
  at: string | null
}

export const token = (prefix: string): string => `${prefix}_${randomBytes(16).toString('base64url')}`

export const aCourier: Courier = {
  name: 'Alex I.',
  phone_number: '+16283337630',
  location: { lat: 40.706913, lng: -74.00695 },
}

/** A 1 × 1 PNG. */
export const PROOF_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

const ENDED = new Set(['delivered', 'canceled', 'returned'])
/** Uber's zero time. */
const NEVER = '1970-01-01T00:00:00Z'
const IMAGE_URL = 'https://tb-static.uber.com/prod/file-upload/uploads/courier-task-platform/'

const plus = (text: string, minutes: number): string => new Date(Date.parse(text) + minutes * 60_000).toISOString()

const shortName = (name: string): string => {
  const [first = '', last] = name.split(' ')
  return last ? `${first} ${last[0]}.` : first
}

function detailed({ street_address: [line1 = '', line2 = ''], ...rest }: StructuredAddress) {
  return { street_address_1: line1, street_address_2: line2, ...rest }
}

const oneLine = ({ street_address, city, state, zip_code, country }: StructuredAddress): string =>
  [...street_address, city, `${state} ${zip_code}`.trim(), country].filter((part) => part !== '').join(', ')

const reached = ({ status, at }: Waypoint) => (status === null ? {} : { status, status_timestamp: at })

function pickupBody({ request, pickup, notes }: Delivery) {
  const { pickup_address: address } = request
  return {
    name: request.pickup_business_name ?? request.pickup_name,
    phone_number: request.pickup_phone_number,
    address: oneLine(address),
    detailed_address: detailed(address),
    notes: notes.pickup,
    location: { lat: request.pickup_latitude ?? 0, lng: request.pickup_longitude ?? 0 },
    ...reached(pickup),
  }
}

function dropoffBody({ request, dropoff, notes, status }: Delivery) {
  const { dropoff_address: address, dropoff_verification: wanted } = request
  const isDelivered = status === 'delivered'
  return {
    name: shortName(request.dropoff_name),
    phone_number: request.dropoff_phone_number,
    address: oneLine(address),
    detailed_address: detailed(address),
    notes: notes.dropoff,
    seller_notes: request.dropoff_seller_notes ?? '',
    courier_notes: isDelivered ? 'Handed to the recipient' : '',
    location: { lat: request.dropoff_latitude ?? 0, lng: request.dropoff_longitude ?? 0 },
    ...(wanted && { verification_requirements: wanted }),
    ...(isDelivered && {
      verification: {
        ...(wanted?.picture && { picture: { image_url: `${IMAGE_URL}picture` } }),
        ...(wanted?.signature_requirement?.enabled && {
          signature: { image_url: `${IMAGE_URL}signature`, name: 'Joan', signer_relationship: 'SPOUSE' },
        }),
        ...(wanted?.pincode?.enabled && { pin_code: { entered: '3902' } }),
        ...(wanted?.barcodes && {
          barcodes: wanted.barcodes.map((code) => ({
            ...code,
            scan_result: { outcome: 'SUCCESS', timestamp: dropoff.at },
          })),
        }),
        completion_location: { lat: 40.77271, lng: -73.98391 },
      },
    }),
    ...reached(dropoff),
  }
}

export function deliveryBody(delivery: Delivery): Record<string, unknown> {
  const { id, request, status, courier, createdAt, updatedAt, back, reason } = delivery
  const readyAt = request.pickup_ready_dt ?? createdAt
  return {
    id,
    quote_id: request.quote_id ?? '',
    status,
    complete: ENDED.has(status),
    kind: 'delivery',
    pickup: pickupBody(delivery),
    dropoff: dropoffBody(delivery),
    ...(back && { return: { ...pickupBody({ ...delivery, pickup: back }) } }),
    manifest: {
      reference: request.manifest_reference ?? '',
      description: request.manifest_items.map(({ name, quantity }) => `${quantity} X ${name}\n`).join(''),
      total_value: request.manifest_total_value ?? 0,
    },
    manifest_items: request.manifest_items.map((item) => ({ price: 0, must_be_upright: false, ...item })),
    created: createdAt,
    updated: updatedAt ?? NEVER,
    pickup_ready: readyAt,
    pickup_deadline: request.pickup_deadline_dt ?? plus(readyAt, 20),
    pickup_eta: plus(readyAt, 15),
    dropoff_ready: request.dropoff_ready_dt ?? readyAt,
    dropoff_deadline: request.dropoff_deadline_dt ?? plus(readyAt, 107),
    dropoff_eta: plus(readyAt, 33),
    related_deliveries: back ? [{ id: `ret_${id.slice(4)}`, relationship: 'returned' }] : null,
    fee: delivery.feeCents,
    currency: 'usd',
    tip: request.tip ?? 0,
    tracking_url: `https://www.ubereats.com/orders/${delivery.uuid}`,
    undeliverable_action: status === 'returned' ? 'returned' : '',
    undeliverable_reason: reason,
    courier_imminent: delivery.courierImminent,
    courier: courier && {
      ...courier,
      vehicle_type: 'car',
      rating: '5.00',
      vehicle_make: 'Toyota',
      vehicle_model: 'Prius',
      vehicle_color: 'white',
      location_description: '',
      img_href: 'https://d1w2poirtb3as9.cloudfront.net/default.jpeg',
    },
    live_mode: false,
    uuid: delivery.uuid,
    external_id: request.external_id ?? '',
    route_id: '',
    fences: null,
    items_acquired: null,
    state_changes: null,
  }
}

export function quoteBody({ id, feeCents, createdAt }: { id: string; feeCents: number; createdAt: string }) {
  return {
    kind: 'delivery_quote',
    id,
    created: createdAt,
    expires: plus(createdAt, 15),
    fee: feeCents,
    currency: 'usd',
    currency_type: 'USD',
    dropoff_eta: plus(createdAt, 33),
    duration: 33,
    pickup_duration: 15,
    dropoff_deadline: plus(createdAt, 68),
  }
}
