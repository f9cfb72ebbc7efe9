/** Removes the call-backs of an account that are registered at its carrier. */
import type { Failed, NotSent, Refused, Unknown, UnregisterOutcome } from '../carrier-adapter.ts'
import { isSameReceiver } from './callback-url.ts'

type Removed = { kind: 'unregistered' } | Refused | Unknown | NotSent

/** `remove` is called for each webhook of the account, also at an earlier address; one that is gone counts as removed. */
export async function removeWebhooks(
  listed: { kind: 'listed'; webhooks: readonly { id: string; url: string | null }[] } | Failed,
  callbackUrl: string,
  remove: (id: string) => Promise<Removed>,
): Promise<UnregisterOutcome> {
  if (listed.kind === 'failed') return listed
  for (const { id } of listed.webhooks.filter(({ url }) => isSameReceiver(url ?? '', callbackUrl))) {
    const outcome = await remove(id)
    if (outcome.kind === 'unregistered' || outcome.failure.httpStatus === 404) continue
    return { kind: 'failed', failure: outcome.failure }
  }
  return { kind: 'unregistered' }
}
