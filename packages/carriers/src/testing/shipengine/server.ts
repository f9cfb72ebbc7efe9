/**
 * A server that is shaped like ShipEngine: it checks every request by ShipEngine's reference, keeps what it is given, sends signed
 * call-backs, and fails on request. For tests.
 */
import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { KEY_ID_HEADER, SIGNATURE_HEADER, signedBytes, TIMESTAMP_HEADER } from '../../adapters/shipengine/signature.ts'
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
  carrierObject,
  errorBody,
  errorObject,
  type LabelObject,
  type News,
  newId,
  type TrackingEvent,
  trackingObject,
  validationObject,
} from './bodies.ts'
import { getManifest, listManifests, readRequest, requestManifest } from './manifests.ts'
import { countPickups, deletePickup, getPickup, listPickups, schedulePickup } from './pickups.ts'
import {
  labelRequest,
  manifestRequest,
  nothing,
  pickupRequest,
  rateLabelRequest,
  ratesRequest,
  validationRequest,
  webhookRequest,
  webhookUpdate,
} from './schemas.ts'
import {
  type AccountBook,
  append,
  buy,
  buyShipment,
  createAccountBook,
  getLabel,
  rate,
  refusal,
  voidLabel,
  type Webhook,
} from './store.ts'

export interface ShipEngineServer extends VendorServer {
  /** A production key, or one of the sandbox. */
  keyFor(carrierAccountId: string, environment?: 'production' | 'sandbox'): string
  label(labelId: string): LabelObject
  listEvents(labelId: string): readonly TrackingEvent[]
  reportNews(labelId: string, news: News, number?: string): void
  /** All that were bought. */
  labels(): LabelObject[]
  listWebhooks(carrierAccountId: string): Webhook[]
  /** Manifests of an account, also those that it works on. */
  countManifests(carrierAccountId: string): number
  /** Pickups of an account that are not cancelled. */
  countPickups(carrierAccountId: string): number
  /** From now on another key signs; the set of keys has it, unless it is hidden. */
  rotateKey(options?: { isHidden: boolean }): void
  /** A call-back of this text, signed but not sent. */
  sign(text: string): { headers: Record<string, string>; rawBody: Buffer }
}

const created: News = { status: 'NY', detail: 'SHIPMENT_CREATED', description: 'Shipping Label Created' }

const ok = (body: object | Buffer): VendorAnswer => ({ status: 200, body })

export async function startShipEngineServer({ port = 0 } = {}): Promise<ShipEngineServer> {
  const books = new Map<string, AccountBook>()
  const signing = createSigningKeys()
  let vendor: VendorServer | null = null
  const root = () => vendor?.url ?? ''

  function getBook(key: string | string[] | undefined): AccountBook {
    const [, environment, carrierAccountId] = /^(TEST|live)_(\w[\w-]*)$/.exec(String(key)) ?? []
    if (carrierAccountId === undefined) {
      throw refusal(401, 'unauthorized', 'The API key is invalid.', { error_type: 'security' })
    }
    const name = String(key)
    const book = books.get(name) ?? createAccountBook(carrierAccountId, environment === 'TEST')
    books.set(name, book)
    return book
  }

  function getHolder(labelId: string) {
    for (const book of books.values()) if (book.labels.has(labelId)) return { book, ...getLabel(book, labelId) }
    throw new Error(`there is no ${labelId}`)
  }

  function reportNews(labelId: string, news: News, number?: string): void {
    const { book, label, events: leading, further } = getHolder(labelId)
    const tracking_number = number ?? label.tracking_number
    const events = further.get(tracking_number) ?? leading
    append(events, news)
    const resource_url = `${root()}/v1/tracking?carrier_code=usps&tracking_number=${tracking_number}`
    const data = { label_url: null, ...trackingObject({ ...label, tracking_number }, events) }
    const rawBody = Buffer.from(JSON.stringify({ resource_url, resource_type: 'API_TRACK', data }, null, 2))
    for (const { url, headers = [] } of book.webhooks.filter(({ event }) => event === 'track')) {
      vendor?.report({
        carrierAccountId: book.carrierAccountId,
        url,
        rawBody,
        subject: labelId,
        sign: ({ isForged }) => ({
          'user-agent': 'ShipEngine/v1',
          ...Object.fromEntries(headers.map(({ key, value }) => [key, value])),
          ...signing.signHeaders(rawBody, isForged),
        }),
      })
    }
  }

  function route(request: VendorRequest): VendorRoute {
    const { method, url } = request
    const path = `${method} ${url.pathname}`
    if (path === 'GET /jwks')
      return { operation: null, carrierAccountId: null, work: () => ok({ keys: signing.published() }) }
    const file = /^GET \/v1\/downloads\/10\/(se-\d+)\/(?:label|form)-1\.(pdf|png|zpl)$/.exec(path)
    if (file) {
      const { book } = getHolder(file[1] ?? '')
      const document = labelDocuments[file[2] ?? '']
      const work = () => ({
        status: 200,
        headers: { 'content-type': document?.contentType ?? '' },
        body: document?.body,
      })
      return { operation: 'label', carrierAccountId: book.carrierAccountId, work }
    }
    const book = getBook(request.headers['api-key'])
    const { operation, work } = findRoute(request, book, { root: root(), created: (id) => reportNews(id, created) })
    return { operation, carrierAccountId: book.carrierAccountId, work }
  }

  vendor = await startVendorServer({ route, answerFault }, { port })
  return {
    ...vendor,
    keyFor: (carrierAccountId, environment = 'production') =>
      `${environment === 'sandbox' ? 'TEST' : 'live'}_${carrierAccountId}`,
    label: (labelId) => getHolder(labelId).label,
    listEvents: (labelId) => getHolder(labelId).events,
    reportNews,
    labels: () => [...books.values()].flatMap(({ labels }) => [...labels.values()].map(({ label }) => label)),
    listWebhooks: (carrierAccountId) => getBook(`live_${carrierAccountId}`).webhooks,
    countManifests: (carrierAccountId) => getBook(`live_${carrierAccountId}`).manifests.requested.size,
    countPickups: (carrierAccountId) => countPickups(getBook(`live_${carrierAccountId}`)),
    rotateKey: signing.rotate,
    sign(text) {
      const rawBody = Buffer.from(text)
      return { headers: signing.signHeaders(rawBody, false), rawBody }
    },
  }
}

