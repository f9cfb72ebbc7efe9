import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { Reader } from '../db.ts'
import { deleteExpiredSecrets, listSecretsAfter, replaceSealed } from './repository.ts'
import type { SecretBox } from './secret-box.ts'
import { checkSecret, type StoredSecret } from './signing-secret.ts'

const INTERVAL_MS = 600_000
const BATCH = 500
const SHOWN_SUBSCRIPTIONS = 20
const REMEDY =
  'Append the keys that sealed these secrets to WEBHOOK_ENCRYPTION_KEYS and restart. If a key is lost, merchants must rotate the secrets.'

/**
 * Checks all signing secrets at start and every ten minutes: deletes expired ones, reseals those of older keys with the
 * first key, so that older keys can be removed, and reports those that no key opens, because their webhooks cannot be
 * signed. Passes of several processes do not conflict.
 */
export function startSecretUpkeep(options: { db: Reader; box: SecretBox; log: Logger; metrics: Metrics }): Stoppable {
  const { db, box, log, metrics } = options
  const gauge = metrics.gauge({
    name: 'webhook_secrets_unopenable',
    help: 'Signing secrets that no key of this process opens, as of its last full check.',
  })
  let last: StoredSecret | null = null
  let resealed = 0
  let unopenable: StoredSecret[] = []

  async function checkBatch(batch: readonly StoredSecret[]): Promise<void> {
    const states = batch.map((stored) => ({ stored, state: checkSecret(box, stored) }))
    const outdated = states.flatMap(({ stored, state }) =>
      state.is === 'outdated' ? [{ stored, resealed: state.resealed }] : [],
    )
    if (outdated.length > 0) resealed += await replaceSealed(db, outdated)
    unopenable.push(...states.filter(({ state }) => state.is === 'unopenable').map(({ stored }) => stored))
  }

  function endPass(): void {
    if (resealed > 0) log.info({ secrets: resealed, keyId: box.keyIds[0] }, 'secrets.resealed')
    gauge.set(unopenable.length)
    if (unopenable.length > 0)
      log.error({ ...describeUnopenable(unopenable, box), remedy: REMEDY }, 'secrets.unopenable')
    last = null
    resealed = 0
    unopenable = []
  }

  return startLoop({
    name: 'secret.upkeep',
    intervalMs: INTERVAL_MS,
    log,
    async work() {
      if (last === null) {
        const expired = await deleteExpiredSecrets(db, BATCH)
        if (expired > 0) log.info({ secrets: expired }, 'secrets.expired')
        if (expired === BATCH) return 'again'
      }
      const batch = await listSecretsAfter(db, last, BATCH)
      await checkBatch(batch)
      last = batch.at(-1) ?? last
      if (batch.length === BATCH) return 'again'
      endPass()
      return 'idle'
    },
  })
}

/** Which keys are missing, and which have the right id but wrong bytes. */
function describeUnopenable(unopenable: readonly StoredSecret[], { keyIds }: SecretBox) {
  const needed = [...new Set(unopenable.map(({ keyId }) => keyId))]
  const subscriptionIds = [...new Set(unopenable.map(({ subscriptionId }) => subscriptionId))]
  return {
    secrets: unopenable.length,
    missingKeyIds: needed.filter((id) => !keyIds.includes(id)),
    wrongKeyIds: needed.filter((id) => keyIds.includes(id)),
    subscriptions: subscriptionIds.length,
    subscriptionIds: subscriptionIds.slice(0, SHOWN_SUBSCRIPTIONS),
  }
}
