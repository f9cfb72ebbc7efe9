/** Storage for photos and signatures: bytes under a key. */
import type { Readable } from 'node:stream'

export interface ObjectStore {
  /** Writes the whole object or nothing; replaces an existing one. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** The object as a stream, which the caller must read to its end or destroy. Undefined: not found. */
  open(key: string): Promise<StoredObject | undefined>
  /** Removes the object. Idempotent. */
  remove(key: string): Promise<void>
}

interface StoredObject {
  bytes: Readable
  /** In bytes; undefined if the store does not say. */
  length: number | undefined
}

const KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_.-]*[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/

/** Throws for a key that could point outside the store. */
export function assertKey(key: string): void {
  if (KEY.test(key) && key.length <= 400 && !key.split('/').includes('..')) return
  throw new TypeError('invalid object key: expected words of letters, digits, _, - and . separated by slashes')
}
