import { createHash } from 'node:crypto'
import { TypeID, typeid } from 'typeid-js'

export type IdPrefix =
  | 'shp'
  | 'pcl'
  | 'qte'
  | 'qop'
  | 'bkg'
  | 'drv'
  | 'whs'
  | 'whd'
  | 'whr'
  | 'evt'
  | 'req'
  | 'mer'
  | 'env'
  | 'key'
  | 'op'
  | 'att'
  | 'cat'
  | 'cac'
  | 'sec'
  | 'pod'

/** A new identifier: prefix, underscore, UUIDv7 in Crockford base32. Sorts by the time it was made. */
export const newId = (prefix: IdPrefix): string => typeid(prefix).toString()

/** Whether the text has the form of an identifier with this prefix. Ids of a wrong form are "not found". */
export function isId(prefix: IdPrefix, text: string): boolean {
  if (!text.startsWith(`${prefix}_`) || text.length !== prefix.length + 27) return false
  try {
    TypeID.fromString(text, prefix)
    return true
  } catch {
    return false
  }
}

/** Prefix and 128 bits of SHA-256 over the parts: computed, never looked up, so equal input gives an equal id. */
export function hashId(prefix: 'loc' | 'cac' | 'drv' | 'pod', parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return `${prefix}_${hash.digest('hex').slice(0, 32)}`
}
