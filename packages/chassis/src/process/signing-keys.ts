/**
 * Keys separated by commas: the first one signs, all of them verify. To renew one without a pause, every process is first
 * given `old,new`, then `new,old`, then `new`. Throws when there is none.
 */
export function signingKeys(text: string): { signing: string; verifying: readonly string[] } {
  const verifying = text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  const [signing] = verifying
  if (signing === undefined) throw new RangeError('there is no key to sign with')
  return { signing, verifying }
}
