/** The webhooks through which a vendor calls back, which are registered and removed by calls with the account. */
import type {
  CarrierCall,
  Failed,
  NotSent,
  Refused,
  Unknown,
  UnregisterOutcome,
  VerifyOutcome,
} from '../carrier-adapter.ts'
import type { HttpOutcome } from '../http/client.ts'
import { isSuccess, isUnauthorized } from '../http/outcome.ts'
import { isSameReceiver } from '../mapping/callback-url.ts'
import type { Exchange, VendorClient } from './client.ts'

interface Webhook {
  id: string
  url: string | null
  /** Null: the vendor reports everything to every webhook. */
  event: string | null
}

type Listed = { kind: 'listed'; webhooks: readonly Webhook[] } | Failed

/** Writes about the webhooks of an account at one vendor. */
export interface Webhooks {
  /** Makes the webhook for the event, or gives the one with this id its secret again. */
  write(event: string | null, webhookId: string | null): Promise<{ kind: 'verified' } | Refused | Unknown | NotSent>
  /** One that is gone counts as removed by `removeWebhooks`. */
  remove(webhookId: string): Promise<{ kind: 'unregistered' } | Refused | Unknown | NotSent>
}

interface Registration {
  /** Where the account is called back. */
  callbackUrl: string
  /** Registered address, if it has more than the address of call-backs. */
  url?: string
  /** A webhook is registered for each of them. Default: one for everything. */
  events?: readonly string[]
  /** Whether a webhook at an earlier address gets the present one; otherwise another is made. */
  movesAddress?: boolean
}

/** The exchange of a write about webhooks. A second webhook would report everything twice: making one is not repeated. */
export const writeWebhook = (
  exchange: Pick<Exchange, 'method' | 'path'> & { body?: object },
  timeoutMs: number,
): Exchange => ({
  ...exchange,
  operation: 'verify',
  timeoutMs,
  idempotent: exchange.method !== 'POST',
})

/** The secret of the account's call-backs, which is registered with its webhooks. */
export function getCallbackSecret({ account }: Pick<CarrierCall, 'account'>): string {
  const { callback_secret: secret } = account.credentials
  if (!secret) throw new TypeError('verify needs credentials.callback_secret to register a webhook')
  return secret
}

/** The refusal of the credentials, or the failure of the call that proves them; null: it succeeded. */
export function refuseCredentials(
  { failed }: Pick<VendorClient, 'failed'>,
  outcome: HttpOutcome,
): VerifyOutcome | null {
  if (isSuccess(outcome)) return null
  const { failure } = failed(outcome)
  return { kind: isUnauthorized(failure) ? 'refused' : 'failed', failure }
}

/**
 * Registers one webhook for each event and removes the other webhooks of the account: at an address that this installation had
 * before, or registered twice by two processes at a time. What cannot be removed is left: its reports are duplicates or refused, and
 * the next verification removes it.
 */
export async function registerWebhooks(
  listed: Listed,
  { callbackUrl, url = callbackUrl, events, movesAddress = false }: Registration,
  { write, remove }: Webhooks,
): Promise<VerifyOutcome> {
  if (listed.kind === 'failed') return listed
  const ours = listed.webhooks.filter((webhook) => isSameReceiver(webhook.url ?? '', callbackUrl))
  const kept = new Set<string>()
  for (const event of events ?? [null]) {
    const own = ours.filter((webhook) => event === null || webhook.event === event)
    const current = own.find((webhook) => webhook.url === url) ?? (movesAddress ? own[0] : undefined)
    if (current) kept.add(current.id)
    const written = await write(event, current?.id ?? null)
    if (written.kind === 'refused') return written
    if (written.kind !== 'verified') return { kind: 'failed', failure: written.failure }
  }
  for (const { id } of ours) if (!kept.has(id)) await remove(id)
  return { kind: 'verified' }
}

/** Removes every webhook of the account, also at an earlier address. */
export async function removeWebhooks(
  listed: Listed,
  callbackUrl: string,
  remove: Webhooks['remove'],
): Promise<UnregisterOutcome> {
  if (listed.kind === 'failed') return listed
  for (const { id } of listed.webhooks.filter(({ url }) => isSameReceiver(url ?? '', callbackUrl))) {
    const outcome = await remove(id)
    if (outcome.kind === 'unregistered' || outcome.failure.httpStatus === 404) continue
    return { kind: 'failed', failure: outcome.failure }
  }
  return { kind: 'unregistered' }
}
