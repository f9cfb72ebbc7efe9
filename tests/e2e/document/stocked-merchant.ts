/** A merchant that has one of everything, so that a call of each operation finds what it names. */
import { startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import { scopes } from '@waybill/contracts/requests/scopes'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { call, getData, silentReceiverUrl } from '../api.ts'
import { aReference, untilAnswered } from '../journeys.ts'
import { createMember, createTenant } from '../tenant.ts'
import type { Operation } from './operations.ts'

const PATIENT = { timeoutMs: 60_000, intervalMs: 100 }
/** Every scope, and more requests than any test sends. */
const KEY = { rate_limit_per_second: 100_000, scopes: [...scopes] }

/** Resources that staff set up, and a logged call. */
async function createSettings(post: (path: string, body?: unknown) => Promise<Record<string, string>>, token: string) {
  const { view_id } = await post('/saved-views', { resource: 'shipments', name: 'All' })
  const { preset_id } = await post('/parcel-presets', { name: 'Box', length_cm: 1, width_cm: 1, height_cm: 1 })
  const call_id = await eventually(async () => {
    const [first] = getData(await call('GET', '/api/v1/api-log?limit=1', { token }), 200)
    if (first === undefined) throw new Error('no call is logged yet')
    return first.call_id as string
  }, PATIENT)
  return { view_id, preset_id, call_id }
}

export type StockedMerchant = Awaited<ReturnType<typeof createStockedMerchant>>

const easyPostAccount = (endpoint: string) => ({
  carrier_code: 'easypost',
  name: 'Shop',
  endpoint,
  credentials: { api_key: `EZTK${'0'.repeat(54)}` },
})

export async function createStockedMerchant() {
  const { access_token: token, merchant_id } = await createTenant('test', KEY)
  // Quotes ask the accounts of their environment: these would be asked on the network.
  const { access_token: accountsToken } = await createTenant('test', KEY)
  const post = async (path: string, body?: unknown, as = token) => {
    const reply = await untilAnswered((headers) => call('POST', `/api/v1${path}`, { token: as, body, headers }), true)
    return reply.status === 204 ? undefined : getData(reply, reply.status < 300 ? reply.status : 201)
  }
  const createShipment = () => post('/shipments', aShipmentDocument({ merchant_order_ref: aReference() }))
  const quote = async (shipmentId: string) => post('/quotes', { shipment_id: shipmentId })

  /** A quote of a new shipment, and its option of the carrier, by default the cheapest of a simulated one. */
  async function quoteNew(isOf = (carrierCode: string) => carrierCode !== 'own_fleet') {
    const { shipment_id } = await createShipment()
    const { quote_id, options } = await quote(shipment_id)
    const option = options.find(({ carrier_code }: { carrier_code: string }) => isOf(carrier_code))
    return { shipment_id, quote_id, quote_option_id: option.quote_option_id as string }
  }

  async function bookNew(isOf?: (carrierCode: string) => boolean) {
    const quoted = await quoteNew(isOf)
    const { booking_id } = await post(`/shipments/${quoted.shipment_id}/book`, {
      quote_option_id: quoted.quote_option_id,
    })
    return { ...quoted, booking_id: booking_id as string }
  }

  const card = { name: 'City', service_code: 'fleet_now', currency: 'GBP', pickup_country: 'GB' }
  const { rate_card_id } = await post('/rate-cards', { ...card, distance_price: { base_amount: '90.00' } })
  const { driver_id, token: driverToken } = await post('/drivers', { name: 'Dora', capacity: 10 })

  /** A booking with the own fleet, and its job, which the driver is offered. */
  async function bookFleet() {
    const known = new Set(await jobs())
    const booked = await bookNew((carrierCode) => carrierCode === 'own_fleet')
    const job_id = await eventually(async () => {
      const found = (await jobs()).find((id) => !known.has(id))
      if (found === undefined) throw new Error('nothing is offered')
      return found
    }, PATIENT)
    return { ...booked, job_id }
  }
  const jobs = async (): Promise<string[]> =>
    getData(await call('GET', '/api/v1/driver/jobs', { token: driverToken }), 200).map(
      ({ job_id }: { job_id: string }) => job_id,
    )

  const server = await startEasyPostServer()
  const { carrier_account_id } = await post('/carrier-accounts', easyPostAccount(server.url), accountsToken)

  const subscription = await post('/webhooks/subscriptions', { url: silentReceiverUrl, events: ['webhook.test'] })
  const { delivery_id, event_id } = await post(`/webhooks/subscriptions/${subscription.subscription_id}/test`)
  const period = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }
  const { replay_id } = await post(`/webhooks/subscriptions/${subscription.subscription_id}/replay`, period)
  const { key_id } = await post('/api-keys', { name: 'Warehouse' })
  const { pickup_location_id } = await post('/pickup-locations', { address: aShipmentDocument().pickup_address })
  const { job_id, ...booked } = await bookFleet()

  return {
    ids: {
      ...booked,
      job_id,
      rate_card_id,
      driver_id,
      carrier_account_id,
      pickup_location_id,
      delivery_id,
      event_id,
      replay_id,
      key_id,
      ...(await createSettings(post, token)),
      subscription_id: subscription.subscription_id,
      media_name: 'photo-1',
    } as Record<string, string>,
    carrierServerUrl: server.url,
    memberId: await createMember(merchant_id),
    post,
    createShipment,
    quoteNew,
    bookNew,
    bookFleet,
    /** The token that calls the operation. */
    tokenFor: ({ tag, isDriverApp, id }: Operation): string | null => {
      if (id === 'receiveCallback') return null
      if (isDriverApp) return driverToken
      return tag === 'Carrier accounts' ? accountsToken : token
    },
    asDriver: (path: string, body?: unknown) => post(`/driver${path}`, body, driverToken),
    stop: () => server.stop(),
  }
}
