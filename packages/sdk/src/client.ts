/** The client: its options, and the resources that it offers. */
import { Http } from './http/http.ts'
import { Addresses } from './resources/addresses.ts'
import { ApiKeys } from './resources/api-keys.ts'
import { ApiLog } from './resources/api-log.ts'
import { Batches } from './resources/batches.ts'
import { Bookings } from './resources/bookings.ts'
import { Branding } from './resources/branding.ts'
import { CarrierAccounts } from './resources/carrier-accounts.ts'
import { Carriers } from './resources/carriers.ts'
import { Costs } from './resources/costs.ts'
import { CustomsDefaults } from './resources/customs-defaults.ts'
import { Drivers } from './resources/drivers.ts'
import { Events } from './resources/events.ts'
import { LabelBatches } from './resources/label-batches.ts'
import { Manifests } from './resources/manifests.ts'
import { ParcelPresets } from './resources/parcel-presets.ts'
import { Passkeys } from './resources/passkeys.ts'
import { PickupLocations } from './resources/pickup-locations.ts'
import { Pickups } from './resources/pickups.ts'
import { Quotes } from './resources/quotes.ts'
import { RateCards } from './resources/rate-cards.ts'
import { ReturnRules } from './resources/return-rules.ts'
import { SavedViews } from './resources/saved-views.ts'
import { SecondFactor } from './resources/second-factor.ts'
import { CurrentSession } from './resources/session.ts'
import { Shipments } from './resources/shipments.ts'
import { Simulator } from './resources/simulator.ts'
import { Team } from './resources/team.ts'
import { Webhooks } from './resources/webhooks.ts'
import { VERSION } from './version.ts'

const TIMEOUT_MS = 60_000
const MAX_RETRIES = 2
const CSRF_HEADER = 'x-waybill-csrf'
/** Only pages of the same origin can read it. */
const CSRF_COOKIE = /(?:^|; *)waybill_csrf=([^;]*)/

interface SharedOptions {
  /** Timeout of one attempt. Default: 60,000 ms. Waybill answers every call within 20 s. */
  timeoutMs?: number | undefined
  /** Attempts after the first one, for failures that another attempt can cure. Default: 2. */
  maxRetries?: number | undefined
  /** Sent with every call. */
  headers?: Record<string, string> | undefined
  /** Replaces the global `fetch`, for a proxy or for tests. */
  fetch?: typeof globalThis.fetch | undefined
}

/** A program with an API key. */
export interface KeyOptions extends SharedOptions {
  /**
   * `wb_test_…` or `wb_live_…`, or a function that returns it or an access token, called for every attempt. Default: the
   * environment variable WAYBILL_API_KEY.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined
  /** The address of your Waybill, such as `https://waybill.example.com`. Default: the environment variable WAYBILL_URL. */
  baseUrl?: string | URL | undefined
  /** Everybody who opens the page can read the key. Default: false. */
  dangerouslyAllowBrowser?: boolean | undefined
  session?: never
  environmentId?: never
  onConfirmationRequired?: never
}

/** A page that Waybill serves, whose session is a cookie. */
export interface SessionOptions extends SharedOptions {
  session: true
  /** The environment of the calls, env_…, or a function that returns it, called for every attempt. */
  environmentId?: string | (() => string | undefined) | undefined
  /** Default: the origin of the page. */
  baseUrl?: string | URL | undefined
  /**
   * Asks the person for a confirmation (`session.confirm`), which a call needs that widens access. The call is sent again
   * if it resolves to true, and fails with `confirmation_required` otherwise.
   */
  onConfirmationRequired?: (() => Promise<boolean>) | undefined
  apiKey?: never
  dangerouslyAllowBrowser?: never
}

export type WaybillOptions = KeyOptions | SessionOptions

/**
 * A client of the Waybill API. It holds no connection and needs no closing; one per program is enough.
 * Throws a TypeError for options that are missing or wrong.
 */
export class Waybill {
  readonly shipments: Shipments
  readonly quotes: Quotes
  readonly bookings: Bookings
  readonly batches: Batches
  readonly labelBatches: LabelBatches
  /** Collections of booked parcels by their carrier. */
  readonly pickups: Pickups
  /** Lists of labels that carriers take when they collect them. */
  readonly manifests: Manifests
  readonly costs: Costs
  readonly webhooks: Webhooks
  readonly events: Events
  readonly carriers: Carriers
  readonly carrierAccounts: CarrierAccounts
  readonly addresses: Addresses
  readonly rateCards: RateCards
  readonly drivers: Drivers
  readonly pickupLocations: PickupLocations
  readonly savedViews: SavedViews
  readonly parcelPresets: ParcelPresets
  readonly branding: Branding
  readonly customsDefaults: CustomsDefaults
  readonly returnRules: ReturnRules
  readonly apiLog: ApiLog
  readonly apiKeys: ApiKeys
  /** Who is signed in, for pages that Waybill serves. */
  readonly session: CurrentSession
  /** The people of the merchant, for pages that Waybill serves. */
  readonly team: Team
  readonly secondFactor: SecondFactor
  readonly passkeys: Passkeys
  /** Test environments only. */
  readonly simulator: Simulator

