/**
 * A server that is shaped like EasyPost: it checks every request by EasyPost's reference, keeps what it is given, sends events,
 * and fails on request. For tests.
 */
import { signBody } from '../../adapters/easypost/signature.ts'
import { labelDocuments } from '../label-documents.ts'
import { startVendorServer, type VendorRequest, type VendorRoute, type VendorServer } from '../vendor-server.ts'
import { eventObject, type OrderObject, type ShipmentObject } from './bodies.ts'
import { answerFault, inactiveKey } from './refusals.ts'
import { findRoute } from './routes.ts'
import { type AccountBook, createAccountBook, getShipment, track, type Webhook } from './store.ts'

export type News = Parameters<typeof track>[1]

export interface EasyPostServer extends VendorServer {
  /** The API key of a carrier account: faults are ordered for accounts. */
  keyFor(carrierAccountId: string): string
  /** Reports news of a shipment, or of every shipment of an order. */
  reportNews(jobId: string, news: News): void
  shipment(id: string): ShipmentObject
  /** Shipments with a label. */
  purchases(): ShipmentObject[]
  /** The ids of the shipments of an order. */
  listParcels(orderId: string): string[]
  /** Pickups of an account that are scheduled. */
  countPickups(carrierAccountId: string): number
  /** Scan forms of an account. */
  countManifests(carrierAccountId: string): number
  /** The carrier's answer to refunds: `submitted` unless set. */
  setRefundOutcome(status: string): void
  listWebhooks(carrierAccountId: string): Webhook[]
}

/** Keys of tests, and of production. */
const KEY = /^EZ[TA]K/

export async function startEasyPostServer({ port = 0 } = {}): Promise<EasyPostServer> {
  const books = new Map<string, AccountBook>()
  let refundOutcome = 'submitted'

  const getBook = (key: string): AccountBook => {
    const book = books.get(key) ?? createAccountBook(key)
    books.set(key, book)
    return book
  }

  const getJob = (jobId: string): { book: AccountBook; shipments: ShipmentObject[] } => {
    for (const book of books.values()) {
      const [shipment, order] = [book.shipments.get(jobId), book.orders.get(jobId)]
      if (shipment || order) return { book, shipments: shipment ? [shipment] : (order as OrderObject).shipments }
    }
    throw new Error(`there is no ${jobId}`)
  }

  function reportNews(jobId: string, news: News): void {
    const { book, shipments } = getJob(jobId)
    for (const shipment of shipments) {
      track(shipment, news)
      const { tracker } = shipment
      if (!tracker) continue
      const rawBody = toBytes(eventObject('tracker.updated', tracker, new Date()))
      for (const { url, secret } of book.webhooks.filter(({ disabled_at }) => disabled_at === null)) {
        vendor.report({
          carrierAccountId: accountId(book.key),
          url,
          rawBody,
          subject: tracker.id,
          sign: ({ isForged }) => ({
            'user-agent': 'EasyPost Web Hook',
            ...(secret !== null && { 'x-hmac-signature': signBody(isForged ? 'another secret' : secret, rawBody) }),
          }),
        })
      }
    }
  }

  function route(request: VendorRequest): VendorRoute {
    const [, id = '', format = ''] = /^\/files\/(shp_\w+)\.(\w+)$/.exec(request.url.pathname) ?? []
    if (id !== '') return fileRoute(accountId(getJob(id).book.key), format, request)
    const key = readKey(request.headers.authorization)
    const { operation, status, work } = findRoute(request, {
      book: getBook(key),
      fileUrl: (shipmentId, form) => `${vendor.url}/files/${shipmentId}.${form}`,
      refundOutcome,
      created: (jobId) =>
        reportNews(jobId, { status: 'pre_transit', detail: 'label_created', message: 'Shipping Label Created' }),
    })
    return { operation, carrierAccountId: accountId(key), work: () => ({ status, body: work() }) }
  }

  const vendor = await startVendorServer({ route, answerFault }, { port })
  return {
    ...vendor,
    keyFor: (carrierAccountId) => `EZTK${carrierAccountId}`,
    reportNews,
    shipment: (id) => getShipment(getJob(id).book, id),
    purchases: () =>
      [...books.values()].flatMap(({ shipments }) =>
        [...shipments.values()].filter(({ postage_label }) => postage_label !== null),
      ),
    listParcels: (orderId) => getJob(orderId).shipments.map(({ id }) => id),
    countPickups: (carrierAccountId) =>
      [...getBook(`EZTK${carrierAccountId}`).pickups.values()].filter(({ status }) => status === 'scheduled').length,
    countManifests: (carrierAccountId) => getBook(`EZTK${carrierAccountId}`).scanForms.size,
    setRefundOutcome(status) {
      refundOutcome = status
    },
    listWebhooks: (carrierAccountId) => getBook(`EZTK${carrierAccountId}`).webhooks,
  }
}

/** Faults are ordered by the account, whose id is in its key. */
const accountId = (key: string): string => key.slice(4)

/** EasyPost writes weights with a decimal point, and signs the bytes that it sends. */
const toBytes = (event: object): Buffer =>
  Buffer.from(JSON.stringify(event).replaceAll(/("weight":)(\d+)(?=[,}])/g, '$1$2.0'))

/** Documents are public, as at the real one's storage: a request with the key would give it away. */
function fileRoute(carrierAccountId: string, format: string, { headers }: VendorRequest): VendorRoute {
  const document = labelDocuments[format]
  return {
    operation: 'label',
    carrierAccountId,
    work: () =>
      headers.authorization !== undefined || !document
        ? { status: 400 }
        : { status: 200, headers: { 'content-type': document.contentType }, body: document.body },
  }
}

/** Basic, with the key as the user and an empty password. */
function readKey(authorization: string | undefined): string {
  const [scheme, encoded = ''] = (authorization ?? '').split(' ')
  const [key = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':')
  if (scheme !== 'Basic' || password.join(':') !== '' || !KEY.test(key)) throw inactiveKey()
  return key
}
