import type { Stoppable } from '@waybill/chassis/loops/loops'
import type { Database } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { startSecretUpkeep } from '@waybill/chassis/secrets/secret-upkeep'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { IdentityDatabase } from '../../db.ts'
import { secretLabel } from '../oidc/providers.ts'
import { totpLabel } from '../second-factor/use-code.ts'
import { type AccountSecret, listSecretsAfter, replaceSealed } from './repository.ts'

const SHOWN = 20
const REMEDY =
  'Append the keys that sealed these secrets to TOKEN_ENCRYPTION_KEYS and restart. If a key is lost, owners reset the second factors of these members and enter the client secrets again.'

const getLabel = (secret: AccountSecret): string =>
  secret.kind === 'totp' ? totpLabel(secret) : secretLabel(secret.merchantId)

/**
 * Checks the secrets of authenticator apps and identity providers at start and every ten minutes: reseals those of older keys, so
 * that older keys can be removed, and reports those that no key opens.
 */
export function startAccountSecretUpkeep(options: {
  db: Database<IdentityDatabase>
  box: SecretBox
  log: Logger
  metrics: Metrics
}): Stoppable {
  const { db, box, log, metrics } = options
  const gauge = metrics.gauge({
    name: 'account_secrets_unopenable',
    help: 'Secrets in use, of authenticator apps and identity providers, that no key of this process opens, as of its last full check.',
  })
  return startSecretUpkeep<AccountSecret>({
    name: 'account_secret.upkeep',
    box,
    log,
    getLabel,
    listAfter: (last, limit) => listSecretsAfter(db, last, limit),
    replace: (changes) => replaceSealed(db, changes),
    report(all, fields) {
      const unopenable = all.filter(({ isUsed }) => isUsed)
      gauge.set(unopenable.length)
      if (unopenable.length === 0) return
      const userIds = unopenable.flatMap(({ userId }) => userId || []).slice(0, SHOWN)
      const ofProviders = unopenable.filter(({ kind }) => kind === 'oidc_provider')
      const merchantIds = ofProviders.map(({ merchantId }) => merchantId).slice(0, SHOWN)
      log.error(
        { ...fields, secrets: unopenable.length, userIds, merchantIds, remedy: REMEDY },
        'account_secrets.unopenable',
      )
    },
  })
}
