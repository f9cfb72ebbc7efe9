/**
 * A server that is shaped like Shippo: it checks every request by Shippo's reference, keeps what it is given, sends call-backs, and
 * fails on request. For tests.
 */
import { SIGNATURE_HEADER, signBody } from '../../adapters/shippo/signature.ts'
import type { FaultOrder } from '../../conformance/suite.ts'
import { labelDocuments } from '../label-documents.ts'
import {
  parseOrRefuse,
  startVendorServer,
  type VendorAnswer,
  type VendorRequest,
  type VendorRoute,
  type VendorServer,
} from '../vendor-server.ts'
import {
  CARRIERS,
  carrierAccountObject,
  messageObject,
  type News,
  newId,
  type TrackingEvent,
  type TransactionObject,
  validatedAddressObject,
} from './bodies.ts'
import { createManifest, getManifest, listManifests } from './manifests.ts'
import { createPickup } from './pickups.ts'
import {
  address,
  manifestRequest,
  pickupRequest,
  refundRequest,
  shipmentRequest,
  transactionRequest,
  webhookRequest,
} from './schemas.ts'
import {
  type AccountBook,
  addShipment,
  append,
  type Bought,
  buy,
  createAccountBook,
  getBought,
  type Mood,
  noteRead,
  notFound,
  ofRate,
  readTrack,
  refund,
  refusal,
  type Webhook,
} from './store.ts'

export interface ShippoServer extends VendorServer {
  keyFor(carrierAccountId: string, mode?: 'test' | 'live'): string
  /** The secret with which call-backs of the account are signed. */
  secretFor(carrierAccountId: string): string
  transaction(id: string): TransactionObject
  /** All that were bought, one for each parcel. */
  transactions(): TransactionObject[]
  listEvents(transactionId: string): readonly TrackingEvent[]
  reportNews(transactionId: string, news: News): void
  /** A change of a transaction, such as of its refund. */
  reportChange(transactionId: string, change: Partial<TransactionObject>): void
  listWebhooks(carrierAccountId: string, mode?: 'test' | 'live'): Webhook[]
  countManifests(carrierAccountId: string): number
  countPickups(carrierAccountId: string): number
  /** How the account's next purchases and refunds go. */
  behave(carrierAccountId: string, mood: Partial<Mood>): void
}

const labelCreated: News = { status: 'PRE_TRANSIT', substatus: 'information_received', details: 'Label created' }
const ok = (body: object | Buffer): VendorAnswer => ({ status: 200, body })
const secretFor = (carrierAccountId: string): string => `hmac-secret-of-${carrierAccountId}`

