/**
 * Comma-separated keys: the first signs, all verify. To rotate a key without downtime, configure every process with
 * `old,new`, then `new,old`, then `new`. Throws if there is none.
 */
export function signingKeys(text: string): { signing: string; verifying: readonly string[] } {
  const verifying = text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  const [signing] = verifying
  if (signing === undefined)
    throw new RangeError('no key to sign with: expected one key or several separated by commas')
  return { signing, verifying }
}
