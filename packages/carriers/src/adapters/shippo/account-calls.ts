/** The merchant's account: its token, and the webhooks through which Shippo calls back. */
import type { CarrierAdapter, CarrierCall, VerifyOutcome } from '../../carrier-adapter.ts'
import { isSuccess, isUnauthorized } from '../../http/outcome.ts'
import { isSameReceiver } from '../../mapping/callback-url.ts'
import { removeWebhooks } from '../../mapping/webhook-removal.ts'
import type { Exchange, ShippoClient } from './client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { addressOf } from './signature.ts'
import { wireCarrierAccounts, wireWebhooks } from './wire.ts'

const { timeoutsMs } = shippoDescriptor
const WEBHOOKS = '/webhooks'
const EVENTS = ['track_updated', 'transaction_updated'] as const

/** "shippo_test_" and "shippo_live_" begin tokens (Authentication, Shippo's guide). */
const isTest = (key: string | undefined): boolean => key?.startsWith('shippo_test_') === true

export const accountCalls = (
  client: ShippoClient,
): Required<Pick<CarrierAdapter, 'verify' | 'unregister' | 'modeOf'>> => ({
  async verify({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: '/carrier_accounts?results=1' })
    if (!isSuccess(outcome)) {
      const { failure } = client.failed(outcome)
      return { kind: isUnauthorized(failure) ? 'refused' : 'failed', failure }
    }
    const listed = client.read(outcome, wireCarrierAccounts, () => ({ kind: 'verified' as const }))
    if (listed.kind === 'failed' || callbackUrl === null) return listed
    return await registerCallbacks(client, callbackUrl, call)
  },

  async unregister({ callbackUrl }, call) {
    const outcome = await client.get(call, { operation: 'verify', path: WEBHOOKS })
    const listed = client.read(outcome, wireWebhooks, ({ results }) => ({
      kind: 'listed' as const,
      webhooks: results.map(({ object_id: id, url }) => ({ id, url })),
    }))
    return await removeWebhooks(listed, callbackUrl, async (id) =>
      client.done(await client.send(call, writes({ method: 'DELETE', path: webhookPath(id) })), {
        kind: 'unregistered',
      }),
    )
  },

  modeOf: ({ api_key: key }) => (key === undefined ? null : isTest(key) ? 'test' : 'live'),
})

async function registerCallbacks(client: ShippoClient, callbackUrl: string, call: CarrierCall): Promise<VerifyOutcome> {
  const { callback_secret: token, api_key: key } = call.account.credentials
  if (!token) throw new TypeError('verify needs credentials.callback_secret to register a webhook')
  const outcome = await client.get(call, { operation: 'verify', path: WEBHOOKS })
  const listed = client.read(outcome, wireWebhooks, ({ results }) => ({ kind: 'listed' as const, results }))
  if (listed.kind === 'failed') return listed
  const url = addressOf(callbackUrl, token)
  const ours = listed.results.filter((webhook) => isSameReceiver(webhook.url ?? '', callbackUrl))
  const kept = new Set<string>()
  for (const event of EVENTS) {
    const own = ours.filter((webhook) => webhook.event === event)
    const current = own.find((webhook) => webhook.url === url) ?? own[0]
    if (current) kept.add(current.object_id)
    const body = { event, url, active: true, is_test: isTest(key) }
    const registered = await register(client, body, current?.object_id ?? null, call)
    if (registered.kind !== 'verified') return registered
  }
  // Registered twice by two processes at a time. What cannot be removed is left: its reports are refused or duplicates, and the
  // next verification removes it.
  for (const { object_id } of ours.filter((webhook) => !kept.has(webhook.object_id))) {
    await client.send(call, writes({ method: 'DELETE', path: webhookPath(object_id) }))
  }
  return registeredAll
}

const registeredAll: VerifyOutcome = { kind: 'verified' }
const webhookPath = (id: string): string => `${WEBHOOKS}/${encodeURIComponent(id)}`

const writes = (exchange: Pick<Exchange, 'method' | 'path' | 'body'>): Exchange => ({
  ...exchange,
  operation: 'verify',
  timeoutMs: timeoutsMs.book,
})

/** Makes the webhook, or gives it the address again. A second webhook would report everything twice: it is made without retries. */
async function register(
  { send, done }: ShippoClient,
  body: object,
  webhookId: string | null,
  call: CarrierCall,
): Promise<VerifyOutcome> {
  const exchange =
    webhookId === null
      ? writes({ method: 'POST', path: WEBHOOKS, body })
      : writes({ method: 'PUT', path: webhookPath(webhookId), body })
  const answer = done(await send(call, { ...exchange, idempotent: webhookId !== null }), registeredAll)
  return answer.kind === 'verified' || answer.kind === 'refused' ? answer : { kind: 'failed', failure: answer.failure }
}
