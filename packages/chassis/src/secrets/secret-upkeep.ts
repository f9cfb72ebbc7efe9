import { type Loop, startLoop } from '../loops/loops.ts'
import type { Logger } from '../telemetry/log.ts'
import { type SealedSecret, type SecretBox, tryOpen } from './secret-box.ts'

const INTERVAL_MS = 600_000
const BATCH = 500

/** A resealed secret, and what was stored before. */
export interface Resealed<T> {
  stored: T
  resealed: SealedSecret
}

interface UpkeepOptions<T extends SealedSecret> {
  /** Name of the loop. */
  name: string
  box: SecretBox
  log: Logger
  /** The label under which the secret is sealed. */
  getLabel(secret: T): string
  /** The next stored secrets after `last`, in a fixed order; null: the first ones. */
  listAfter(last: T | null, limit: number): Promise<T[]>
  /** Stores secrets that have not changed since they were listed. Resolves to their number. */
  replace(changes: readonly Resealed<T>[]): Promise<number>
  /** Called after each full check with the secrets that no key opens. `fields` name the missing and the wrong keys. */
  report(unopenable: readonly T[], fields: UnopenableFields): void
}

interface UnopenableFields {
  secrets: number
  /** Keys that are not configured. */
  missingKeyIds: string[]
  /** Keys that are configured with other bytes. */
  wrongKeyIds: string[]
}

/**
 * Checks all stored secrets at start and every ten minutes: reseals those of older keys with the first key, so that older
 * keys can be removed, and reports those that no key opens. Passes of several processes do not conflict.
 */
export function startSecretUpkeep<T extends SealedSecret>(options: UpkeepOptions<T>): Loop {
  const { name, box, log } = options
  let last: T | null = null
  let resealed = 0
  let unopenable: T[] = []

  async function checkBatch(batch: readonly T[]): Promise<void> {
    const states = batch.map((stored) => ({ stored, state: checkSecret(box, stored, options.getLabel(stored)) }))
    const outdated = states.flatMap(({ stored, state }) =>
      state.is === 'outdated' ? [{ stored, resealed: state.resealed }] : [],
    )
    if (outdated.length > 0) resealed += await options.replace(outdated)
    unopenable.push(...states.filter(({ state }) => state.is === 'unopenable').map(({ stored }) => stored))
  }

  function endPass(): void {
    if (resealed > 0) log.info({ secrets: resealed, keyId: box.keyIds[0] }, 'secrets.resealed')
    options.report(unopenable, describeUnopenable(unopenable, box))
    last = null
    resealed = 0
    unopenable = []
  }

  return startLoop({
    name,
    intervalMs: INTERVAL_MS,
    log,
    async work() {
      const batch = await options.listAfter(last, BATCH)
      await checkBatch(batch)
      last = batch.at(-1) ?? last
      if (batch.length === BATCH) return 'again'
      endPass()
      return 'idle'
    },
  })
}

/**
 * `current`: sealed with the first key. `outdated`: sealed with another key; `resealed` is sealed with the first.
 * `unopenable`: none of the keys opens it.
 */
type SecretState = { is: 'current' } | { is: 'outdated'; resealed: SealedSecret } | { is: 'unopenable' }

export function checkSecret(box: SecretBox, stored: SealedSecret, label: string): SecretState {
  const secret = tryOpen(box, stored, label)
  if (secret === undefined) return { is: 'unopenable' }
  return stored.keyId === box.keyIds[0] ? { is: 'current' } : { is: 'outdated', resealed: box.seal(secret, label) }
}

function describeUnopenable(unopenable: readonly SealedSecret[], { keyIds }: SecretBox): UnopenableFields {
  const needed = [...new Set(unopenable.map(({ keyId }) => keyId))]
  return {
    secrets: unopenable.length,
    missingKeyIds: needed.filter((id) => !keyIds.includes(id)),
    wrongKeyIds: needed.filter((id) => keyIds.includes(id)),
  }
}
