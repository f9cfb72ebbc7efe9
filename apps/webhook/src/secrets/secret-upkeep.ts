import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { Reader } from '../db.ts'
import type { SecretBox } from './secret-box.ts'
import { type StoredSecret, secretState } from './signing-secret.ts'
import { deleteExpiredSecrets, listSecretsAfter, replaceSealed } from './upkeep-repository.ts'

const EVERY_MS = 600_000
const BATCH = 500
const SHOWN_SUBSCRIPTIONS = 20
const REMEDY =
  'Put the keys that sealed them into WEBHOOK_ENCRYPTION_KEYS, behind the first, and restart; where one is lost, the secrets have to be rotated.'

/**
 * Goes through all signing secrets, at the start and again and again: deletes those that have expired, seals those of
 * another key with the first one, so that a key can be taken away, and tells of those that no key opens, since their
 * webhooks cannot be signed. A pass that dies is begun anew; passes of several processes do not disturb each other.
 */
export function startSecretUpkeep(options: { db: Reader; box: SecretBox; log: Logger; metrics: Metrics }): Stoppable {
  const { db, box, log, metrics } = options
  const gauge = metrics.gauge({
    name: 'webhook_secrets_unopenable',
    help: 'Signing secrets that no key of this process opens, as of its last look at all of them.',
  })
  let last: StoredSecret | null = null
  let resealed = 0
  let unopenable: StoredSecret[] = []

  async function lookAt(batch: readonly StoredSecret[]): Promise<void> {
    const states = batch.map((stored) => ({ stored, state: secretState(box, stored) }))
    const ofOtherKeys = states.flatMap(({ stored, state }) =>
      state.is === 'resealed' ? [{ stored, anew: state.anew }] : [],
    )
    if (ofOtherKeys.length > 0) resealed += await replaceSealed(db, ofOtherKeys)
    unopenable.push(...states.filter(({ state }) => state.is === 'unopenable').map(({ stored }) => stored))
  }

  function endPass(): void {
    if (resealed > 0) log.info({ secrets: resealed, keyId: box.keyIds[0] }, 'secrets.resealed')
    gauge.set(unopenable.length)
    if (unopenable.length > 0) log.error({ ...whatIsWrong(unopenable, box), remedy: REMEDY }, 'secrets.unopenable')
    last = null
    resealed = 0
    unopenable = []
  }

  return startLoop({
    name: 'secret.upkeep',
    intervalMs: EVERY_MS,
    log,
    async work() {
      if (last === null) {
        const expired = await deleteExpiredSecrets(db, BATCH)
        if (expired > 0) log.info({ secrets: expired }, 'secrets.expired')
        if (expired === BATCH) return 'again'
      }
      const batch = await listSecretsAfter(db, last, BATCH)
      await lookAt(batch)
      last = batch.at(-1) ?? last
      if (batch.length === BATCH) return 'again'
      endPass()
      return 'idle'
    },
  })
}

/** Which keys are not there, and which are but did not seal what bears their id. */
function whatIsWrong(unopenable: readonly StoredSecret[], { keyIds }: SecretBox) {
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
