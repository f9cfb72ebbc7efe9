/** Erases the credentials of deleted accounts once their last job has ended, and tells quoting to do the same. */

import { type Loop, startLoop } from '@waybill/chassis/loops/loops'
import { appendOutbox, type DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { transact } from '@waybill/chassis/postgres/database'
import type { InternalPayload } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import type { Dependencies } from '../dependencies.ts'
import { createCallbackRemoval, type RemoveCallbacks } from './callback-removal.ts'
import { listReleasable, releaseDeletedAccounts, type StoredAccount } from './repository.ts'

const SWEEP_EVERY_MS = 60_000
const BATCH = 100

type SweepDependencies = Pick<Dependencies, 'db' | 'log'>

/** Sweeps every minute, and when it is nudged. Safe in every replica. */
export function startAccountRelease(dependencies: Dependencies): Loop {
  const removeCallbacks = createCallbackRemoval(dependencies)
  return startLoop({
    name: 'carrier_account.release',
    intervalMs: SWEEP_EVERY_MS,
    log: dependencies.log,
    work: async (signal) =>
      (await releaseAccounts(dependencies, { removeCallbacks, signal })) === BATCH ? 'again' : 'idle',
  })
}

/** Releases deleted accounts without an open job once their call-backs are removed. Resolves to their number. */
export async function releaseAccounts(
  { db, log }: SweepDependencies,
  { removeCallbacks, signal }: { removeCallbacks?: RemoveCallbacks; signal?: AbortSignal } = {},
): Promise<number> {
  const ready: StoredAccount[] = []
  for (const account of await listReleasable(db, BATCH)) {
    if (signal?.aborted) break
    if (removeCallbacks === undefined || (await removeCallbacks(account, signal))) ready.push(account)
  }
  if (ready.length === 0) return 0
  const released = await transact(db, async (trx) => {
    const accounts = await releaseDeletedAccounts(trx, ready)
    await appendOutbox(trx, accounts.map(accountReleased))
    return accounts
  })
  for (const account of released) log.info(account, 'carrier_account.released')
  return released.length
}

const accountReleased = (account: {
  environmentId: string
  carrierAccountId: string
  revision: number
}): DomainEvent => ({
  eventId: newId('evt'),
  type: 'carrier_account.released',
  environmentId: account.environmentId,
  subjectType: 'carrier_account',
  subjectId: account.carrierAccountId,
  sequence: null,
  occurredAt: new Date(),
  public: null,
  internal: {
    carrier_account_id: account.carrierAccountId,
    revision: account.revision,
  } satisfies InternalPayload<'carrier_account.released'>,
})
