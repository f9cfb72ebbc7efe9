/** Uber's state: accounts, tokens, quotes and deliveries, which move by its rules. */
import { randomUUID } from 'node:crypto'
import type { Mishap } from '../../conformance/suite.ts'
import { aCourier, type Delivery, token, type Waypoint } from './bodies.ts'
import { checkWindows, invalidParams, refuse, refuseLogin } from './refusals.ts'
import type { DeliveryRequest, QuoteRequest, StructuredAddress } from './schemas.ts'

const MINUTE_MS = 60_000
const QUOTE_LIFETIME_MS = 15 * MINUTE_MS
const KEY_LIFETIME_MS = 60 * MINUTE_MS
const TOKEN_LIFETIME_S = 2_592_000
const MAX_ITEM_GRAMS = 22_679
/** Uber serves no address with this post code. */
export const UNSERVED_ZIP = '00000'

const SEQUENCE = ['pending', 'pickup', 'pickup_complete', 'dropoff', 'delivered']
export const targets = { picked_up: 'pickup_complete', en_route_to_dropoff: 'dropoff', delivered: 'delivered' } as const

export interface Account {
  customerId: string
  clientId: string
  clientSecret: string
  signingKey: string
}

export interface Quote {
  id: string
  customerId: string
  feeCents: number
  createdAt: string
  route: string
  usedBy: string | null
}

const none = (): Waypoint => ({ status: null, at: null })
const describeRoute = ({ pickup_address, dropoff_address }: QuoteRequest): string =>
  JSON.stringify([pickup_address, dropoff_address])

