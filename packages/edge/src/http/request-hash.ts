/** Pure: what tells requests with the same Idempotency-Key apart. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * SHA-256 of method, path, query and canonical JSON: equal for requests with the same meaning. `actor`: of calls that only
 * the same caller may repeat.
 */
export function hashRequest(
  target: [method: string, path: string, query: string],
  value: unknown,
  actor: readonly string[] = [],
): string {
  const canonical = value === undefined ? '' : toCanonical(value)
  return createHash('sha256')
    .update(JSON.stringify([...target, canonical, ...actor]))
    .digest('hex')
}

/** A text with half a character has no canonical form. It is refused later, with its place. */
function toCanonical(value: unknown): string {
  try {
    return canonicalize(value) ?? ''
  } catch {
    return JSON.stringify(value)
  }
}
