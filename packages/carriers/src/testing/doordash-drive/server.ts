/** A server that answers as DoorDash Drive does, validates every request by its reference, and misbehaves when it is asked to. */
import { jwtVerify } from 'jose'
import type { ConformanceServer, FaultOrder } from '../../conformance/suite.ts'
import { parseOrRefuse, startVendorServer, type VendorRequest, type VendorRoute } from '../vendor-server.ts'
import { type Delivery, deliveryBody, eventBody } from './bodies.ts'
import { answerFault, refuse, validationError } from './refusals.ts'
import { acceptRequest, noBody, quoteRequest, updateRequest } from './schemas.ts'
import { createStore, targets } from './store.ts'

const MAX_LIFETIME_S = 1_800
/** A white pixel. */
export const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

export interface Account {
  /** Ours, by which faults are ordered. */
  carrierAccountId: string
  developerId: string
  keyId: string
  /** Base64url. */
  signingSecret: string
  /** The `Authorization` header of its call-backs. */
  authorization: string
  /** Where its call-backs go; absent: to the mailbox. */
  callbackUrl?: string
}

export interface DoorDashOptions {
  /** A courier confirms as soon as a quote is accepted; false: when a test says so. Default: true. */
  confirmsAtOnce?: boolean
}

export async function startDoorDash({ confirmsAtOnce = true }: DoorDashOptions = {}) {
  const accounts = new Map<string, Account>()
  const store = createStore((delivery) => report(delivery))

  function report(delivery: Delivery): void {
    const account = accounts.get(delivery.developerId)
    if (!account) return
    const { carrierAccountId, authorization, callbackUrl = vendor.callbackUrl } = account
    vendor.report({
      carrierAccountId,
      url: callbackUrl,
      subject: delivery.externalDeliveryId,
      rawBody: Buffer.from(JSON.stringify(eventBody(delivery, vendor.url))),
      sign: ({ isForged }) => ({ authorization: isForged ? 'Bearer of another account' : authorization }),
    })
  }

  function accept(delivery: Delivery, tip: { tip?: number | undefined }): object {
    const body = deliveryBody(store.accept(delivery, tip), vendor.url)
    if (confirmsAtOnce) store.move(delivery, 'confirmed')
    return body
  }

  /** The operation of a request of the API, and its work. */
  function apiRoute(
    request: VendorRequest,
    developerId: string,
  ): { operation: FaultOrder['operation']; work(): object } {
    const [resource, id = '', action] = request.url.pathname.split('/').slice(3).map(decodeURIComponent)
    const json = () => readJson(request)
    const owned = () => store.owned(id, developerId)
    switch ([request.method, resource, ...(id ? ['id'] : []), ...(action ? [action] : [])].join(' ')) {
      case 'POST quotes':
        return {
          operation: isOfJob(json()) ? 'draft' : 'quote',
          work: () => deliveryBody(store.quote(valid(quoteRequest, json()), developerId), vendor.url),
        }
      case 'POST quotes id accept':
        return { operation: 'book', work: () => accept(owned(), valid(acceptRequest, json())) }
      case 'GET deliveries id':
        // A verification asks for a delivery that does not exist.
        return {
          operation: id.startsWith('verify-') ? 'verify' : 'track',
          work: () => deliveryBody(owned(), vendor.url),
        }
      case 'PATCH deliveries id':
        return {
          operation: 'update',
          work: () => deliveryBody(store.update(owned(), valid(updateRequest, json())), vendor.url),
        }
      case 'PUT deliveries id cancel':
        valid(noBody, json())
        return { operation: 'cancel', work: () => deliveryBody(store.cancel(owned()), vendor.url) }
      default:
        throw refuse(404, 'not_found', 'Not found.')
    }
  }

  function route(request: VendorRequest): VendorRoute {
    const [, developer] = /^\/images\/([^/]+)\//.exec(request.url.pathname) ?? []
    if (developer !== undefined) return imageRoute(request, accounts.get(developer))
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const account = accounts.get(readIssuer(token))
    if (!account) throw notAuthenticated('The developer is not known.')
    const { operation, work } = apiRoute(request, account.developerId)
    return {
      operation,
      carrierAccountId: account.carrierAccountId,
      async work() {
        await authenticate(token, account)
        return { status: 200, body: work() }
      },
    }
  }

  const vendor = await startVendorServer({ route, answerFault })

  const conformance: ConformanceServer = {
    callbackUrl: vendor.callbackUrl,
    order: async (fault) => vendor.order(fault),
    advance: async (id, to) => store.advance(store.getDelivery(id), targets[to]),
    meet: async (_id, mishap) => Promise.reject(new Error(`DoorDash does not report ${mishap}`)),
    announce: async (id, code) => store.move(store.getDelivery(id), code),
    countJobs: async (reference) =>
      [...store.deliveries.values()].filter(
        ({ externalDeliveryId, status }) => externalDeliveryId.startsWith(`${reference}.`) && status !== 'quote',
      ).length,
    listCallbacks: (id, atLeast) =>
      vendor.callbacksWhere((body: { external_delivery_id: string }) => body.external_delivery_id === id, atLeast),
  }

  return {
    ...conformance,
    url: vendor.url,
    requests: vendor.requests,
    answerNext: vendor.answerNext,
    stop: vendor.stop,
    store,
    addAccount: (account: Account) => void accounts.set(account.developerId, account),
    /** Reports where the courier is, with the present status. */
    reportPosition(id: string, location: { lat: number; lng: number }) {
      const delivery = store.getDelivery(id)
      delivery.location = location
      report(delivery)
    },
  }
}

