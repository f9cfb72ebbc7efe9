/** The merchant's account: its key, and the webhook through which EasyPost calls back. */
import type { CarrierAdapter, CarrierCall, VerifyOutcome } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import { isSuccess } from '../../http/outcome.ts'
import { isSameReceiver } from '../../mapping/callback-url.ts'
import { removeWebhooks } from '../../mapping/webhook-removal.ts'
import type { EasyPostClient, Exchange } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { wireWebhook, wireWebhooks } from './wire.ts'

const { timeoutsMs } = easypostDescriptor

export const accountCalls = (
  client: EasyPostClient,
): Required<Pick<CarrierAdapter, 'verify' | 'unregister' | 'modeOf'>> => ({
  async verify({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: '/webhooks' })
    if (!isSuccess(outcome)) {
      const { failure } = client.failed(outcome)
      return { kind: failure.httpStatus === 401 || failure.httpStatus === 403 ? 'refused' : 'failed', failure }
    }
    const listed = client.read(outcome, wireWebhooks, ({ webhooks }) => ({ kind: 'listed' as const, webhooks }))
    if (listed.kind === 'failed' || callbackUrl === null)
      return listed.kind === 'failed' ? listed : { kind: 'verified' }
    const ours = listed.webhooks.filter(({ url }) => isSameReceiver(url, callbackUrl))
    const current = ours.find(({ url }) => url === callbackUrl)
    const registered = await register(client, callbackUrl, current?.id ?? null, call)
    if (registered.kind !== 'verified') return registered
    // Of an address that this installation had before, or registered twice by two processes at a time.
    for (const { id } of ours) if (id !== current?.id) await remove(client, id, call)
    return registered
  },

  async unregister({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: '/webhooks' })
    const listed = client.read(outcome, wireWebhooks, ({ webhooks }) => ({ kind: 'listed' as const, webhooks }))
    return await removeWebhooks(listed, callbackUrl, async (id) =>
      client.done(await remove(client, id, call), { kind: 'unregistered' }),
    )
  },

  modeOf({ api_key: key }) {
    if (key?.startsWith('EZTK')) return 'test'
    return key?.startsWith('EZAK') ? 'live' : null
  },
})

const writes = (exchange: Pick<Exchange, 'method' | 'path' | 'body'>): Exchange => ({
  ...exchange,
  operation: 'verify',
  timeoutMs: timeoutsMs.book,
})

/** Makes the webhook, or gives it the secret again: EasyPost does not say which one it has. A change also enables it. */
async function register(
  { send, written }: EasyPostClient,
  callbackUrl: string,
  webhookId: string | null,
  call: CarrierCall,
): Promise<VerifyOutcome> {
  const webhook_secret = call.account.credentials.callback_secret
  if (!webhook_secret) throw new TypeError('verify needs credentials.callback_secret to register a webhook')
  const exchange =
    webhookId === null
      ? writes({ method: 'POST', path: '/webhooks', body: { webhook: { url: callbackUrl, webhook_secret } } })
      : writes({ method: 'PATCH', path: webhookPath(webhookId), body: { webhook_secret } })
  // A second webhook would report everything twice, so that its making is not repeated blindly.
  const outcome = await send(call, { ...exchange, idempotent: webhookId !== null })
  const answer = written(outcome, wireWebhook, () => ({ kind: 'verified' as const }))
  return answer.kind === 'verified' || answer.kind === 'refused' ? answer : { kind: 'failed', failure: answer.failure }
}

/** What cannot be removed is left: its reports are duplicates, and the next verification removes it. */
async function remove({ send }: EasyPostClient, webhookId: string, call: CarrierCall): Promise<HttpOutcome> {
  return await send(call, writes({ method: 'DELETE', path: webhookPath(webhookId) }))
}

const webhookPath = (id: string): string => `/webhooks/${encodeURIComponent(id)}`
