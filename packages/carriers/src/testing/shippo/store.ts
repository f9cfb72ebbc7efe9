/** Objects of one token at Shippo, and their rules. */
import { type VendorAnswer, VendorRefusal } from '../vendor-server.ts'
import {
  CARRIERS,
  type Carrier,
  messageObject,
  type News,
  newId,
  OWNER,
  type RateObject,
  rateObject,
  type ShipmentObject,
  shipmentObject,
  type TrackingEvent,
  type TransactionObject,
  trackingEvent,
  trackObject,
  transactionObject,
} from './bodies.ts'
import type { ManifestObject } from './manifests.ts'
import type { ShipmentRequest, TransactionRequest, WebhookRequest } from './schemas.ts'

export type Webhook = WebhookRequest & { object_id: string }

export interface Bought {
  transaction: TransactionObject
  carrier: Carrier
  shipment: ShipmentObject
  events: TrackingEvent[]
}

/** Faults that a test orders for the next purchases and refunds. */
export interface Mood {
  /** The statuses that the next transactions have when they are made, and so many reads later. */
  purchase: { status: string; reads: number; end: string } | null
  refund: 'PENDING' | 'QUEUED' | 'SUCCESS' | 'ERROR'
}

export interface AccountBook {
  carrierAccountId: string
  isTest: boolean
  shipments: Map<string, ShipmentObject>
  rates: Map<string, { rate: RateObject; carrier: Carrier; shipment: ShipmentObject }>
  bought: Map<string, Bought>
  webhooks: Webhook[]
  /** With the address of each document. */
  manifests: Map<string, { manifest: ManifestObject; url: string }>
  pickups: object[]
  mood: Mood
}

export const createAccountBook = (carrierAccountId: string, isTest: boolean): AccountBook => ({
  carrierAccountId,
  isTest,
  shipments: new Map(),
  rates: new Map(),
  bought: new Map(),
  webhooks: [],
  manifests: new Map(),
  pickups: [],
  mood: { purchase: null, refund: 'PENDING' },
})

export const refusal = (status: number, body: object): VendorRefusal => new VendorRefusal({ status, body })
export const notFound = (): VendorRefusal => refusal(404, { detail: 'Not found.' })

const created = (body: object): VendorAnswer => ({ status: 201, body })

const gramsIn = { g: 1, kg: 1_000, oz: 28.349523125, lb: 453.59237 } as const

/** Rates a new shipment with all carriers. */
export function addShipment(book: AccountBook, given: ShipmentRequest): VendorAnswer {
  const shipment = shipmentObject(given)
  const heaviest = Math.max(...given.parcels.map(({ weight, mass_unit }) => Number(weight) * gramsIn[mass_unit]))
  for (const carrier of CARRIERS) {
    const problem =
      heaviest > carrier.maxGrams
        ? 'The weight of the parcel exceeds the limit.'
        : given.parcels.length > 1 && !carrier.takesSeveral
          ? `${carrier.provider} does not support multi-piece shipments.`
          : null
    if (problem !== null) shipment.messages.push(messageObject(carrier.provider, problem))
    else {
      for (const service of carrier.services) {
        const rate = rateObject(carrier, service, shipment)
        shipment.rates.push(rate)
        book.rates.set(rate.object_id, { rate, carrier, shipment })
      }
    }
  }
  book.shipments.set(shipment.object_id, shipment)
  return created(shipment)
}

export const ofRate = (book: AccountBook, rateId: string): Bought[] =>
  [...book.bought.values()].filter(({ transaction }) => transaction.rate === rateId)

/** Buys a rate: a transaction for each parcel, of which the first is answered. */
export function buy(book: AccountBook, given: TransactionRequest, root: string): Bought {
  const found = book.rates.get(given.rate)
  if (!found) throw refusal(400, { rate: [`Rate with supplied object_id ${given.rate} not found.`] })
  const { carrier, shipment } = found
  const { purchase } = book.mood
  const made = shipment.parcels.map(({ object_id: parcel }) => {
    const transaction = transactionObject(given, { parcel, root, isTest: book.isTest })
    if (shipment.extra?.qr_code_requested) transaction.qr_code_url = transaction.label_url
    if (shipment.customs_declaration) transaction.commercial_invoice_url = transaction.label_url
    if (purchase) become(transaction, purchase.status)
    const entry: Bought = { transaction, carrier, shipment, events: [] }
    book.bought.set(transaction.object_id, entry)
    return entry
  })
  return made[0] as Bought
}

/** The transaction in a status, with what it has then. */
function become(transaction: TransactionObject, status: string): void {
  const { label_url, tracking_number } = transaction
  const kept = (transaction.kept as object | undefined) ?? { label_url, tracking_number }
  Object.defineProperty(transaction, 'kept', { value: kept, enumerable: false, configurable: true })
  Object.assign(transaction, { status }, status === 'SUCCESS' ? kept : { label_url: null, tracking_number: null })
  if (status === 'ERROR') transaction.messages = [messageObject('USPS', 'Insufficient funds in the account.')]
}

/** Counts the reads of purchases that Shippo still works on. */
export function noteRead(book: AccountBook): void {
  const { purchase } = book.mood
  if (!purchase || --purchase.reads > 0) return
  for (const { transaction } of book.bought.values()) {
    if (transaction.status === purchase.status) become(transaction, purchase.end)
  }
  book.mood.purchase = null
}

export function getBought(book: AccountBook, id: string): Bought {
  const found = book.bought.get(id)
  if (!found) throw notFound()
  return found
}

/** Appends an event, later than the one before. */
export function append({ events }: Bought, news: News): void {
  const last = Date.parse(events.at(-1)?.status_date ?? '') || 0
  events.push(trackingEvent(news, new Date(Math.max(Date.now(), last + 1_000))))
}

export function readTrack(book: AccountBook, carrier: string, number: string): object {
  const found = [...book.bought.values()].find(({ transaction }) => transaction.tracking_number === number)
  if (!found || found.carrier.token !== carrier) throw notFound()
  return trackObject(found.transaction, carrier, found)
}

/** Asks for a refund, once. Labels that have been scanned are not refunded. */
export function refund(book: AccountBook, id: string): VendorAnswer {
  const { transaction, events } = getBought(book, id)
  if (transaction.status.startsWith('REFUND')) {
    throw refusal(400, { transaction: ['A refund of this transaction has been requested already.'] })
  }
  const isUsed = events.some(({ status }) => status !== 'PRE_TRANSIT')
  const status = isUsed ? 'ERROR' : book.mood.refund
  if (status !== 'ERROR') {
    const next = { status: status === 'SUCCESS' ? 'REFUNDED' : 'REFUNDPENDING' }
    Object.assign(transaction, { ...next, object_updated: new Date().toISOString() })
  }
  const at = new Date().toISOString()
  return created({
    object_id: newId(),
    object_created: at,
    object_updated: at,
    object_owner: OWNER,
    status,
    transaction: id,
    test: book.isTest,
  })
}