export type DoorDashServer = Awaited<ReturnType<typeof startDoorDash>>

const valid = <Value>(schema: Parameters<typeof parseOrRefuse<Value>>[0], value: unknown): Value =>
  parseOrRefuse(schema, value, validationError)

/** A quote of a job names the merchant's order; one that only asks for the price does not. */
const isOfJob = (body: unknown): boolean => typeof body === 'object' && body !== null && 'pickup_reference_tag' in body

function readJson({ headers, rawBody }: VendorRequest): unknown {
  if (rawBody.length === 0) return {}
  if (headers['content-type']?.split(';')[0] !== 'application/json') {
    throw refuse(415, 'unsupported_media_type', 'The content type must be application/json.')
  }
  try {
    return JSON.parse(rawBody.toString())
  } catch {
    throw refuse(400, 'validation_error', 'The body is not JSON.', { field_errors: [] })
  }
}

/** Images are in a storage that refuses credentials of the API. */
function imageRoute({ headers }: VendorRequest, account: Account | undefined): VendorRoute {
  return {
    operation: 'media',
    carrierAccountId: account?.carrierAccountId ?? null,
    work() {
      if (!account || headers.authorization !== undefined) return { status: 403, body: '<Error>AccessDenied</Error>' }
      return { status: 200, headers: { 'content-type': 'image/png' }, body: PHOTO }
    },
  }
}

const notAuthenticated = (message: string) => refuse(401, 'authentication_error', message)

function readIssuer(token: string): string {
  try {
    return String(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iss)
  } catch {
    throw notAuthenticated('The [JWT] is not valid')
  }
}

/** By "JSON Web Token (JWT) format". */
async function authenticate(token: string, { developerId, keyId, signingSecret }: Account): Promise<void> {
  const key = Buffer.from(signingSecret, 'base64url')
  const rules = { audience: 'doordash', issuer: developerId, algorithms: ['HS256'] }
  const { payload, protectedHeader } = await jwtVerify(token, key, rules).catch(() => {
    throw notAuthenticated('The [JWT] could not be verified')
  })
  const { iat = Number.POSITIVE_INFINITY, exp = Number.POSITIVE_INFINITY } = payload
  if (protectedHeader['dd-ver'] !== 'DD-JWT-V1') throw notAuthenticated('The header [dd-ver] must be DD-JWT-V1')
  if (payload.kid !== keyId) throw notAuthenticated('The claim [kid] is not a key of the developer')
  if (iat > Date.now() / 1_000) throw notAuthenticated('The claim [iat] is in the future')
  if (exp - iat > MAX_LIFETIME_S) throw notAuthenticated('The claim [exp] is more than 30 minutes after [iat]')
}
