/** Where photos and signatures are kept: bytes under a key, written once. */
import type { Readable } from 'node:stream'

export interface ObjectStore {
  /** Writes the whole object, or nothing; the same key again writes it anew. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** The object as a stream that is read to its end or destroyed. Undefined: there is none. */
  open(key: string): Promise<StoredObject | undefined>
  /** Ends well if there is none. */
  remove(key: string): Promise<void>
}

export interface StoredObject {
  bytes: Readable
  /** Undefined where the store does not tell it beforehand. */
  length: number | undefined
}

const KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_.-]*[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/

/** Throws for a key that could lead out of the store. */
export function assertKey(key: string): void {
  if (KEY.test(key) && key.length <= 400 && !key.split('/').includes('..')) return
  throw new TypeError('the key of an object is words with slashes between them')
}
