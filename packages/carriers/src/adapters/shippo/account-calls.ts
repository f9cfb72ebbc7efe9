/** The merchant's account: its token, and the webhooks through which Shippo calls back. */
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
import { shippoDescriptor } from './descriptor.ts'
import { addToken } from './signature.ts'
import { wireCarrierAccounts, wireWebhooks } from './wire.ts'

const { timeoutsMs } = shippoDescriptor
const WEBHOOKS = '/webhooks'
const EVENTS = ['track_updated', 'transaction_updated'] as const

/** "shippo_test_" and "shippo_live_" begin tokens (Authentication, Shippo's guide). */
const isTest = (key: string | undefined): boolean => key?.startsWith('shippo_test_') === true

export const accountCalls = (
  client: VendorClient,
): Required<Pick<CarrierAdapter, 'verify' | 'unregister' | 'getMode'>> => ({
  async verify({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: '/carrier_accounts?results=1' })
    const refusal = refuseCredentials(client, outcome)
    if (refusal !== null) return refusal
    const listed = client.read(outcome, wireCarrierAccounts, () => ({ kind: 'verified' as const }))
    if (listed.kind === 'failed' || callbackUrl === null) return listed
    const url = addToken(callbackUrl, getCallbackSecret(call))
    const registration = { callbackUrl, url, events: EVENTS, movesAddress: true }
    return await registerWebhooks(await listWebhooks(client, call), registration, webhooks(client, url, call))
  },

  async unregister({ callbackUrl }, call) {
    const { remove } = webhooks(client, callbackUrl, call)
    return await removeWebhooks(await listWebhooks(client, call), callbackUrl, remove)
  },

  getMode: ({ api_key: key }) => (key === undefined ? null : isTest(key) ? 'test' : 'live'),
})

const listWebhooks = async ({ get, read }: VendorClient, call: CarrierCall) =>
  read(await get(call, { operation: 'verify', path: WEBHOOKS }), wireWebhooks, ({ results }) => ({
    kind: 'listed' as const,
    webhooks: results.map(({ object_id: id, url, event }) => ({ id, url, event })),
  }))

/** `url`: with the token, which a webhook gets again. */
const webhooks = ({ send, done }: VendorClient, url: string, call: CarrierCall): Webhooks => ({
  async write(event, webhookId) {
    const body = { event, url, active: true, is_test: isTest(call.account.credentials.api_key) }
    const exchange =
      webhookId === null
        ? ({ method: 'POST', path: WEBHOOKS, body } as const)
        : ({ method: 'PUT', path: webhookPath(webhookId), body } as const)
    return done(await send(call, writeWebhook(exchange, timeoutsMs.book)), { kind: 'verified' as const })
  },
  async remove(webhookId) {
    const exchange = writeWebhook({ method: 'DELETE', path: webhookPath(webhookId) }, timeoutsMs.book)
    return done(await send(call, exchange), { kind: 'unregistered' as const })
  },
})

const webhookPath = (id: string): string => `${WEBHOOKS}/${encodeURIComponent(id)}`
