/** The requests that the server takes, by method and path. */
import type { z } from 'zod'
import type { FaultOrder } from '../../conformance/suite.ts'
import type { VendorRequest } from '../vendor-server.ts'
import { type ShipmentObject, verifiedAddressObject, webhookObject } from './bodies.ts'
import { createScanForm, getScanForm } from './manifests.ts'
import { buyPickup, cancelPickup, createPickup, getPickup } from './pickups.ts'
import { notFound, refuse } from './refusals.ts'
import * as schemas from './schemas.ts'
import {
  type AccountBook,
  buyOrder,
  buyShipment,
  createOrder,
  createShipment,
  getOrder,
  getShipment,
  makeCode,
  refundShipment,
  type Webhook,
} from './store.ts'

export interface Route {
  /** For which faults are ordered; null: for none. */
  operation: FaultOrder['operation'] | null
  status: 200 | 201
  work: () => object
}

interface Context {
  book: AccountBook
  fileUrl: (shipmentId: string, format: string) => string
  refundOutcome: string
  /** Called when labels have been bought. */
  created: (jobId: string) => void
}

/** The body, checked. EasyPost names each field that is wrong. */
function readBody<Schema extends z.ZodType>(schema: Schema, { rawBody, headers }: VendorRequest): z.output<Schema> {
  if (rawBody.length > 0 && !headers['content-type']?.startsWith('application/json')) {
    throw refuse(400, 'BAD_REQUEST', 'The request is not JSON.')
  }
  const found = schema.safeParse(rawBody.length === 0 ? {} : JSON.parse(rawBody.toString()))
  if (found.success) return found.data
  const errors = found.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
    suggestion: null,
  }))
  throw refuse(422, 'PARAMETER.REQUIRED', 'Missing required parameter.', errors)
}

export function findRoute(sent: VendorRequest, context: Context): Route {
  const [, version, kind, id, action, detail] = sent.url.pathname.split('/')
  if (version !== 'v2' || kind === undefined) throw notFound()
  const name = [sent.method, kind, id && ':id', action, detail].filter(Boolean).join(' ')
  const route = routes[name]
  if (!route) throw notFound()
  return route(sent, context, id ?? '')
}

const labelled = (shipment: ShipmentObject, format: string, fileUrl: Context['fileUrl']): ShipmentObject => {
  const { postage_label: label } = shipment
  if (!label) throw refuse(422, 'SHIPMENT.POSTAGE.REQUIRED', 'Shipment must have postage purchased first.')
  return { ...shipment, postage_label: { ...label, [`label_${format}_url`]: fileUrl(shipment.id, format) } }
}

