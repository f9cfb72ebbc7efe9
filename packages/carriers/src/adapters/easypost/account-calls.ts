/** The merchant's account: its key, and the webhook through which EasyPost calls back. */
import type { CarrierAdapter, CarrierCall } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import type { VendorClient } from '../../vendor/client.ts'
import {
  getCallbackSecret,
  refuseCredentials,
  registerWebhooks,
  removeWebhooks,
  type Webhooks,
  writeWebhook,
} from '../../vendor/webhooks.ts'
import { easypostDescriptor } from './descriptor.ts'
import { wireWebhook, wireWebhooks } from './wire.ts'

const { timeoutsMs } = easypostDescriptor
const WEBHOOKS = '/webhooks'

export const accountCalls = (
  client: VendorClient,
): Required<Pick<CarrierAdapter, 'verify' | 'unregister' | 'getMode'>> => ({
  async verify({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: WEBHOOKS })
    const refusal = refuseCredentials(client, outcome)
    if (refusal !== null) return refusal
    const listed = readWebhooks(client, outcome)
    if (listed.kind === 'failed') return listed
    if (callbackUrl === null) return { kind: 'verified' }
    return await registerWebhooks(listed, { callbackUrl }, webhooks(client, callbackUrl, call))
  },

  async unregister({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: WEBHOOKS })
    return await removeWebhooks(readWebhooks(client, outcome), callbackUrl, webhooks(client, callbackUrl, call).remove)
  },

  getMode({ api_key: key }) {
    if (key?.startsWith('EZTK')) return 'test'
    return key?.startsWith('EZAK') ? 'live' : null
  },
})

const readWebhooks = ({ read }: VendorClient, outcome: HttpOutcome) =>
  read(outcome, wireWebhooks, ({ webhooks: all }) => ({
    kind: 'listed' as const,
    webhooks: all.map(({ id, url }) => ({ id, url, event: null })),
  }))

/** EasyPost does not say which secret a webhook has: it gets the present one again. A change also enables it. */
const webhooks = ({ send, written, done }: VendorClient, url: string, call: CarrierCall): Webhooks => ({
  async write(_event, webhookId) {
    const webhook_secret = getCallbackSecret(call)
    const exchange =
      webhookId === null
        ? ({ method: 'POST', path: WEBHOOKS, body: { webhook: { url, webhook_secret } } } as const)
        : ({ method: 'PATCH', path: webhookPath(webhookId), body: { webhook_secret } } as const)
    const outcome = await send(call, writeWebhook(exchange, timeoutsMs.book))
    return written(outcome, wireWebhook, () => ({ kind: 'verified' as const }))
  },
  async remove(webhookId) {
    const exchange = writeWebhook({ method: 'DELETE', path: webhookPath(webhookId) }, timeoutsMs.book)
    return done(await send(call, exchange), { kind: 'unregistered' as const })
  },
})

const webhookPath = (id: string): string => `${WEBHOOKS}/${encodeURIComponent(id)}`
