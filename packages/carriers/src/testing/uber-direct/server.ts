/** A server that answers as Uber Direct does, validates every request by its reference, and misbehaves when it is asked to. */
import { signBody } from '../../adapters/uber-direct/signature.ts'
import type { ConformanceServer, FaultOrder } from '../../conformance/suite.ts'
import {
  type ScriptedAnswer as PathAnswer,
  startVendorServer,
  type VendorAnswer,
  type VendorRequest,
  type VendorRoute,
} from '../vendor-server.ts'
import { type Delivery, deliveryBody, PROOF_PNG, quoteBody, token } from './bodies.ts'
import { answerFault, parse, refuse, refuseLogin } from './refusals.ts'
import { deliveryRequest, listQuery, proofRequest, quoteRequest, tokenRequest, updateRequest } from './schemas.ts'
import { type Account, createStore, targets } from './store.ts'

type Operation = FaultOrder['operation'] | 'token'

const PAGE_SIZE = 30

/** Which requests ask for an operation. Only a verification lists one delivery. */
const operations: readonly { operation: Operation; method: string; path: RegExp }[] = [
  { operation: 'token', method: 'POST', path: /^\/oauth\/v2\/token$/ },
  { operation: 'quote', method: 'POST', path: /\/delivery_quotes$/ },
  { operation: 'book', method: 'POST', path: /\/deliveries$/ },
  { operation: 'verify', method: 'GET', path: /\/deliveries\?limit=1$/ },
  { operation: 'track', method: 'GET', path: /\/deliveries(?!\?limit=1$)/ },
  { operation: 'cancel', method: 'POST', path: /\/deliveries\/[^/]+\/cancel$/ },
  { operation: 'media', method: 'POST', path: /\/proof-of-delivery$/ },
  { operation: 'update', method: 'POST', path: /\/deliveries\/[^/]+$/ },
]

const findOperation = ({ method, path }: Pick<VendorRequest, 'method' | 'path'>) =>
  operations.find((each) => each.method === method && each.path.test(path))?.operation

/** The conformance suite names accounts by our ids. */
export const customerId = (carrierAccountId: string): string => `cus_${carrierAccountId.replaceAll('-', '')}`