  constructor(options: WaybillOptions = {}) {
    const http = new Http({
      baseUrl: readBaseUrl(options),
      headers: buildHeaders(options),
      credentials: options.session ? 'same-origin' : 'omit',
      // Called without a receiver: browsers refuse another one.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      maxRetries: options.maxRetries ?? MAX_RETRIES,
      confirm: async () => (await options.onConfirmationRequired?.()) ?? false,
    })
    this.shipments = new Shipments(http)
    this.quotes = new Quotes(http)
    this.bookings = new Bookings(http)
    this.batches = new Batches(http)
    this.labelBatches = new LabelBatches(http)
    this.pickups = new Pickups(http)
    this.manifests = new Manifests(http)
    this.costs = new Costs(http)
    this.webhooks = new Webhooks(http)
    this.events = new Events(http)
    this.carriers = new Carriers(http)
    this.carrierAccounts = new CarrierAccounts(http)
    this.addresses = new Addresses(http)
    this.rateCards = new RateCards(http)
    this.drivers = new Drivers(http)
    this.pickupLocations = new PickupLocations(http)
    this.savedViews = new SavedViews(http)
    this.parcelPresets = new ParcelPresets(http)
    this.branding = new Branding(http)
    this.customsDefaults = new CustomsDefaults(http)
    this.returnRules = new ReturnRules(http)
    this.apiLog = new ApiLog(http)
    this.apiKeys = new ApiKeys(http)
    this.session = new CurrentSession(http)
    this.team = new Team(http)
    this.secondFactor = new SecondFactor(http)
    this.passkeys = new Passkeys(http)
    this.simulator = new Simulator(http)
  }
}

const isBrowser = (): boolean => 'window' in globalThis && 'document' in globalThis && 'navigator' in globalThis

const pageOrigin = (): string | undefined =>
  isBrowser() ? (globalThis as unknown as { origin: string }).origin : undefined

/** Undefined in runtimes without environment variables, and for an empty one. */
const readVariable = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name] || undefined

function readBaseUrl({ baseUrl, session }: WaybillOptions): string {
  const given = baseUrl ?? (session ? pageOrigin() : readVariable('WAYBILL_URL'))
  if (given === undefined)
    throw new TypeError('baseUrl is missing; pass the address of your Waybill, or set the variable WAYBILL_URL.')
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new TypeError(`baseUrl is "${given}"; pass an address such as https://waybill.example.com, without a query.`)
  }
  return url.href.replace(/\/+$/, '')
}

function buildHeaders(options: WaybillOptions): () => Promise<Record<string, string>> {
  const fixed = { ...(!isBrowser() && { 'user-agent': `waybill-sdk/${VERSION}` }), ...options.headers }
  if (options.session) return async () => ({ ...sessionHeaders(options), ...fixed })
  const { apiKey = readVariable('WAYBILL_API_KEY'), dangerouslyAllowBrowser = false } = options
  if (isBrowser() && !dangerouslyAllowBrowser) {
    throw new TypeError(
      'An API key in a browser can be read by everybody who opens the page. Call Waybill from your server, use { session: true } on pages that Waybill serves, or set dangerouslyAllowBrowser.',
    )
  }
  if (typeof apiKey === 'function') return async () => ({ authorization: bearer(await apiKey()), ...fixed })
  const authorization = bearer(apiKey)
  return async () => ({ authorization, ...fixed })
}

function sessionHeaders({ environmentId }: SessionOptions): Record<string, string> {
  const { document } = globalThis as unknown as { document?: { cookie?: string } }
  const csrfToken = CSRF_COOKIE.exec(document?.cookie ?? '')?.[1]
  const environment = typeof environmentId === 'function' ? environmentId() : environmentId
  return {
    ...(csrfToken !== undefined && { [CSRF_HEADER]: csrfToken }),
    ...(environment !== undefined && { 'waybill-environment': environment }),
  }
}

function bearer(key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return `Bearer ${key}`
  throw new TypeError(
    'apiKey is missing, empty or has a blank; pass your API key, such as wb_test_…, or set the variable WAYBILL_API_KEY.',
  )
}
