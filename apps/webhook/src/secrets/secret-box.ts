import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** NIST SP 800-38D, 8.2.2: 96 random bits for each message. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A secret as it is stored: which key sealed it, and nonce, ciphertext and tag in one. */
export interface SealedSecret {
  keyId: string
  sealed: Buffer
}

export interface SecretBox {
  /** `label` says where the secret belongs; it is not stored, and only the same label opens the box again. */
  seal(secret: string, label: string): SealedSecret
  /** Throws when the key is not there any more, the label is another one, or a bit has changed. */
  open(sealed: SealedSecret, label: string): string
  /** The ids of its keys; the first one seals. */
  readonly keyIds: readonly string[]
}

/** What the box holds; undefined when it does not open. */
export function findOpened(box: SecretBox, sealed: SealedSecret, label: string): string | undefined {
  try {
    return box.open(sealed, label)
  } catch {
    return undefined
  }
}

/** Secrets in use that are remembered: some 2 MB of them. */
const MOST_REMEMBERED = 10_000

/**
 * Opens as `findOpened` does, and remembers what it opened last. Nothing has to be forgotten when a secret is rotated or
 * deleted: what is remembered is what these very bytes hold, and nobody asks for them again.
 */
export function rememberOpened(box: SecretBox): (sealed: SealedSecret, label: string) => string | undefined {
  const opened = new Map<string, string>()
  return (sealed, label) => {
    const bytes = `${label} ${sealed.keyId} ${sealed.sealed.toString('base64')}`
    const secret = opened.get(bytes) ?? findOpened(box, sealed, label)
    if (secret === undefined) return undefined
    opened.delete(bytes)
    opened.set(bytes, secret)
    const [oldest] = opened.keys()
    if (opened.size > MOST_REMEMBERED && oldest !== undefined) opened.delete(oldest)
    return secret
  }
}

/**
 * AES-256-GCM with the keys `id:base64,id:base64,…`, each of 32 bytes. The first one seals, all of them open: to
 * rotate, put a new one in front. Throws when a key has another length or an id comes twice.
 */
export function createSecretBox(keysText: string): SecretBox {
  const keys = parseKeys(keysText)
  const [current] = keys
  if (!current) throw new RangeError('there is no encryption key: give at least one, as id:base64 of 32 bytes')
  const [currentId, currentKey] = current
  const byId = new Map(keys)
  if (byId.size !== keys.length) throw new RangeError('two encryption keys have the same id')

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
      if (!key) throw new Error(`a secret was sealed with the encryption key ${keyId}, which is not configured`)
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
        throw new RangeError(`an encryption key is not of the form id:base64 with ${KEY_BYTES} bytes`)
      }
      return [id, key]
    })
}