const routes: Readonly<Record<string, (sent: VendorRequest, context: Context, id: string) => Route>> = {
  'POST shipments': (sent, { book }) => ({
    operation: 'quote',
    status: 201,
    work: () => createShipment(book, readBody(schemas.shipmentRequest, sent)),
  }),
  'GET shipments :id': (_, { book }, id) => ({ operation: 'track', status: 200, work: () => getShipment(book, id) }),
  'POST shipments :id buy': (sent, { book, fileUrl, created }, id) => ({
    operation: 'book',
    status: 200,
    work() {
      const { rate } = readBody(schemas.shipmentPurchase, sent)
      const bought = buyShipment(getShipment(book, id), rate.id, fileUrl(id, 'png'))
      created(id)
      return bought
    },
  }),
  'POST shipments :id forms': (sent, { book, fileUrl }, id) => ({
    operation: null,
    status: 201,
    work() {
      readBody(schemas.codeRequest, sent)
      return makeCode(getShipment(book, id), fileUrl(id, 'png'))
    },
  }),
  'POST shipments :id refund': (sent, { book, refundOutcome }, id) => ({
    operation: 'cancel',
    status: 200,
    work() {
      readBody(schemas.nothing, sent)
      return refundShipment(getShipment(book, id), refundOutcome)
    },
  }),
  'GET shipments :id label': ({ url }, { book, fileUrl }, id) => ({
    operation: 'label',
    status: 200,
    work() {
      const format = schemas.labelFormat.safeParse(url.searchParams.get('file_format')?.toUpperCase())
      if (!format.success) throw refuse(422, 'SHIPMENT.POSTAGE.INVALID_FORMAT', 'The label format is invalid.')
      return labelled(getShipment(book, id), format.data.toLowerCase(), fileUrl)
    },
  }),
  'GET shipments :id smartrate delivery_date': ({ url }, { book }, id) => ({
    operation: null,
    status: 200,
    work() {
      const planned = url.searchParams.get('planned_ship_date') ?? ''
      if (!/^\d{4}-\d{2}-\d{2}$/.test(planned)) throw refuse(422, 'DATE.PARSE.FAILURE', 'The date is invalid.')
      const arrives = (days: number) => new Date(Date.parse(planned) + days * 86_400_000).toISOString().slice(0, 10)
      // SmartRate knows the services of USPS that it has statistics of.
      const known = getShipment(book, id).rates.filter(({ service }) => service === 'GroundAdvantage')
      return {
        rates: known.map((rate) => ({
          easypost_time_in_transit_data: {
            days_in_transit: { percentile_50: 2, percentile_75: 3, percentile_99: 8 },
            easypost_estimated_delivery_date: arrives(3),
            planned_ship_date: planned,
          },
          rate: { ...rate, rate: Number(rate.rate) },
        })),
      }
    },
  }),
  'POST orders': (sent, { book }) => ({
    operation: 'quote',
    status: 201,
    work: () => createOrder(book, readBody(schemas.orderRequest, sent)),
  }),
  'GET orders :id': (_, { book }, id) => ({ operation: 'track', status: 200, work: () => getOrder(book, id) }),
  'POST orders :id buy': (sent, { book, fileUrl, created }, id) => ({
    operation: 'book',
    status: 200,
    work() {
      const bought = buyOrder(getOrder(book, id), readBody(schemas.orderPurchase, sent), (shipment) =>
        fileUrl(shipment.id, 'png'),
      )
      created(id)
      return bought
    },
  }),
  'POST pickups': (sent, { book }) => ({
    operation: null,
    status: 201,
    work: () => createPickup(book, readBody(schemas.pickupRequest, sent)),
  }),
  'GET pickups :id': (_, { book }, id) => ({ operation: null, status: 200, work: () => getPickup(book, id) }),
  'POST pickups :id buy': (sent, { book }, id) => ({
    operation: 'schedule_pickup',
    status: 200,
    work: () => buyPickup(getPickup(book, id), readBody(schemas.orderPurchase, sent)),
  }),
  'POST pickups :id cancel': (_, { book }, id) => ({
    operation: 'cancel_pickup',
    status: 200,
    work: () => cancelPickup(getPickup(book, id)),
  }),
  'POST scan_forms': (sent, { book, fileUrl }) => ({
    operation: 'create_manifest',
    status: 201,
    work: () => createScanForm(book, readBody(schemas.scanFormRequest, sent), fileUrl),
  }),
  'GET scan_forms :id': (_, { book }, id) => ({ operation: null, status: 200, work: () => getScanForm(book, id) }),
  'POST addresses': (sent, { book }) => ({
    operation: 'check_address',
    status: 201,
    work: () => verifiedAddressObject(readBody(schemas.addressRequest, sent).address, book.mode, new Date()),
  }),
  'GET webhooks': (_, { book }) => ({
    operation: 'verify',
    status: 200,
    work: () => ({ webhooks: book.webhooks.map(shown) }),
  }),
  'POST webhooks': (sent, { book }) => ({
    operation: null,
    status: 201,
    work() {
      const { webhook } = readBody(schemas.webhookRequest, sent)
      const made = { ...webhookObject(webhook.url, book.mode, new Date()), secret: webhook.webhook_secret ?? null }
      book.webhooks.push(made)
      return shown(made)
    },
  }),
  'PATCH webhooks :id': (sent, { book }, id) => ({
    operation: null,
    status: 200,
    work() {
      const { webhook_secret: secret } = readBody(schemas.webhookUpdate, sent)
      const webhook = getWebhook(book, id)
      // An update enables it again.
      return shown(Object.assign(webhook, { disabled_at: null }, secret && { secret }))
    },
  }),
  'DELETE webhooks :id': (_, { book }, id) => ({
    operation: null,
    status: 200,
    work() {
      book.webhooks.splice(book.webhooks.indexOf(getWebhook(book, id)), 1)
      return {}
    },
  }),
}

/** The secret is never shown. */
const shown = ({ secret, ...webhook }: Webhook) => webhook

function getWebhook({ webhooks }: AccountBook, webhookId: string): Webhook {
  const found = webhooks.find(({ id }) => id === webhookId)
  if (!found) throw notFound()
  return found
}