export async function startUberDirect() {
  const store = createStore((delivery) => report(delivery))

  /** A call-back about the delivery, in the mailbox of its merchant. */
  function report(delivery: Delivery, event: object = {}): void {
    const { id, customerId: customer, status } = delivery
    const account = [...store.accounts.values()].find((candidate) => candidate.customerId === customer)
    const body = {
      id: token('evt'),
      kind: 'event.delivery_status',
      created: new Date().toISOString(),
      status,
      delivery_id: id,
      customer_id: customer,
      account_id: '',
      developer_id: '',
      live_mode: false,
      data: deliveryBody(delivery),
      ...event,
    }
    const rawBody = Buffer.from(JSON.stringify(body))
    vendor.report({
      carrierAccountId: customer,
      url: vendor.callbackUrl,
      rawBody,
      subject: id,
      sign({ isForged }) {
        const signature = signBody(isForged ? 'another key' : (account?.signingKey ?? ''), rawBody)
        return { 'x-uber-signature': signature, 'x-postmates-signature': signature }
      },
    })
  }

  function list(customer: string, query: URLSearchParams): object {
    const named = Object.fromEntries([...query].map(([name, value]) => [name.toLowerCase(), value]))
    const { limit = PAGE_SIZE, offset = 0, filter } = parse(listQuery, named)
    const isWanted = ({ status }: Delivery) =>
      filter === undefined ||
      (filter === 'ongoing' ? !['delivered', 'canceled', 'returned'].includes(status) : status === filter)
    const all = store.deliveries.filter((delivery) => delivery.customerId === customer && isWanted(delivery)).reverse()
    const next = offset + limit
    const href = `api.uber.com/v1/customers/${customer}/deliveries?offset=${next}&limit=${limit}`
    return {
      data: all.slice(offset, next).map(deliveryBody),
      next_href: next < all.length ? href : '',
      total_count: -1,
    }
  }

  /** The work for a request of the API. */
  function findWork(request: VendorRequest, customer: string, path: string): () => object {
    const [resource, id = '', action] = path.split('/').map(decodeURIComponent)
    const json = () => JSON.parse(readContent(request, 'application/json'))
    const owned = () => store.owned(id, customer)
    switch ([request.method, resource, ...(id ? ['id'] : []), ...(action ? [action] : [])].join(' ')) {
      case 'POST delivery_quotes':
        return () => quoteBody(store.quote(parse(quoteRequest, json()), customer))
      case 'POST deliveries':
        return () => deliveryBody(store.book(parse(deliveryRequest, json()), customer))
      case 'GET deliveries':
        return () => list(customer, request.url.searchParams)
      case 'GET deliveries id':
        return () => deliveryBody(owned())
      case 'POST deliveries id':
        return () => deliveryBody(store.update(owned(), parse(updateRequest, json())))
      case 'POST deliveries id cancel':
        return () => deliveryBody(store.cancel(owned()))
      case 'POST deliveries id proof-of-delivery':
        return () => {
          const { type } = parse(proofRequest, json())
          const { status } = owned()
          if (status !== 'delivered') throw refuse(404, 'delivery_not_found', 'The requested delivery does not exist.')
          return { document: PROOF_PNG, type }
        }
      default:
        throw refuse(404, 'not_found', 'Not found.')
    }
  }

  function route(request: VendorRequest): VendorRoute {
    const { pathname } = request.url
    const ok = (work: () => object) => (): VendorAnswer => ({ status: 200, body: work() })
    if (pathname === '/oauth/v2/token') {
      return { operation: null, carrierAccountId: null, work: ok(() => store.issueToken(readForm(request))) }
    }
    const [, customer = '', path = ''] = /^\/v1\/customers\/([^/]+)\/(.+)$/.exec(pathname) ?? []
    const work = findWork(request, customer, path)
    store.authorize(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1], customer)
    const operation = findOperation(request) as FaultOrder['operation']
    return { operation, carrierAccountId: customer, work: ok(work) }
  }

  const vendor = await startVendorServer({ route, answerFault })

  const conformance: ConformanceServer = {
    callbackUrl: vendor.callbackUrl,
    order: async (fault) => vendor.order({ ...fault, carrierAccountId: customerId(fault.carrierAccountId) }),
    advance: async (id, to) => store.advance(store.getDelivery(id), targets[to]),
    meet: async (id, mishap) => store.meet(store.getDelivery(id), mishap),
    announce: async (id, code) => store.move(store.getDelivery(id), code),
    countJobs: async (reference) =>
      store.deliveries.filter(({ request: { external_id } }) => external_id === reference).length,
    listCallbacks: (id, atLeast) =>
      vendor.callbacksWhere(({ delivery_id }: { delivery_id: string }) => delivery_id === id, atLeast),
  }

  return {
    ...conformance,
    url: vendor.url,
    store,
    /** In order of arrival. */
    get requests() {
      return vendor.requests.map((request) => ({
        operation: findOperation(request),
        headers: request.headers,
        body: request.rawBody.toString(),
      }))
    },
    addAccount: (account: Account) => store.addAccount(account),
    /** Answers the next requests of the operation, one each. */
    answerNext(operation: Operation, ...answers: VendorAnswer[]): void {
      const wanted = operations.find((each) => each.operation === operation)
      if (wanted === undefined) throw new TypeError(`no request of Uber asks for ${operation}`)
      vendor.answerNext(
        ...answers.map((answer): PathAnswer => ({ ...answer, method: wanted.method, path: wanted.path })),
      )
    },
    /** Reports where the courier is, as Uber does every 20 s. */
    reportPosition: (id: string, location: { lat: number; lng: number }) =>
      report(store.getDelivery(id), { kind: 'event.courier_update', status: undefined, location }),
    stop: () => vendor.stop(),
  }
}

export type UberDirectServer = Awaited<ReturnType<typeof startUberDirect>>

/** The body, if its type is the one that is expected. */
function readContent({ headers, rawBody }: VendorRequest, contentType: string): string {
  if (headers['content-type']?.split(';')[0] !== contentType) {
    throw refuse(415, 'unsupported_media_type', `The content type must be ${contentType}.`)
  }
  return rawBody.toString()
}

function readForm(request: VendorRequest) {
  if (request.method !== 'POST') throw refuse(405, 'method_not_allowed', 'Use POST.')
  const form = new URLSearchParams(readContent(request, 'application/x-www-form-urlencoded'))
  const parsed = tokenRequest.safeParse(Object.fromEntries(form))
  if (parsed.success) return parsed.data
  throw refuseLogin(400, 'invalid_request', 'required parameters were not provided')
}