/** `onChange`: called after each change of a delivery that Uber reports. */
export function createStore(onChange: (delivery: Delivery) => void) {
  const accounts = new Map<string, Account>()
  const tokens = new Map<string, { clientId: string; expiresAtMs: number }>()
  const quotes = new Map<string, Quote>()
  const deliveries: Delivery[] = []
  let tokenLifetimeS = TOKEN_LIFETIME_S

  const owned = (id: string, customerId: string): Delivery => {
    const found = deliveries.find((delivery) => delivery.id === id && delivery.customerId === customerId)
    if (!found) throw refuse(404, 'delivery_not_found', 'The requested delivery does not exist.')
    return found
  }

  const getDelivery = (id: string): Delivery => {
    const found = deliveries.find((delivery) => delivery.id === id)
    if (!found) throw new Error(`there is no delivery ${id}`)
    return found
  }

  /** Later than every change of the delivery before. */
  const nextInstant = ({ createdAt, updatedAt }: Delivery): string =>
    new Date(Math.max(Date.now(), Date.parse(updatedAt ?? createdAt) + 1)).toISOString()

  function move(delivery: Delivery, status: string): void {
    const at = nextInstant(delivery)
    delivery.status = status
    delivery.updatedAt = at
    if (status === 'pickup') delivery.courier ??= { ...aCourier }
    if (status === 'pickup_complete') delivery.pickup = { status: 'completed', at }
    if (status === 'delivered') delivery.dropoff = { status: 'completed', at }
    onChange(delivery)
  }

  function advance(delivery: Delivery, status: string): void {
    const [from, to] = [SEQUENCE.indexOf(delivery.status), SEQUENCE.indexOf(status)]
    for (const next of SEQUENCE.slice(from + 1, to + 1)) move(delivery, next)
  }

  function checkServed({ pickup_address, dropoff_address }: QuoteRequest): void {
    const isUnserved = ({ zip_code }: StructuredAddress) => zip_code === UNSERVED_ZIP
    if (isUnserved(pickup_address) || isUnserved(dropoff_address)) {
      throw refuse(400, 'address_undeliverable', 'The specified location is not in a deliverable area.')
    }
  }

  /** The delivery that the request would repeat; undefined: none. */
  function repeated(request: DeliveryRequest, customerId: string): Delivery | undefined {
    return deliveries.find(
      (delivery) =>
        delivery.customerId === customerId &&
        request.external_id !== undefined &&
        delivery.request.external_id === request.external_id &&
        delivery.request.manifest_reference === request.manifest_reference,
    )
  }

  function takeQuote(request: DeliveryRequest, customerId: string): Quote | null {
    if (request.quote_id === undefined) return null
    const quote = quotes.get(request.quote_id)
    if (quote?.customerId !== customerId) throw invalidParams({ quote_id: 'quote does not exist.' })
    if (quote.usedBy !== null) throw refuse(400, 'used_quote', 'The price quote specified has been used.')
    if (Date.parse(quote.createdAt) + QUOTE_LIFETIME_MS < Date.now()) {
      throw refuse(400, 'expired_quote', 'The price quote specified has expired.')
    }
    if (quote.route !== describeRoute(request)) {
      throw refuse(400, 'mismatched_price_quote', 'Quote mismatch, please recreate the quote.')
    }
    return quote
  }

  return {
    deliveries,
    accounts,
    owned,
    getDelivery,
    move,
    addAccount: (account: Account) => void accounts.set(account.clientId, account),
    setTokenLifetime: (seconds: number) => {
      tokenLifetimeS = seconds
    },
    revokeTokens: () => tokens.clear(),

    issueToken({ client_id, client_secret, scope }: { client_id: string; client_secret: string; scope: string }) {
      if (accounts.get(client_id)?.clientSecret !== client_secret) {
        throw refuseLogin(401, 'invalid_client', 'client id or secret is not valid')
      }
      const scopes = scope.split(' ')
      if (!scopes.includes('eats.deliveries')) {
        throw refuseLogin(400, 'invalid_scope', 'scope(s) are invalid')
      }
      const accessToken = token('IA.AQ')
      tokens.set(accessToken, { clientId: client_id, expiresAtMs: Date.now() + tokenLifetimeS * 1_000 })
      return { access_token: accessToken, expires_in: tokenLifetimeS, token_type: 'Bearer', scope }
    },

    /** The account whose token it is. */
    authorize(accessToken: string | undefined, customerId: string): Account {
      const found = tokens.get(accessToken ?? '')
      const account = found && found.expiresAtMs > Date.now() ? accounts.get(found.clientId) : undefined
      if (!account) {
        throw refuse(401, 'unauthorized', 'Invalid OAuth 2.0 credentials provided.')
      }
      if (account.customerId !== customerId) throw refuse(404, 'customer_not_found', 'Customer does not exist.')
      return account
    },

    quote(request: QuoteRequest, customerId: string): Quote {
      checkServed(request)
      checkWindows(request, Date.now())
      const quote: Quote = {
        id: token('dqt'),
        customerId,
        feeCents: 600,
        createdAt: new Date().toISOString(),
        route: describeRoute(request),
        usedBy: null,
      }
      quotes.set(quote.id, quote)
      return quote
    },

    book(request: DeliveryRequest, customerId: string): Delivery {
      const key = request.idempotency_key ?? null
      const known = deliveries.find(
        (delivery) =>
          key !== null &&
          delivery.customerId === customerId &&
          delivery.idempotencyKey === key &&
          Date.parse(delivery.createdAt) + KEY_LIFETIME_MS > Date.now(),
      )
      if (known) return known
      const other = repeated(request, customerId)
      if (other) {
        const metadata = { delivery_id: other.id }
        throw refuse(409, 'duplicate_delivery', 'An active delivery like this already exists.', metadata)
      }
      checkServed(request)
      checkWindows(request, Date.now())
      if (request.manifest_items.some(({ weight = 0 }) => weight > MAX_ITEM_GRAMS)) {
        throw invalidParams({ manifest_items: 'weight is above the limit.' })
      }
      const quote = takeQuote(request, customerId)
      const uuid = randomUUID()
      const delivery: Delivery = {
        id: token('del'),
        customerId,
        request,
        idempotencyKey: key,
        feeCents: quote?.feeCents ?? 600,
        notes: { pickup: request.pickup_notes ?? '', dropoff: request.dropoff_notes ?? '' },
        createdAt: new Date().toISOString(),
        updatedAt: null,
        status: 'pending',
        courier: null,
        courierImminent: false,
        pickup: none(),
        dropoff: none(),
        back: null,
        reason: '',
        uuid,
      }
      if (quote) quote.usedBy = delivery.id
      deliveries.push(delivery)
      onChange(delivery)
      return delivery
    },

    cancel(delivery: Delivery): Delivery {
      if (!['pending', 'pickup'].includes(delivery.status)) {
        throw refuse(400, 'noncancelable_delivery', 'Delivery cannot be cancelled')
      }
      move(delivery, 'canceled')
      return delivery
    },

    update(delivery: Delivery, notes: { pickup_notes?: string | undefined; dropoff_notes?: string | undefined }) {
      if (!['pending', 'pickup', 'pickup_complete'].includes(delivery.status)) {
        throw invalidParams({ param_details: 'The provided fields cannot be updated in the current job state.' })
      }
      delivery.notes.pickup = notes.pickup_notes ?? delivery.notes.pickup
      delivery.notes.dropoff = notes.dropoff_notes ?? delivery.notes.dropoff
      return delivery
    },

    advance,

    /** The mishaps that Uber reports: a courier is replaced without a word, and there is no second attempt. */
    meet(delivery: Delivery, mishap: Mishap): void {
      advance(delivery, 'dropoff')
      const at = nextInstant(delivery)
      delivery.dropoff = { status: 'failed', at }
      if (mishap === 'loss') {
        delivery.reason = 'item_lost'
        move(delivery, 'canceled')
        return
      }
      delivery.reason = mishap === 'return' ? 'customer_rejected_order' : 'customer_unavailable'
      delivery.updatedAt = at
      delivery.back = none()
      move(delivery, 'returned')
      delivery.back = { status: 'completed', at: nextInstant(delivery) }
      delivery.updatedAt = delivery.back.at
      onChange(delivery)
    },
  }
}
