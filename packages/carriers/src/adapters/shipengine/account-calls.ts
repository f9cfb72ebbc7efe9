/** The merchant's account: its key, and the webhook through which ShipEngine calls back. */
import type { CarrierAdapter, CarrierCall, VerifyOutcome } from '../../carrier-adapter.ts'
import { isSuccess, isUnauthorized } from '../../http/outcome.ts'
import { isSameReceiver } from '../../mapping/callback-url.ts'
import { removeWebhooks } from '../../mapping/webhook-removal.ts'
import type { Exchange, ShipEngineClient } from './client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { SECRET_HEADER } from './signature.ts'
import { wireCarriers, wireWebhooks } from './wire.ts'

const { timeoutsMs } = shipengineDescriptor
const WEBHOOKS = '/v1/environment/webhooks'
const EVENT = 'track'

/** "Sandbox keys always start with TEST_" (Sandbox Environment, ShipEngine's guide). All others are of the production environment. */
const isSandbox = (key: string | undefined): boolean => key?.startsWith('TEST_') === true

export const accountCalls = (
  client: ShipEngineClient,
): Required<Pick<CarrierAdapter, 'verify' | 'unregister' | 'modeOf' | 'callsBack'>> => ({
  async verify({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: '/v1/carriers' })
    if (!isSuccess(outcome)) {
      const { failure } = client.failed(outcome)
      return { kind: isUnauthorized(failure) ? 'refused' : 'failed', failure }
    }
    const listed = client.read(outcome, wireCarriers, () => ({ kind: 'verified' as const }))
    // The sandbox has no webhooks: tracking is polled.
    if (listed.kind === 'failed' || callbackUrl === null || isSandbox(call.account.credentials.api_key)) return listed
    return await registerCallback(client, callbackUrl, call)
  },

  async unregister({ callbackUrl }, call) {
    if (isSandbox(call.account.credentials.api_key)) return { kind: 'unregistered' }
    const outcome = await client.get(call, { operation: 'verify', path: WEBHOOKS })
    const listed = client.read(outcome, wireWebhooks, (webhooks) => ({
      kind: 'listed' as const,
      webhooks: webhooks.map(({ webhook_id: id, url }) => ({ id, url })),
    }))
    return await removeWebhooks(listed, callbackUrl, async (id) =>
      client.done(await client.send(call, deletion(id)), { kind: 'unregistered' }),
    )
  },

  modeOf: ({ api_key: key }) => (key === undefined ? null : isSandbox(key) ? 'test' : 'live'),
  callsBack: ({ api_key: key }) => !isSandbox(key),
})

async function registerCallback(
  client: ShipEngineClient,
  callbackUrl: string,
  call: CarrierCall,
): Promise<VerifyOutcome> {
  const outcome = await client.get(call, { operation: 'verify', path: WEBHOOKS })
  const listed = client.read(outcome, wireWebhooks, (webhooks) => ({ kind: 'listed' as const, webhooks }))
  if (listed.kind === 'failed') return listed
  const ours = listed.webhooks.filter(({ url, event }) => event === EVENT && isSameReceiver(url ?? '', callbackUrl))
  const current = ours.find(({ url }) => url === callbackUrl)
  const registered = await register(client, callbackUrl, current?.webhook_id ?? null, call)
  if (registered.kind !== 'verified') return registered
  // Of an address that this installation had before, or registered twice by two processes at a time. What cannot be removed is
  // left: its reports are duplicates, and the next verification removes it.
  for (const { webhook_id } of ours) {
    if (webhook_id === current?.webhook_id) continue
    await client.send(call, deletion(webhook_id))
  }
  return registered
}

const writes = (exchange: Pick<Exchange, 'method' | 'path' | 'body'>): Exchange => ({
  ...exchange,
  operation: 'verify',
  timeoutMs: timeoutsMs.book,
})

const deletion = (id: string): Exchange => writes({ method: 'DELETE', path: `${WEBHOOKS}/${encodeURIComponent(id)}` })

/** Makes the webhook, or gives it the secret again. A second webhook would report everything twice: it is made without retries. */
async function register(
  { send, done }: ShipEngineClient,
  url: string,
  webhookId: string | null,
  call: CarrierCall,
): Promise<VerifyOutcome> {
  const secret = call.account.credentials.callback_secret
  if (!secret) throw new TypeError('verify needs credentials.callback_secret to register a webhook')
  const body = { url, headers: [{ key: SECRET_HEADER, value: secret }] }
  const exchange =
    webhookId === null
      ? writes({ method: 'POST', path: WEBHOOKS, body: { ...body, event: EVENT, name: 'Waybill' } })
      : writes({ method: 'PUT', path: `${WEBHOOKS}/${encodeURIComponent(webhookId)}`, body })
  const answer = done(await send(call, { ...exchange, idempotent: webhookId !== null }), { kind: 'verified' as const })
  return answer.kind === 'verified' || answer.kind === 'refused' ? answer : { kind: 'failed', failure: answer.failure }
}
