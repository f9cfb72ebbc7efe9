/** Verifies accounts at their carriers: on request, when a quote is refused, and while they fail. */
import type { CarrierFailure, Failed, Refused } from '@waybill/carriers/carrier-adapter'
import type { Carriers } from '@waybill/carriers/registry'
import { startLoop } from '@waybill/chassis/loops/loops'
import { transact } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import { newId } from '@waybill/contracts/ids'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { recordVerification } from './commands.ts'
import { CREDENTIALS_UNREADABLE, callAccount, openCredentials, unreadableMessage } from './credentials.ts'
import { type AccountKey, countFailingAccounts, findAccount, listFailingAccounts } from './repository.ts'

/** Failing accounts are verified again so often, in case the fault was the carrier's. */
const RECHECK_INTERVAL_MS = 600_000
const RECHECK_BATCH = 100
const VERIFY_MS = 5_000
/** A revision that booking reports is verified at most so often, by each process. */
const REPORT_INTERVAL_MS = 60_000

interface VerifyCall {
  requestId: string
  deadlineAt: Date
  signal?: AbortSignal
}

export type CallbackUrlOf = (account: Pick<CarrierAccount, 'carrierAccountId' | 'carrierCode'>) => string | null

/**
 * Asks the carrier whether it accepts the credentials. Credentials that no key opens are refused without a call, with the code
 * `credentials_unreadable`. Never in a transaction.
 */
export type VerifyAccount = (
  account: CarrierAccount,
  call: VerifyCall,
) => Promise<{ kind: 'verified' } | Refused | Failed>

export function createVerification(options: {
  carriers: Carriers
  box: SecretBox
  getCallbackUrl: CallbackUrlOf
}): VerifyAccount {
  const { carriers, box, getCallbackUrl } = options
  return async (account, call) => {
    const { carrierCode } = account
    const verify = carriers.get(carrierCode)?.verify
    const credentials = openCredentials(box, account)
    const fault = { carrierCode, httpStatus: null, retryable: false, retryAfterMs: null }
    if (!verify) {
      const message = 'This installation has no such carrier.'
      return { kind: 'failed', failure: { ...fault, code: 'account_unusable', message } }
    }
    if (!credentials) {
      return {
        kind: 'refused',
        failure: { ...fault, code: CREDENTIALS_UNREADABLE, message: unreadableMessage(account) },
      }
    }
    return await verify(
      { callbackUrl: getCallbackUrl(account) },
      { account: callAccount(account, credentials), ...call },
    )
  }
}

/** Whether a carrier may have refused the credentials rather than the request. */
export const mayBeRefusal = ({ httpStatus }: CarrierFailure): boolean => httpStatus === 401 || httpStatus === 403

export interface AccountWatch {
  /**
   * Verifies an account whose request was answered 401 or 403, or whose credentials no key opens, and marks it if its
   * credentials are refused or unreadable. Never rejects.
   */
  suspect(account: CarrierAccount): Promise<void>
  /** The same for a call of booking. Reports are many while bookings are polled: a revision is verified once a minute. */
  report(account: CarrierAccount): void
  /** Marks accounts whose stored credentials no key opens, one after the other. */
  markUnreadable(keys: readonly AccountKey[]): void
  stop(): Promise<void>
}

interface WatchOptions {
  db: Kysely<QuotingDatabase>
  verify: VerifyAccount
  getCallbackUrl: CallbackUrlOf
  log: Logger
  metrics: Metrics
}

