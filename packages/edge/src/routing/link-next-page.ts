import type { ListMeta } from '@waybill/contracts/envelope'
import type { Reply } from './route.ts'

const META = '"meta":'

/**
 * The Link header of a list (RFC 8288); none on the last page. `url` is the URL of this page. Pure.
 * The body passes through unparsed, except for `meta`, the last member of the envelope. No member of `meta` contains
 * META, and within a JSON string its quotes are escaped, so the last META begins the envelope's own.
 */
export function linkNextPage(body: Reply['body'], url: string): { link?: string } {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return {}
  const metaAt = body.lastIndexOf(META)
  if (metaAt < 0) return {}
  const tail = typeof body === 'string' ? body.slice(metaAt) : body.toString('utf8', metaAt)
  const { meta } = JSON.parse(`{${tail}`) as { meta: ListMeta }
  if (!meta.next_cursor) return {}
  const next = new URL(url)
  next.searchParams.set('cursor', meta.next_cursor)
  return { link: `<${next.href}>; rel="next"` }
}
