/** A server that answers as UPS does, validates every request by its reference, and misbehaves when it is asked to. */
import type { z } from 'zod'
import type { ConformanceServer, FaultOrder } from '../../conformance/suite.ts'
import {
  parseOrRefuse,
  type ScriptedAnswer,
  startVendorServer,
  type VendorAnswer,
  type VendorRequest,
  type VendorRoute,
} from '../vendor-server.ts'
import {
  addressCheckBody,
  rateBody,
  recoveryBody,
  refusal,
  refuse,
  shipmentBody,
  trackingBody,
  voidBody,
} from './bodies.ts'
import { createPickups } from './pickups.ts'
import {
  addressCheckRequest,
  pickupRequest,
  rateRequest,
  recoveryRequest,
  shipmentRequest,
  tokenForm,
  trackingQuery,
} from './schemas.ts'
import { type Account, createStore } from './store.ts'

/** The first field that is wrong, in the words of UPS. */
const parse = <Value>(schema: z.ZodType<Value>, value: unknown): Value =>
  parseOrRefuse(schema, value, ([problem]) =>
    refusal(400, '9120002', `Missing or invalid field ${problem?.field ?? ''}: ${problem?.message ?? ''}`),
  )

const readJson = ({ headers, rawBody }: VendorRequest): unknown => {
  if (headers['content-type'] !== 'application/json') throw refuse(415, '10002', 'The content type is not supported')
  try {
    return JSON.parse(rawBody.toString())
  } catch {
    throw refuse(400, '10001', 'The request is not well formed.')
  }
}

/** A list with one element as the element itself, as older versions of UPS's API send it. */
function withoutSingleLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? withoutSingleLists(value[0]) : value.map(withoutSingleLists)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, withoutSingleLists(each)]))
}

function answerFault({ mode, operation }: FaultOrder): VendorAnswer {
  if (mode === '401') return refusal(401, '250002', 'Invalid Authentication Information.')
  if (mode === '403') return refusal(403, '250003', 'Invalid Access License number')
  if (mode === '500') return refusal(500, '20001', 'General process failure')
  if (mode === '429') return refusal(429, '10429', 'Too Many Requests')
  if (operation === 'quote') {
    return refusal(400, '111210', 'The requested service is unavailable between the selected locations.')
  }
  if (operation === 'book') return refusal(400, '120802', 'Address Validation Error on ShipTo address')
  return refusal(400, '9300001', 'The request cannot be processed.')
}

export async function startUpsServer({ port = 0 } = {}) {
  const store = createStore()
  const pickups = createPickups()
  let sendsSingles = false

  const ok = (body: object): VendorAnswer => ({
    status: 200,
    body: sendsSingles ? (withoutSingleLists(body) as object) : body,
  })

  function issueToken(request: VendorRequest): VendorAnswer {
    const { headers, rawBody } = request
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') {
      throw refuse(400, '10400', 'Invalid/Missing Content-Type')
    }
    parse(tokenForm, Object.fromEntries(new URLSearchParams(rawBody.toString())))
    const [, encoded = ''] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? []
    const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
    const token = store.issueToken(clientId, clientSecret)
    if (token === null) throw refuse(401, '10401', 'Invalid Authorization Credentials')
    const common = { token_type: 'Bearer', issued_at: String(Date.now()), client_id: clientId, scope: '' }
    return {
      status: 200,
      body: { ...common, access_token: token, expires_in: '14399', refresh_count: '0', status: 'approved' },
    }
  }

  function authorize({ headers }: VendorRequest): Account {
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const account = store.findAccount(token)
    if (!account) throw refuse(401, '250002', 'Invalid Authentication Information.')
    const { transid, transactionsrc } = headers
    if (typeof transid !== 'string' || transid.length > 32 || !transactionsrc) {
      throw refuse(400, '250008', 'Missing or invalid transId or transactionSrc')
    }
    return account
  }

  /** The work for a request of the API. */
  function findWork(request: VendorRequest, account: Account): Pick<VendorRoute, 'operation' | 'work'> {
    const { method, url } = request
    const query = Object.fromEntries(url.searchParams)
    const [resource = '', version = '', first = '', ...rest] = url.pathname.split('/').slice(2).map(decodeURIComponent)
    const to = (operation: FaultOrder['operation'] | null, work: () => object) => ({
      operation,
      work: () => ok(work()),
    })
    switch ([method, resource, version, ...(resource === 'rating' ? [] : [first])].join(' ')) {
      case 'POST rating v2409':
        // Only a verification asks for one service.
        return to(first === 'Rate' ? 'verify' : 'quote', () =>
          rateBody(parse(rateRequest, readJson(request)).RateRequest, first),
        )
      case 'POST addressvalidation v2 3': {
        const { AddressKeyFormat: key } = parse(addressCheckRequest, readJson(request)).XAVRequest
        return to('check_address', () => addressCheckBody(key.AddressLine))
      }
      case 'POST shipments v2409 ship':
        return to('book', () =>
          shipmentBody(store.ship(parse(shipmentRequest, readJson(request)).ShipmentRequest, account)),
        )
      case 'POST pickupcreation v2409 pickup':
        return to('schedule_pickup', () =>
          pickups.create(parse(pickupRequest, readJson(request)).PickupCreationRequest, account),
        )
      case 'DELETE shipments v2409 pickup':
        return to('cancel_pickup', () => pickups.cancel(request.headers.prn, account))
      case 'GET shipments v2409 pickup':
        return to(null, () => pickups.pending(account))
      case 'DELETE shipments v2409 void':
        return to('cancel', () => voidBody(store.void(rest[1] ?? '', account)))
      case 'POST labels v1 recovery': {
        const { LabelRecoveryRequest: wanted } = parse(recoveryRequest, readJson(request))
        const operation = wanted.TrackingNumber === undefined ? null : 'label'
        return to(operation, () => recoveryBody(store.recover(wanted, account), wanted))
      }
      case 'GET track v1 details':
        parse(trackingQuery, query)
        return to('track', () => trackingBody(rest[0] ?? '', store.find(rest[0] ?? '')))
      default:
        throw refuse(404, '10404', 'Resource not found')
    }
  }

  const vendor = await startVendorServer(
    {
      route(request) {
        if (request.url.pathname === '/security/v1/oauth/token') {
          return { operation: null, carrierAccountId: null, work: () => issueToken(request) }
        }
        const account = authorize(request)
        return { ...findWork(request, account), carrierAccountId: account.carrierAccountId }
      },
      answerFault,
    },
    { port },
  )

  const conformance: ConformanceServer = {
    callbackUrl: vendor.callbackUrl,
    order: async (fault) => vendor.order(fault),
    advance: async (id, to) => store.advance(id, to),
    deliverFirstParcel: async (id) => store.deliverFirstParcel(id),
    meet: async (id, mishap) => store.meet(id, mishap),
    announce: async (id, code) => store.announce(id, code),
    countJobs: async (reference) => store.shipments.filter(({ references }) => references.includes(reference)).length,
    countPickups: async (carrierAccountId) => pickups.count(carrierAccountId),
    listCallbacks: (id, atLeast) => vendor.callbacksWhere(({ id: of }: { id: string }) => of === id, atLeast),
  }

  return {
    ...conformance,
    url: vendor.url,
    store,
    requests: vendor.requests,
    answerNext: (...answers: ScriptedAnswer[]) => vendor.answerNext(...answers),
    /** From now on, a list with one element is sent as the element. */
    sendSingles: () => {
      sendsSingles = true
    },
    stop: () => vendor.stop(),
  }
}

export type UpsServer = Awaited<ReturnType<typeof startUpsServer>>
