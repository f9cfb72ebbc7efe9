/** Answers with the texts and files of the site, compressed as the caller accepts it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { entityTag, matchesEntityTag } from '@waybill/edge/http/headers'
import type { Reply } from '@waybill/edge/routing/route'
import Negotiator from 'negotiator'

type Answerer = (headers: IncomingHttpHeaders) => Promise<Pick<Reply, 'status' | 'body' | 'headers'>>

/** A sixth of a text remains. More thorough levels take ten times as long for a tenth less. */
const BROTLI_LEVEL = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const compressors = {
  br: (text: string) => promisify(brotliCompress)(text, BROTLI_LEVEL),
  gzip: (text: string) => promisify(gzip)(text),
  identity: async (text: string) => Buffer.from(text),
}
type Encoding = keyof typeof compressors
const encodings = Object.keys(compressors) as Encoding[]

/** Compresses a text once in each encoding, on another thread, and answers 304 to the ETag that the caller has. */
export function textAnswerer(read: () => string | Promise<string>): Answerer {
  let kept: { text: string; tag: string; bodies: Partial<Record<Encoding, Promise<Buffer>>> } | undefined
  return async (headers) => {
    const text = await read()
    if (kept?.text !== text) kept = { text, tag: entityTag('', text), bodies: {} }
    const { tag, bodies } = kept
    const always = { etag: tag, 'cache-control': 'no-cache' }
    if (matchesEntityTag(headers['if-none-match'], tag)) return { status: 304, body: '', headers: always }
    const encoding = preferredEncoding(headers, encodings)
    bodies[encoding] ??= compressors[encoding](text)
    return { status: 200, body: await bodies[encoding], headers: withEncoding(always, encoding) }
  }
}

/** Reads a file for each request. */
export const fileAnswerer =
  (open: (options: { compressed: boolean }) => Readable): Answerer =>
  async (headers) => {
    const encoding = preferredEncoding(headers, ['gzip', 'identity'])
    return { status: 200, body: open({ compressed: encoding === 'gzip' }), headers: withEncoding({}, encoding) }
  }

/** A caller that refuses all gets the text as it is. */
function preferredEncoding(headers: IncomingHttpHeaders, available: Encoding[]): Encoding {
  const accepted = new Set(new Negotiator({ headers }).encodings(available))
  return available.find((one) => accepted.has(one)) ?? 'identity'
}

const withEncoding = (headers: Record<string, string>, encoding: Encoding): Record<string, string> =>
  encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding }
