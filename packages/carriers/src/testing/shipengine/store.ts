/** Objects of one API key at ShipEngine, and their rules. */
import { type VendorAnswer, VendorRefusal } from '../vendor-server.ts'
import {
  CARRIERS,
  type Carrier,
  errorBody,
  errorObject,
  type LabelObject,
  labelObject,
  type News,
  newId,
  rateObject,
  type Service,
  shipmentObject,
  type TrackingEvent,
  trackingEvent,
} from './bodies.ts'
import type { ManifestBook } from './manifests.ts'
import type { PickupObject } from './pickups.ts'
import type { LabelRequest, RatesRequest } from './schemas.ts'

export interface Webhook {
  webhook_id: string
  url: string
  event: string
  headers?: { key: string; value: string }[]
  name?: string
}

interface Rate {
  carrier: Carrier
  service: Service
  shipment: ReturnType<typeof shipmentObject>
  isBought: boolean
}

export interface AccountBook {
  carrierAccountId: string
  isTest: boolean
  rates: Map<string, Rate>
  /** `further`: the events of the packages after the leading one, by number. */
  labels: Map<string, { label: LabelObject; events: TrackingEvent[]; further: Map<string, TrackingEvent[]> }>
  webhooks: Webhook[]
  manifests: ManifestBook
  pickups: PickupObject[]
}

export const createAccountBook = (carrierAccountId: string, isTest: boolean): AccountBook => ({
  carrierAccountId,
  isTest,
  rates: new Map(),
  labels: new Map(),
  webhooks: [],
  manifests: { made: [], requested: new Map() },
  pickups: [],
})

export const refusal = (status: number, code: string, message: string, extra: object = {}): VendorRefusal =>
  new VendorRefusal({ status, body: errorBody(errorObject(code, message, extra)) })

const ok = (body: object): VendorAnswer => ({ status: 200, body })

const gramsIn = { gram: 1, kilogram: 1_000, ounce: 28.349523125, pound: 453.59237 } as const

/** Rates a new shipment with the carriers that are asked for. */
export function rate(book: AccountBook, { shipment: given, rate_options: options }: RatesRequest): VendorAnswer {
  const shipment = shipmentObject(given)
  const carriers = options.carrier_ids.map((id) => {
    const carrier = CARRIERS.find((each) => each.id === id)
    if (!carrier) throw refusal(400, 'invalid_identifier', `${id} is not a carrier of this account.`)
    return carrier
  })
  const heaviest = Math.max(...given.packages.map(({ weight }) => weight.value * gramsIn[weight.unit]))
  const answers = carriers.map((carrier) => {
    const problem =
      heaviest > carrier.maxGrams
        ? `Weight exceeds the limit of ${carrier.friendlyName}.`
        : given.packages.length > 1 && !carrier.takesSeveral
          ? `${carrier.friendlyName} does not support multi-package shipments.`
          : null
    if (problem !== null) return { rates: [], errors: [carrierError(carrier, problem)] }
    const services = carrier.services.filter(({ code }) => options.service_codes?.includes(code) ?? true)
    return {
      rates: services.map((service) => newRate(book, { carrier, service, shipment, isBought: false })),
      errors: [],
    }
  })
  const errors = answers.flatMap((answer) => answer.errors)
  const rates = answers.flatMap((answer) => answer.rates)
  return ok({
    rate_response: {
      rates,
      invalid_rates: [],
      rate_request_id: newId(),
      shipment_id: shipment.shipment_id,
      errors,
      created_at: new Date().toISOString(),
      status: rates.length > 0 ? 'completed' : 'error',
    },
    ...shipment,
  })
}

const carrierError = ({ id, code, friendlyName }: Carrier, message: string) =>
  errorObject('unspecified', message, {
    error_source: 'carrier',
    error_type: 'business_rules',
    carrier_id: id,
    carrier_code: code,
    carrier_name: friendlyName,
  })

function newRate(book: AccountBook, found: Rate) {
  const made = rateObject(found.carrier, found.service, found.shipment)
  book.rates.set(made.rate_id, found)
  return made
}

/** Buys a label without a rate. */
export function buyShipment(
  book: AccountBook,
  { shipment: given, is_return_label = false, charge_event = 'carrier_default', display_scheme }: LabelRequest,
  root: string,
): LabelObject {
  const shipment = shipmentObject(given)
  const carrier = CARRIERS.find(({ id }) => id === given.carrier_id)
  const service = carrier?.services.find(({ code }) => code === given.service_code)
  if (!carrier || !service) throw refusal(400, 'invalid_identifier', `${given.service_code} is not a service.`)
  if (is_return_label && given.ship_from.country_code !== given.ship_to.country_code)
    throw refusal(400, 'return_label_not_supported', 'Returns are supported for domestic shipments only.')
  const label = labelObject({ carrier, service, shipment }, { root, isTest: book.isTest })
  const code = `${root}/v1/downloads/10/${label.label_id}/label-1.png`
  Object.assign(label, {
    is_return_label,
    charge_event,
    display_scheme,
    qr_code_download: display_scheme === 'label_and_paperless' ? { href: code } : null,
  })
  book.labels.set(label.label_id, { label, events: [], further: new Map() })
  return label
}

/** Buys a rate once. */
export function buy(book: AccountBook, rateId: string, root: string): LabelObject {
  const found = book.rates.get(rateId)
  if (!found) throw refusal(404, 'not_found', `${rateId} not found.`)
  if (found.isBought) throw refusal(400, 'invalid_status', 'A label was already created with this rate.')
  found.isBought = true
  found.shipment.shipment_status = 'label_purchased'
  const label = labelObject(found, { root, isTest: book.isTest })
  const [, ...others] = label.packages
  const further = new Map(others.map(({ tracking_number }) => [tracking_number, []]))
  book.labels.set(label.label_id, { label, events: [], further })
  return label
}

export function getLabel(book: AccountBook, id: string) {
  const found = book.labels.get(id)
  if (!found) throw refusal(404, 'not_found', `${id} not found.`, { error_type: 'system' })
  return found
}

/** Appends an event, later than the one before. */
export function append(events: TrackingEvent[], news: News): void {
  const last = Date.parse(events.at(-1)?.occurred_at ?? '') || 0
  events.push(trackingEvent(news, new Date(Math.max(Date.now(), last + 1_000))))
}

export function voidLabel(book: AccountBook, id: string): VendorAnswer {
  const { label, events } = getLabel(book, id)
  const refused = (reason_code: string, message: string) => ok({ approved: false, message, reason_code })
  if (label.voided) return refused('label_already_voided', 'This label has been voided already.')
  if (events.some(({ status_code }) => status_code !== 'NY')) {
    return refused('label_already_used', 'This label has been used, and cannot be voided.')
  }
  Object.assign(label, {
    voided: true,
    voided_at: new Date().toISOString(),
    status: 'voided',
    void_type: 'manual',
  })
  return ok({ approved: true, message: 'This shipment has been cancelled', reason_code: null })
}