export async function startShippoServer({ port = 0 } = {}): Promise<ShippoServer> {
  const books = new Map<string, AccountBook>()
  let vendor: VendorServer | null = null
  const root = () => vendor?.url ?? ''

  function bookFor(key: string): AccountBook {
    const [, mode, carrierAccountId = ''] = /^shippo_(test|live)_(\w[\w-]*)$/.exec(key) ?? []
    if (mode === undefined) throw refusal(401, { detail: 'Invalid token.' })
    const book = books.get(key) ?? createAccountBook(carrierAccountId, mode === 'test')
    books.set(key, book)
    return book
  }

  function getBook(authorization: string | undefined): AccountBook {
    if (!authorization) throw refusal(401, { detail: 'Authentication credentials were not provided.' })
    const [, key] = /^ShippoToken (\S+)$/.exec(authorization) ?? []
    if (key === undefined) throw refusal(401, { detail: 'Invalid token header.' })
    return bookFor(key)
  }

  function getHolder(id: string): { book: AccountBook; bought: Bought } {
    for (const book of books.values()) if (book.bought.has(id)) return { book, bought: getBought(book, id) }
    throw new Error(`there is no ${id}`)
  }

  function report(event: string, { book, subject, data }: { book: AccountBook; subject: string; data: object }): void {
    const { carrierAccountId, isTest } = book
    const rawBody = Buffer.from(JSON.stringify({ event, test: isTest, data, carrier: null }))
    for (const { url } of book.webhooks.filter((webhook) => webhook.event === event || webhook.event === 'all')) {
      vendor?.report({
        carrierAccountId,
        url,
        rawBody,
        subject,
        sign({ isForged }) {
          const timestamp = String(Math.floor(Date.now() / 1_000))
          const secret = isForged ? 'another secret' : secretFor(carrierAccountId)
          return { [SIGNATURE_HEADER]: `t=${timestamp},v1=${signBody(secret, timestamp, rawBody)}` }
        },
      })
    }
  }

  function reportNews(id: string, news: News): void {
    const { book, bought } = getHolder(id)
    append(bought, news)
    const data = readTrack(book, bought.carrier.token, bought.transaction.tracking_number ?? '')
    report('track_updated', { book, subject: id, data })
  }

  function route(request: VendorRequest): VendorRoute {
    const { method, url } = request
    const [, labelId] = /^\/labels\/(\w+)\.pdf$/.exec(url.pathname) ?? []
    if (method === 'GET' && labelId !== undefined) {
      const { book } = getHolder(labelId)
      const { contentType = '', body } = labelDocuments.pdf ?? {}
      const work = () => ({ status: 200, headers: { 'content-type': contentType }, body })
      return { operation: 'label', carrierAccountId: book.carrierAccountId, work }
    }
    const book = getBook(request.headers.authorization)
    const routed = findRoute(request, book, { root: root(), labelled: (id) => reportNews(id, labelCreated) })
    return { ...routed, carrierAccountId: book.carrierAccountId }
  }

  vendor = await startVendorServer({ route, answerFault }, { port })
  return {
    ...vendor,
    secretFor,
    keyFor: (carrierAccountId, mode = 'live') => `shippo_${mode}_${carrierAccountId}`,
    transaction: (id) => getHolder(id).bought.transaction,
    transactions: () =>
      [...books.values()].flatMap(({ bought }) => [...bought.values()].map(({ transaction }) => transaction)),
    listEvents: (id) => getHolder(id).bought.events,
    reportNews,
    reportChange(id, change) {
      const { book, bought } = getHolder(id)
      Object.assign(bought.transaction, { object_updated: new Date().toISOString(), ...change })
      report('transaction_updated', { book, subject: id, data: bought.transaction })
    },
    listWebhooks: (carrierAccountId, mode = 'live') => bookFor(`shippo_${mode}_${carrierAccountId}`).webhooks,
    countManifests: (carrierAccountId) => bookFor(`shippo_live_${carrierAccountId}`).manifests.size,
    countPickups: (carrierAccountId) => bookFor(`shippo_live_${carrierAccountId}`).pickups.length,
    behave(carrierAccountId, mood) {
      for (const book of books.values()) if (book.carrierAccountId === carrierAccountId) Object.assign(book.mood, mood)
    },
  }
}

function answerFault({ mode }: FaultOrder): VendorAnswer {
  if (mode === '401') return { status: 401, body: { detail: 'Invalid token.' } }
  if (mode === '403') return { status: 403, body: { detail: 'You do not have permission to perform this action.' } }
  if (mode === '500') return { status: 500, body: { detail: 'Internal server error.' } }
  if (mode === '429') return { status: 429, body: { detail: 'Request was throttled.' } }
  return { status: 400, body: { __all__: ['The carrier refuses this shipment.'] } }
}

/** Errors by field, as Shippo nests them. */
const invalidFields = (problems: { field: string; message: string }[]): VendorAnswer => ({
  status: 400,
  body: Object.fromEntries(problems.map(({ field, message }) => [field, [message]])),
})

interface Context {
  root: string
  labelled: (transactionId: string) => void
}

type Routed = Pick<VendorRoute, 'operation' | 'work'>