/** `check` verifies an account and stores the outcome; `count` updates the gauge of failing accounts. */
function createCheck({ db, verify, getCallbackUrl, log, metrics }: WatchOptions) {
  const failing = metrics.gauge({
    name: 'carrier_accounts_failing',
    help: 'Enabled accounts of merchants whose credentials the carrier refuses or no key opens.',
  })
  const marked = metrics.counter({
    name: 'carrier_account_failures_total',
    help: 'Accounts of merchants that started failing: the carrier refuses their credentials, or no key opens them.',
    labels: ['carrier_code'],
  })

  const startedAt = new Date()

  /**
   * The account was stored or verified since this process started, which takes the key: another process has it. The fault is the
   * configuration of this one, which the log reports.
   */
  const isReadableElsewhere = ({ status, updatedAt }: CarrierAccount): boolean =>
    status !== 'failing' && updatedAt >= startedAt

  async function check(account: CarrierAccount, signal?: AbortSignal): Promise<void> {
    const { carrierAccountId, carrierCode, environmentId } = account
    const call = { requestId: newId('req'), deadlineAt: new Date(Date.now() + VERIFY_MS), signal }
    const outcome = await verify(account, call)
    if (outcome.kind === 'failed') return
    const isUnreadable = outcome.kind === 'refused' && outcome.failure.code === CREDENTIALS_UNREADABLE
    if (isUnreadable && isReadableElsewhere(account)) return
    const by = {
      request: { requestId: null, idempotencyKey: null },
      callbackUrl: getCallbackUrl(account),
      at: new Date(),
    }
    if (outcome.kind === 'verified' && account.status === 'verified') return
    const after = await transact(db, (trx) => recordVerification(trx, account, outcome, by))
    if (after === undefined || after.status === account.status) return
    if (after.status === 'failing') marked.inc({ carrier_code: carrierCode })
    log.warn({ carrierAccountId, carrierCode, environmentId, status: after.status }, 'carrier_account.status_changed')
  }

  async function count(): Promise<void> {
    failing.set(await countFailingAccounts(db))
  }

  return { check, count }
}

/** Marks accounts that start failing, and clears the mark when the carrier accepts the credentials again. */
export function startAccountWatch(options: WatchOptions): AccountWatch {
  const { db, log } = options
  const { check, count } = createCheck(options)
  const underWay = new Map<string, Promise<void>>()
  /** When each revision was last reported, oldest first. */
  const reportedAt = new Map<string, number>()

  const loop = startLoop({
    name: 'carrier_account.recheck',
    intervalMs: RECHECK_INTERVAL_MS,
    log,
    async work(signal) {
      let last: AccountKey | null = null
      do {
        const batch: CarrierAccount[] = await listFailingAccounts(db, last, RECHECK_BATCH)
        last = batch.length === RECHECK_BATCH ? (batch.at(-1) ?? null) : null
        for (const account of batch) {
          if (signal.aborted) return 'idle'
          await check(account, signal)
        }
      } while (last !== null)
      await count()
      return 'idle'
    },
  })

  function suspect(account: CarrierAccount): Promise<void> {
    const { carrierAccountId } = account
    const present = underWay.get(carrierAccountId)
    if (present) return present
    const checked = check(account)
      .then(count)
      .catch((error: unknown) => log.warn({ err: error, carrierAccountId }, 'carrier_account.check_failed'))
      .finally(() => underWay.delete(carrierAccountId))
    underWay.set(carrierAccountId, checked)
    return checked
  }

  let marking: Promise<void> = Promise.resolve()
  let stopped = false
  async function markEach(keys: readonly AccountKey[]): Promise<void> {
    for (const key of keys) {
      if (stopped) return
      const account = await findAccount(db, key)
      if (account && account.deletedAt === null) await suspect(account)
    }
  }

  return {
    suspect,
    report(account) {
      const now = performance.now()
      for (const [key, at] of reportedAt) if (now - at >= REPORT_INTERVAL_MS) reportedAt.delete(key)
      const key = `${account.carrierAccountId}/${account.revision}`
      if (reportedAt.has(key)) return
      reportedAt.set(key, now)
      void suspect(account)
    },
    markUnreadable(keys) {
      marking = marking
        .then(() => markEach(keys))
        .catch((error: unknown) => log.warn({ err: error }, 'carrier_account.check_failed'))
    },
    async stop() {
      stopped = true
      await Promise.all([loop.stop(), marking])
      await Promise.all(underWay.values())
    },
  }
}
