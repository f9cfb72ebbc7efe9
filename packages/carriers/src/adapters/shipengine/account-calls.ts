/** The merchant's account: its key, and the webhook through which ShipEngine calls back. */
import type { CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import {
  getCallbackSecret,
  refuseCredentials,
  registerWebhooks,
  removeWebhooks,
  type Webhooks,
  writeWebhook,
} from '../../vendor/webhooks.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { SECRET_HEADER } from './signature.ts'
import { wireCarriers, wireWebhooks } from './wire.ts'

const { timeoutsMs } = shipengineDescriptor
const WEBHOOKS = '/v1/environment/webhooks'
const EVENT = 'track'

/** "Sandbox keys always start with TEST_" (Sandbox Environment, ShipEngine's guide). All others are of the production environment. */
const isSandbox = (key: string | undefined): boolean => key?.startsWith('TEST_') === true

export const accountCalls = (
  client: VendorClient,
): Required<Pick<CarrierAdapter, 'verify' | 'unregister' | 'getMode' | 'callsBack'>> => ({
  async verify({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: '/v1/carriers' })
    const refusal = refuseCredentials(client, outcome)
    if (refusal !== null) return refusal
    const read = client.read(outcome, wireCarriers, () => ({ kind: 'verified' as const }))
    // The sandbox has no webhooks: tracking is polled.
    if (read.kind === 'failed' || callbackUrl === null || isSandbox(call.account.credentials.api_key)) return read
    const listed = await listWebhooks(client, call)
    const tracking =
      listed.kind === 'failed'
        ? listed
        : { ...listed, webhooks: listed.webhooks.filter(({ event }) => event === EVENT) }
    return await registerWebhooks(tracking, { callbackUrl, events: [EVENT] }, webhooks(client, callbackUrl, call))
  },

  async unregister({ callbackUrl }, call) {
    if (isSandbox(call.account.credentials.api_key)) return { kind: 'unregistered' }
    const { remove } = webhooks(client, callbackUrl, call)
    return await removeWebhooks(await listWebhooks(client, call), callbackUrl, remove)
  },

  getMode: ({ api_key: key }) => (key === undefined ? null : isSandbox(key) ? 'test' : 'live'),
  callsBack: ({ api_key: key }) => !isSandbox(key),
})

const listWebhooks = async ({ get, read }: VendorClient, call: CarrierCall) =>
  read(await get(call, { operation: 'verify', path: WEBHOOKS }), wireWebhooks, (all) => ({
    kind: 'listed' as const,
    webhooks: all.map(({ webhook_id: id, url, event }) => ({ id, url, event })),
  }))

/** A webhook gets the secret again. */
const webhooks = ({ send, done }: VendorClient, url: string, call: CarrierCall): Webhooks => ({
  async write(event, webhookId) {
    const body = { url, headers: [{ key: SECRET_HEADER, value: getCallbackSecret(call) }] }
    const exchange =
      webhookId === null
        ? ({ method: 'POST', path: WEBHOOKS, body: { ...body, event, name: 'Waybill' } } as const)
        : ({ method: 'PUT', path: webhookPath(webhookId), body } as const)
    return done(await send(call, writeWebhook(exchange, timeoutsMs.book)), { kind: 'verified' as const })
  },
  async remove(webhookId) {
    const exchange = writeWebhook({ method: 'DELETE', path: webhookPath(webhookId) }, timeoutsMs.book)
    return done(await send(call, exchange), { kind: 'unregistered' as const })
  },
})

const webhookPath = (id: string): string => `${WEBHOOKS}/${encodeURIComponent(id)}`