function findRoute(request: VendorRequest, book: AccountBook, context: Context): Routed {
  const { method, url, rawBody, headers } = request
  const body = () => {
    if (!headers['content-type']?.startsWith('application/json'))
      throw refusal(415, { detail: 'Unsupported media type.' })
    return JSON.parse(rawBody.toString()) as unknown
  }
  const read = <Schema extends Parameters<typeof parseOrRefuse>[0]>(schema: Schema) =>
    parseOrRefuse(schema, body(), invalidFields) as Schema['_output']
  const only = (operation: Routed['operation'], work: Routed['work']): Routed => ({ operation, work })
  const [, resource = '', first = '', second = ''] = url.pathname.split('/').map(decodeURIComponent)
  const shape = [resource, first && ':id', second && ':id'].filter(Boolean).join('/')
  switch (`${method} ${shape}`) {
    case 'GET carrier_accounts':
      return only('verify', () => ok(page(CARRIERS.map((carrier) => carrierAccountObject(carrier, book.isTest)))))
    case 'POST addresses':
      return only('check_address', () => ({ status: 201, body: validatedAddressObject(read(address), book.isTest) }))
    case 'POST shipments':
      return only('quote', () => addShipment(book, read(shipmentRequest)))
    case 'GET shipments/:id':
      return only(null, () => ok(book.shipments.get(first) ?? never()))
    case 'GET rates/:id':
      return only(null, () => ok(book.rates.get(first)?.rate ?? never()))
    case 'POST transactions':
      return only('book', () => {
        const { transaction } = buy(book, read(transactionRequest), context.root)
        for (const bought of ofRate(book, transaction.rate)) {
          if (bought.transaction.status === 'SUCCESS') context.labelled(bought.transaction.object_id)
        }
        return { status: 201, body: transaction }
      })
    case 'GET transactions':
      return only(null, () => {
        noteRead(book)
        return ok(listTransactions(book, url))
      })
    case 'GET transactions/:id':
      return only(null, () => {
        noteRead(book)
        return ok(getBought(book, first).transaction)
      })
    case 'POST manifests':
      return only('create_manifest', () => ({
        status: 201,
        body: createManifest(book, read(manifestRequest), context.root),
      }))
    case 'GET manifests':
      return only(null, () => ok(page(listManifests(book))))
    case 'GET manifests/:id':
      return only(null, () => ok(getManifest(book, first)))
    case 'POST pickups':
      return only('schedule_pickup', () => ({ status: 201, body: createPickup(book, read(pickupRequest)) }))
    case 'POST refunds':
      return only('cancel', () => refund(book, read(refundRequest).transaction))
    case 'GET tracks/:id/:id':
      return only('track', () => ok(readTrack(book, first, second)))
    default:
      return resource === 'webhooks' ? webhookRoute(method, first || null, book, () => read(webhookRequest)) : never()
  }
}

const never = (): never => {
  throw notFound()
}

const page = (results: readonly object[]) => ({ next: null, previous: null, results })

/** The list shows the rate in short, and the newest first. */
function listTransactions(book: AccountBook, url: URL) {
  const rateId = url.searchParams.get('rate')
  const all = [...book.bought.values()].filter(({ transaction }) => rateId === null || transaction.rate === rateId)
  return page(
    all.toReversed().map(({ transaction }) => {
      const rate = book.rates.get(transaction.rate)?.rate
      const { object_id, amount, currency, provider, carrier_account, servicelevel } = rate ?? never()
      return {
        ...transaction,
        rate: {
          object_id,
          amount,
          currency,
          amount_local: amount,
          currency_local: currency,
          provider,
          carrier_account,
          servicelevel_name: servicelevel.name,
          servicelevel_token: servicelevel.token,
        },
      }
    }),
  )
}

function webhookRoute(
  method: string,
  id: string | null,
  book: AccountBook,
  read: () => Omit<Webhook, 'object_id'>,
): Routed {
  const at = book.webhooks.findIndex(({ object_id }) => object_id === id)
  if (id !== null && at === -1) throw notFound()
  const work = (): VendorAnswer => {
    if (method === 'GET') return ok({ ...page(book.webhooks), count: book.webhooks.length })
    if (method === 'DELETE') {
      book.webhooks.splice(at, 1)
      return { status: 204 }
    }
    const given = read()
    if (given.is_test !== undefined && given.is_test !== book.isTest) {
      throw refusal(400, { is_test: [messageObject('Shippo', 'The mode of the webhook is not that of the token.')] })
    }
    if (method === 'PUT') return ok(Object.assign(book.webhooks[at] as Webhook, given))
    const made = { object_id: newId(), ...given }
    book.webhooks.push(made)
    return { status: 201, body: made }
  }
  return { operation: null, work }
}
