import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { startSecretUpkeep } from '@waybill/chassis/secrets/secret-upkeep'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { Reader } from '../db.ts'
import { deleteExpiredSecrets, listSecretsAfter, replaceSealed } from './repository.ts'
import { type StoredSecret, secretLabel } from './signing-secret.ts'

const EXPIRY_INTERVAL_MS = 600_000
const EXPIRY_BATCH = 500
const SHOWN_SUBSCRIPTIONS = 20
const REMEDY =
  'Append the keys that sealed these secrets to WEBHOOK_ENCRYPTION_KEYS and restart. If a key is lost, merchants must rotate the secrets.'

/**
 * Checks all signing secrets at start and every ten minutes: deletes expired ones, reseals those of older keys, and
 * reports those that no key opens, because their webhooks cannot be signed.
 */
export function startSigningSecretUpkeep(options: {
  db: Reader
  box: SecretBox
  log: Logger
  metrics: Metrics
}): Stoppable {
  const { db, box, log, metrics } = options
  const gauge = metrics.gauge({
    name: 'webhook_secrets_unopenable',
    help: 'Signing secrets that no key of this process opens, as of its last full check.',
  })
  const upkeep = startSecretUpkeep<StoredSecret>({
    name: 'secret.upkeep',
    box,
    log,
    getLabel: secretLabel,
    listAfter: (last, limit) => listSecretsAfter(db, last, limit),
    replace: (changes) => replaceSealed(db, changes),
    report(unopenable, fields) {
      gauge.set(unopenable.length)
      if (unopenable.length === 0) return
      const ids = [...new Set(unopenable.map(({ subscriptionId }) => subscriptionId))]
      const shown = { subscriptions: ids.length, subscriptionIds: ids.slice(0, SHOWN_SUBSCRIPTIONS) }
      log.error({ ...fields, ...shown, remedy: REMEDY }, 'secrets.unopenable')
    },
  })
  const expiry = startLoop({
    name: 'secret.expiry',
    intervalMs: EXPIRY_INTERVAL_MS,
    log,
    async work() {
      const expired = await deleteExpiredSecrets(db, EXPIRY_BATCH)
      if (expired > 0) log.info({ secrets: expired }, 'secrets.expired')
      return expired === EXPIRY_BATCH ? 'again' : 'idle'
    },
  })
  return { stop: async () => void (await Promise.all([upkeep.stop(), expiry.stop()])) }
}
