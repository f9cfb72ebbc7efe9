/** Pure: where labels are fetched from. */

/** The hosts of a carrier that serve documents. */
interface DocumentHosts {
  /** The root of the API for the account. */
  root: string
  /** The carrier's own origin, for which the root of the account stands. */
  origin: string
  /** Where the carrier keeps documents, besides its API. */
  hosts: RegExp
}

/**
 * The address of a document; null: it is not at the carrier. Documents at the API's own host are fetched from the endpoint of the
 * account. `isOwn`: the key may be sent there.
 */
export function findDocument(
  stated: string,
  { root, origin, hosts }: DocumentHosts,
): { url: string; isOwn: boolean } | null {
  if (!URL.canParse(stated)) return null
  const url = new URL(stated)
  if (url.origin === new URL(root).origin) return { url: stated, isOwn: true }
  if (url.origin === origin) return { url: `${root}${url.pathname}${url.search}`, isOwn: true }
  return url.protocol === 'https:' && hosts.test(url.hostname) ? { url: stated, isOwn: false } : null
}
