/** Removes the call-backs of deleted accounts at their carriers, as far as that succeeds. */
import { newId } from '@waybill/contracts/ids'
import type { Dependencies } from '../dependencies.ts'
import { openAccount } from './account-access.ts'
import type { StoredAccount } from './repository.ts'

/** The sweep tries once a minute. */
const MOST_TRIES = 5

/** Whether the credentials can be erased now: the carrier calls back no more, or it was asked often enough. */
export type RemoveCallbacks = (account: StoredAccount, signal?: AbortSignal) => Promise<boolean>

type RemovalDependencies = Pick<Dependencies, 'carriers' | 'callbackBaseUrl' | 'openSecret' | 'log' | 'metrics'>

/** Counts the tries of an account in this process. Call-backs that remain are refused: their account has no credentials. */
export function createCallbackRemoval(dependencies: RemovalDependencies): RemoveCallbacks {
  const { carriers, callbackBaseUrl, log } = dependencies
  const tries = new Map<string, number>()
  return async (stored, signal) => {
    const { carrierAccountId, carrierCode, environmentId } = stored
    const adapter = carriers.get(carrierCode)
    if (!adapter?.unregister || callbackBaseUrl === null || stored.sealed === null) return true
    const access = openAccount(dependencies, stored)
    if ('failure' in access) return true
    const callbackUrl = `${callbackBaseUrl}/api/v1/callbacks/${carrierAccountId}`
    const deadlineAt = new Date(Date.now() + adapter.descriptor.timeoutsMs.track)
    const call = { account: access.account, deadlineAt, requestId: newId('req'), ...(signal && { signal }) }
    const outcome = await adapter.unregister({ callbackUrl }, call)
    const tried = (tries.get(carrierAccountId) ?? 0) + 1
    const isOver = outcome.kind === 'unregistered' || !outcome.failure.retryable || tried >= MOST_TRIES
    if (isOver) tries.delete(carrierAccountId)
    else tries.set(carrierAccountId, tried)
    if (outcome.kind === 'failed') {
      const { code } = outcome.failure
      log.warn(
        { environmentId, carrierAccountId, carrierCode, code, tried, isOver },
        'carrier_account.callback_remains',
      )
    }
    return isOver
  }
}