/** The keys of call-backs. A forged one names the current key and is signed with another. */
function createSigningKeys() {
  const makeKey = () => ({ kid: newId(), ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) })
  const other = makeKey()
  const published = [makeKey()]
  let current = published[0] as ReturnType<typeof makeKey>
  const signed = (key: KeyObject, bytes: Buffer) =>
    sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PADDING }).toString('base64')
  return {
    published: () =>
      published.map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg: 'RS256',
        use: 'sig',
      })),
    rotate({ isHidden } = { isHidden: false }): void {
      current = makeKey()
      if (!isHidden) published.push(current)
    },
    signHeaders(rawBody: Buffer, isForged: boolean): Record<string, string> {
      const timestamp = new Date().toISOString()
      const { privateKey } = isForged ? other : current
      return {
        [KEY_ID_HEADER]: current.kid,
        [TIMESTAMP_HEADER]: timestamp,
        [SIGNATURE_HEADER]: signed(privateKey, signedBytes(timestamp, rawBody)),
      }
    },
  }
}

function answerFault({ mode }: FaultOrder): VendorAnswer {
  const security = { error_type: 'security' }
  if (mode === '401')
    return { status: 401, body: errorBody(errorObject('unauthorized', 'The API key is invalid.', security)) }
  if (mode === '403')
    return { status: 403, body: errorBody(errorObject('forbidden', 'The API key may not do this.', security)) }
  if (mode === '500')
    return { status: 500, body: errorBody(errorObject('unspecified', 'An unexpected error has occurred.')) }
  if (mode === '429')
    return { status: 429, body: errorBody(errorObject('rate_limit_exceeded', 'Rate limit exceeded.')) }
  return { status: 400, body: errorBody(errorObject('unspecified', 'The carrier refuses this shipment.')) }
}

const invalidFields = (problems: { field: string; message: string }[]): VendorAnswer => ({
  status: 400,
  body: errorBody(
    ...problems.map(({ field, message }) =>
      errorObject('invalid_field_value', `${field}: ${message}`, { field_name: field }),
    ),
  ),
})

interface Context {
  root: string
  created: (labelId: string) => void
}

type Routed = Pick<VendorRoute, 'operation' | 'work'>

