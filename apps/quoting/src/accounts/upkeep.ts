import type { Stoppable } from '@waybill/chassis/loops/loops'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { startSecretUpkeep } from '@waybill/chassis/secrets/secret-upkeep'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { sealLabel } from '@waybill/contracts/carrier-accounts/account-revision'
import type { Kysely } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { type AccountKey, listCredentialsAfter, replaceCredentials, type StoredCredentials } from './repository.ts'

const SHOWN_ACCOUNTS = 20
const REMEDY =
  'Append the keys that sealed these credentials to CARRIER_ENCRYPTION_KEYS and restart. If a key is lost, merchants must send the credentials again.'

/** Reseals credentials with the first key, and reports those that no key opens. */
export function startCredentialUpkeep(options: {
  db: Kysely<QuotingDatabase>
  box: SecretBox
  log: Logger
  metrics: Metrics
  /** Gets the accounts whose credentials no key opens, after each full check. */
  markUnreadable: (keys: readonly AccountKey[]) => void
}): Stoppable {
  const { db, box, log, metrics, markUnreadable } = options
  const gauge = metrics.gauge({
    name: 'carrier_credentials_unopenable',
    help: 'Carrier accounts whose credentials no key of this process opens, as of its last full check.',
  })
  return startSecretUpkeep<StoredCredentials>({
    name: 'carrier_account.upkeep',
    box,
    log,
    getLabel: sealLabel,
    listAfter: (last, limit) => listCredentialsAfter(db, last, limit),
    replace: (changes) => replaceCredentials(db, changes),
    report(unopenable, fields) {
      gauge.set(unopenable.length)
      if (unopenable.length === 0) return
      const carrierAccountIds = unopenable.map(({ carrierAccountId }) => carrierAccountId).slice(0, SHOWN_ACCOUNTS)
      log.error({ ...fields, carrierAccountIds, remedy: REMEDY }, 'carrier_credentials.unopenable')
      markUnreadable(unopenable)
    },
  })
}
