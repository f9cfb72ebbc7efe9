import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { IdentityDatabase } from '../db.ts'
import { addSigningKey, listSigningKeys, lockSigningKeys, type StoredSigningKey } from './repository.ts'
import { nextKeyFrom, pickSigner } from './signing-key.ts'

export const ALGORITHM = 'ES256'
const CHECK_EVERY_MS = 60_000
/** A token may name a key that another replica has just added; made-up key ids cause no more look-ups than this. */
const REREAD_AT_MOST_EVERY_MS = 1_000

type Key = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>

export interface SigningKeys extends Stoppable {
  /** The key that signs now, and its id. Throws if the database is unavailable and none is known. */
  signer(): Promise<{ signingKeyId: string; key: Key }>
  /** The public key with the id; undefined if there is none. */
  verifier(signingKeyId: string): Promise<Key | undefined>
  /** All keys that verify tokens, and the next one, as a JWK Set (RFC 7517). */
  published(): Promise<{ keys: JWK[] }>
}

/**
 * The keys that sign access tokens. Every 30 days one follows another: it is published a day ahead, and the old one
 * verifies until its last token has expired. Each replica looks once a minute; a lock lets one of them add a key.
 */
export function startSigningKeys({
  db,
  box,
  log,
}: {
  db: Database<IdentityDatabase>
  box: SecretBox
  log: Logger
}): SigningKeys {
  let known: readonly StoredSigningKey[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  const imported = new Map<string, Promise<Key>>()

  const canSign = (key: StoredSigningKey): boolean => open(box, key) !== undefined

  async function read(): Promise<void> {
    const startedAtMs = performance.now()
    known = await listSigningKeys(db)
    readAtMs = startedAtMs
  }

  /** Concurrent callers share one look-up. */
  function reread(): Promise<void> {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  /** A key whose private part cannot be decrypted only verifies. */
  const nextDue = (keys: readonly StoredSigningKey[]) => nextKeyFrom(keys.find(canSign), new Date())

  async function rotate(): Promise<void> {
    await reread()
    if (nextDue(known) === null) return
    const made = await newSigningKey(box)
    const added = await untilAnswered(() =>
      transact(db, async (trx) => {
        await lockSigningKeys(trx)
        const stored = await listSigningKeys(trx)
        const signsFrom = nextDue(stored)
        // Another replica was first, or this transaction had committed before its connection broke.
        if (signsFrom === null || stored.some(({ signingKeyId }) => signingKeyId === made.signingKeyId)) return false
        await addSigningKey(trx, { ...made, signsFrom, verifiesUntil: null })
        return true
      }),
    )
    if (added) log.info({ signingKeyId: made.signingKeyId }, 'signing_key.added')
    // Not `reread`: a look-up under way may have begun before the commit.
    await read()
  }

  const loop = startLoop({
    name: 'signing_keys.rotation',
    intervalMs: CHECK_EVERY_MS,
    log,
    async work() {
      await rotate()
      return 'idle'
    },
  })

  const importOnce = (id: string, jwk: JWK): Promise<Key> => {
    const key = imported.get(id) ?? (importJWK(jwk, ALGORITHM) as Promise<Key>)
    imported.set(id, key)
    return key
  }

  const findSigner = () => pickSigner(known.filter(canSign), new Date())

  return {
    async signer() {
      if (findSigner() === undefined) await rotate()
      const stored = findSigner()
      const privateKey = stored && open(box, stored)
      if (stored === undefined || privateKey === undefined) throw new Error('no key can sign access tokens')
      const { signingKeyId } = stored
      return { signingKeyId, key: await importOnce(`private ${signingKeyId}`, JSON.parse(privateKey)) }
    },
    async verifier(signingKeyId) {
      const find = () => known.find((key) => key.signingKeyId === signingKeyId)
      if (find() === undefined && performance.now() - readAtMs > REREAD_AT_MOST_EVERY_MS) await reread()
      const stored = find()
      return stored && importOnce(signingKeyId, stored.publicJwk)
    },
    async published() {
      if (known.length === 0) await rotate()
      return { keys: known.map(({ publicJwk }) => publicJwk) }
    },
    stop: () => loop.stop(),
  }
}

const getLabel = (signingKeyId: string) => `signing_key/${signingKeyId}`

const open = (box: SecretBox, key: StoredSigningKey) => tryOpen(box, key, getLabel(key.signingKeyId))

async function newSigningKey(box: SecretBox): Promise<Omit<StoredSigningKey, 'signsFrom' | 'verifiesUntil'>> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(publicKey)
  // RFC 7638: the id follows from the key.
  const signingKeyId = await calculateJwkThumbprint(jwk)
  const publicJwk = { ...jwk, kid: signingKeyId, use: 'sig', alg: ALGORITHM }
  const sealed = box.seal(JSON.stringify(await exportJWK(privateKey)), getLabel(signingKeyId))
  return { signingKeyId, publicJwk, ...sealed }
}