function findRoute(request: VendorRequest, book: AccountBook, { root, created: report }: Context): Routed {
  const { method, url, rawBody, headers } = request
  const body = () => {
    if (rawBody.length > 0 && !headers['content-type']?.startsWith('application/json')) {
      throw refusal(415, 'unspecified', 'Content-Type must be application/json.')
    }
    return rawBody.length === 0 ? undefined : (JSON.parse(rawBody.toString()) as unknown)
  }
  const read = <Schema extends Parameters<typeof parseOrRefuse>[0]>(schema: Schema) =>
    parseOrRefuse(schema, body(), invalidFields) as Schema['_output']
  const [, , resource = '', first = '', second = ''] = url.pathname.split('/').map(decodeURIComponent)
  const only = (operation: Routed['operation'], work: Routed['work']): Routed => ({ operation, work })
  switch (`${method} ${describePath(url.pathname)}`) {
    case 'GET carriers':
      return only('verify', () => ok({ carriers: CARRIERS.map(carrierObject), request_id: newId(), errors: [] }))
    case 'POST rates':
      // The attempt of a booking has an external id; a quote has none.
      return only(rawBody.includes('external_shipment_id') ? null : 'quote', () => rate(book, read(ratesRequest)))
    case 'POST addresses/validate':
      return only('check_address', () => ok(read(validationRequest).map(validationObject)))
    case 'POST labels/rates/:id':
      return only('book', () => {
        read(rateLabelRequest)
        const label = buy(book, second, root)
        report(label.label_id)
        return ok(label)
      })
    case 'POST labels':
      return only('book', () => {
        const label = buyShipment(book, read(labelRequest), root)
        report(label.label_id)
        return ok(label)
      })
    case 'GET labels/external_shipment_id/:id':
      return only(null, () => {
        const found = [...book.labels.values()].find(({ label }) => label.external_shipment_id === second)
        if (!found) throw refusal(404, 'not_found', `No label with the external shipment id ${second} found.`)
        return ok(found.label)
      })
    case 'POST manifests':
      return only('create_manifest', () => ok(requestManifest(book, read(manifestRequest), root)))
    case 'GET manifests':
      return only(null, () => ok(listManifests(book, url.searchParams.getAll('label_ids'))))
    case 'GET manifests/:id':
      return only(null, () => ok(getManifest(book, first)))
    case 'GET manifests/requests/:id':
      return only(null, () => ok(readRequest(book, second)))
    case 'POST pickups':
      return only('schedule_pickup', () => ok(schedulePickup(book, read(pickupRequest))))
    case 'GET pickups':
      return only(null, () => ok(listPickups(book, url.searchParams.get('created_at_start'))))
    case 'GET pickups/:id':
      return only(null, () => ok(getPickup(book, first)))
    case 'DELETE pickups/:id':
      return only('cancel_pickup', () => ok(deletePickup(book, first)))
    case 'GET labels':
      return only(null, () => ok(listLabels(book, url)))
    case 'GET labels/:id':
      return only(null, () => ok(getLabel(book, first).label))
    case 'GET labels/:id/track':
      return only('track', () => {
        const { label, events } = getLabel(book, first)
        return ok(trackingObject(label, events))
      })
    case 'GET tracking':
      return only('track', () => {
        const tracking_number = url.searchParams.get('tracking_number') ?? ''
        const found = [...book.labels.values()].find(({ further }) => further.has(tracking_number))
        if (!found) throw refusal(404, 'not_found', `${tracking_number} not found.`)
        const { label, further } = found
        return ok(trackingObject({ ...label, tracking_number }, further.get(tracking_number) ?? []))
      })
    case 'PUT labels/:id/void':
      return only('cancel', () => {
        read(nothing)
        return voidLabel(book, first)
      })
    default:
      return resource === 'environment' ? webhookRoute(method, second || null, book, read) : notRouted(request)
  }
}

/** The path with `:id` in the place of ids: `labels/:id/track`. */
function describePath(pathname: string): string {
  const parts = pathname.split('/').slice(2)
  const fixed = new Set(['rates', 'validate', 'external_shipment_id', 'track', 'void', 'requests'])
  return parts.map((part, index) => (index === 0 || fixed.has(part) ? part : ':id')).join('/')
}

function listLabels(book: AccountBook, url: URL) {
  const number = url.searchParams.get('tracking_number')
  const labels = [...book.labels.values()]
    .map(({ label }) => label)
    .filter((label) => number === null || label.tracking_number === number)
  const links = { first: { href: url.href }, last: { href: url.href }, prev: {}, next: {} }
  return { labels, total: labels.length, page: 1, pages: 1, links }
}

const notRouted = ({ method, url }: VendorRequest): Routed => {
  throw refusal(404, 'not_found', method, {
    method: url.pathname,
    path: `${url.pathname} is not a valid API endpoint.`,
  })
}

/** Webhooks exist in the production environment only. */
function webhookRoute(
  method: string,
  id: string | null,
  book: AccountBook,
  read: (schema: typeof webhookRequest | typeof webhookUpdate) => unknown,
): Routed {
  if (book.isTest) throw refusal(403, 'forbidden', 'Webhooks are not available in the sandbox.')
  const at = book.webhooks.findIndex(({ webhook_id }) => webhook_id === id)
  if (id !== null && at === -1) throw refusal(404, 'not_found', `${id} not found.`)
  const work = (): VendorAnswer => {
    if (method === 'GET') return ok(book.webhooks)
    if (method === 'DELETE') {
      book.webhooks.splice(at, 1)
      return { status: 204 }
    }
    if (method === 'PUT') {
      Object.assign(book.webhooks[at] as Webhook, read(webhookUpdate))
      return { status: 204 }
    }
    const made = { webhook_id: newId(), ...(read(webhookRequest) as Omit<Webhook, 'webhook_id'>) }
    book.webhooks.push(made)
    return ok(made)
  }
  return { operation: null, work }
}
