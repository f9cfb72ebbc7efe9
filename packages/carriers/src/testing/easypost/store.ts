/** Objects of one API key at EasyPost: shipments, orders and webhooks, and their rules. */
import type { z } from 'zod'
import {
  formObject,
  labelObject,
  newId,
  type OrderObject,
  orderObject,
  rateObject,
  type Service,
  type ShipmentObject,
  seconds,
  shipmentObject,
  trackerObject,
  trackingDetail,
  type webhookObject,
} from './bodies.ts'
import type { ScanFormObject } from './manifests.ts'
import type { PickupObject } from './pickups.ts'
import { notFound, refuse } from './refusals.ts'
import type { orderRequest, shipmentRequest } from './schemas.ts'

/** 70 lb, the limit of USPS. */
const MAX_OUNCES = 1_120
export const SERVICES: readonly Service[] = [
  { carrier: 'USPS', service: 'GroundAdvantage', rate: '5.93', days: 3 },
  { carrier: 'USPS', service: 'Priority', rate: '7.58', days: 2 },
  { carrier: 'USPS', service: 'Express', rate: '33.10', days: null },
]
const tooHeavy = {
  carrier: 'USPS',
  carrier_account_id: 'ca_9685a1198a75477885a3cdca37559bac',
  type: 'rate_error',
  message: 'Package exceeds maximum weight of 70 lbs.',
}
const noAccount = {
  carrier: 'UPS',
  carrier_account_id: 'ca_3abe58dbb6c6463cbbc8d00a733634e8',
  type: 'rate_error',
  message: 'Account numbers should be 6 characters or less.',
}

export type Webhook = ReturnType<typeof webhookObject> & { secret: string | null }

export interface AccountBook {
  key: string
  mode: 'test' | 'production'
  shipments: Map<string, ShipmentObject>
  orders: Map<string, OrderObject>
  webhooks: Webhook[]
  pickups: Map<string, PickupObject>
  /** With the address of each document. */
  scanForms: Map<string, { form: ScanFormObject; url: string }>
}

export const createAccountBook = (key: string): AccountBook => ({
  key,
  mode: key.startsWith('EZAK') ? 'production' : 'test',
  shipments: new Map(),
  orders: new Map(),
  webhooks: [],
  pickups: new Map(),
  scanForms: new Map(),
})

export function getShipment({ shipments }: AccountBook, id: string): ShipmentObject {
  const found = shipments.get(id) ?? [...shipments.values()].find(({ reference }) => reference === id)
  if (!found) throw notFound()
  return found
}

export function getOrder({ orders }: AccountBook, id: string): OrderObject {
  const found = orders.get(id)
  if (!found) throw notFound()
  return found
}

const rated = (parcels: readonly object[]) => {
  const isHeavy = parcels.some((parcel) => 'weight' in parcel && Number(parcel.weight) > MAX_OUNCES)
  return { services: isHeavy ? [] : SERVICES, messages: isHeavy ? [tooHeavy, noAccount] : [noAccount] }
}

export function createShipment(book: AccountBook, { shipment }: z.output<typeof shipmentRequest>): ShipmentObject {
  const context = { mode: book.mode, at: new Date(), orderId: null, ...rated([shipment.parcel]) }
  const made = { ...shipmentObject(shipment, context), customs_info: shipment.customs_info ?? null }
  book.shipments.set(made.id, made)
  return made
}

export function createOrder(book: AccountBook, { order }: z.output<typeof orderRequest>): OrderObject {
  const { mode } = book
  const at = new Date()
  const id = newId('order')
  const { services, messages } = rated(order.shipments.map(({ parcel }) => parcel))
  const shipments = order.shipments.map(({ parcel, customs_info = null }) => ({
    ...shipmentObject({ ...order, reference: null, parcel }, { mode, at, orderId: id, services, messages: [] }),
    customs_info,
  }))
  for (const shipment of shipments) book.shipments.set(shipment.id, shipment)
  const times = (rate: string) => (Number(rate) * shipments.length).toFixed(2)
  const rates = services.map((service) =>
    rateObject({ ...service, rate: times(service.rate) }, { shipmentId: null, mode, at }),
  )
  const made = orderObject(order, { id, mode, at, shipments, rates, messages })
  book.orders.set(id, made)
  return made
}

/** Buys a shipment once. `labelUrl`: where its document is. */
export function buyShipment(shipment: ShipmentObject, rateId: string, labelUrl: string): ShipmentObject {
  if (shipment.postage_label) {
    throw refuse(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
  }
  const rate = shipment.rates.find(({ id }) => id === rateId)
  if (!rate) throw notFound()
  const at = new Date()
  const code = `9400100${String(Date.now()).slice(-9)}${Math.floor(Math.random() * 1e6)}`
  Object.assign(shipment, { selected_rate: rate, postage_label: labelObject(labelUrl, at), tracking_code: code })
  shipment.tracker = trackerObject(shipment, code, at)
  if (shipment.customs_info) shipment.forms = [formObject(labelUrl.replace(/\.png$/, '.pdf'), shipment, { at })]
  return shipment
}

/** The code of a label of USPS. */
export function makeCode(shipment: ShipmentObject, url: string): ShipmentObject {
  if (!shipment.postage_label) throw refuse(422, 'SHIPMENT.POSTAGE.REQUIRED', 'Shipment must have postage first.')
  shipment.forms = [
    ...(shipment.forms as object[]),
    formObject(url, shipment, { at: new Date(), form_type: 'label_qr_code' }),
  ]
  return shipment
}

export function buyOrder(
  order: OrderObject,
  { carrier, service }: { carrier: string; service: string },
  findLabelUrl: (shipment: ShipmentObject) => string,
): OrderObject {
  for (const shipment of order.shipments) {
    const rate = shipment.rates.find((each) => each.carrier === carrier && each.service === service)
    if (!rate) throw refuse(422, 'ORDER.RATE.UNAVAILABLE', 'No rates of that carrier and service are available.')
    buyShipment(shipment, rate.id, findLabelUrl(shipment))
  }
  return order
}

/** `outcome`: what the carrier says at once. Most say `submitted`, and decide within weeks. */
export function refundShipment(shipment: ShipmentObject, outcome: string): ShipmentObject {
  const unavailable = (message: string) => refuse(422, 'SHIPMENT.REFUND.UNAVAILABLE', message)
  if (!shipment.postage_label) throw unavailable('Unable to request refund. The shipment has no postage.')
  if (shipment.refund_status !== null && shipment.refund_status !== 'rejected') {
    throw unavailable('Unable to request refund. A refund has already been requested.')
  }
  if (shipment.status !== 'pre_transit') throw unavailable('Unable to request refund. The parcel has been shipped.')
  return Object.assign(shipment, { refund_status: outcome, updated_at: seconds(new Date()) })
}

/** Appends a detail to the tracker, later than the one before. */
export function track(
  shipment: ShipmentObject,
  news: { status: string; detail: string | null; message: string; signedBy?: string; expectedAt?: string },
): void {
  const { tracker } = shipment
  if (!tracker) throw new Error(`${shipment.id} has no tracker: it is not bought`)
  const last = Date.parse(tracker.tracking_details.at(-1)?.datetime ?? '') || 0
  const at = new Date(Math.max(Date.now(), last + 1_000))
  tracker.tracking_details.push(trackingDetail(news, at))
  const { status, detail, signedBy = null, expectedAt = tracker.est_delivery_date } = news
  Object.assign(tracker, { status, status_detail: detail, signed_by: signedBy, updated_at: seconds(at) })
  tracker.est_delivery_date = expectedAt
  shipment.status = status
}
