import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** NIST SP 800-38D, 8.2.2: 96 random bits for each message. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A secret as it is stored: the id of the key, and nonce, ciphertext and tag in one buffer. */
export interface SealedSecret {
  keyId: string
  sealed: Buffer
}

export interface SecretBox {
  /** `label` names the place of the secret. It is authenticated, not stored: only the same label opens it again. */
  seal(secret: string, label: string): SealedSecret
  /** Throws if the key is not configured, the label differs, or the bytes were changed. */
  open(sealed: SealedSecret, label: string): string
  /** The first key seals, all keys open. */
  readonly keyIds: readonly string[]
}

/** The opened secret; undefined if it cannot be opened. */
export function tryOpen(box: SecretBox, sealed: SealedSecret, label: string): string | undefined {
  try {
    return box.open(sealed, label)
  } catch {
    return undefined
  }
}

/** About 2 MB. */
const MAX_CACHED_SECRETS = 10_000

/** The opened secret; undefined if it cannot be opened. */
export type OpenSecret = (sealed: SealedSecret, label: string) => string | undefined

/**
 * `tryOpen` with a least-recently-used cache. The cache key is the sealed bytes, so that rotating or deleting a secret
 * needs no invalidation.
 */
export function createSecretOpener(box: SecretBox): OpenSecret {
  const opened = new Map<string, string>()
  return (sealed, label) => {
    const bytes = `${label} ${sealed.keyId} ${sealed.sealed.toString('base64')}`
    const secret = opened.get(bytes) ?? tryOpen(box, sealed, label)
    if (secret === undefined) return undefined
    opened.delete(bytes)
    opened.set(bytes, secret)
    const [oldest] = opened.keys()
    if (opened.size > MAX_CACHED_SECRETS && oldest !== undefined) opened.delete(oldest)
    return secret
  }
}

/**
 * AES-256-GCM with the keys `id:base64,id:base64,…`, each of 32 bytes. The first key seals, all keys open: to rotate, put
 * a new key in front. Throws a RangeError if a key is malformed or an id repeats.
 */
export function createSecretBox(keysText: string): SecretBox {
  const keys = parseKeys(keysText)
  const [current] = keys
  if (!current) throw new RangeError(`no encryption key: give at least one as id:base64 of ${KEY_BYTES} bytes`)
  const [currentId, currentKey] = current
  const byId = new Map(keys)
  if (byId.size !== keys.length) throw new RangeError('two encryption keys have the same id: give each its own')

  return {
    keyIds: [...byId.keys()],
    seal(secret, label) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, currentKey, nonce).setAAD(Buffer.from(label))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return { keyId: currentId, sealed: Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]) }
    },
    open({ keyId, sealed }, label) {
      const key = byId.get(keyId)
      if (!key) throw new Error(`the secret is sealed with encryption key ${keyId}, which is not configured`)
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(-TAG_BYTES))
      const ciphertext = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
      return decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

function parseKeys(text: string): [id: string, key: Buffer][] {
  const items = text.split(',').map((item) => item.trim())
  return items
    .filter((item) => item !== '')
    .map((item) => {
      const [, id, encoded] = /^([A-Za-z0-9_.-]{1,40}):(.+)$/.exec(item) ?? []
      const key = Buffer.from(encoded ?? '', 'base64')
      if (!id || key.length !== KEY_BYTES) {
        throw new RangeError(`malformed encryption key: expected id:base64 of ${KEY_BYTES} bytes`)
      }
      return [id, key]
    })
}
