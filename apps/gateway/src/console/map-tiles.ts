import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { basename, dirname } from 'node:path'
import { send } from '@fastify/send'
import type { Reply } from '@waybill/edge/routing/route'

/** A map asks for tiles of some 10 KiB each, and for directories of the file, of up to some 100. */
const LONGEST_RANGE_BYTES = 1024 * 1024
/** Held for each reader, also if it stalls. */
const BUFFER_BYTES = 16 * 1024

/** The range of a PMTiles file that the headers ask for, or 304, 412 or 416. */
export async function sendTiles(file: string, headers: IncomingHttpHeaders): Promise<Reply> {
  const request = { headers } as IncomingMessage // it reads nothing else of the request
  const sent = await send(request, encodeURIComponent(basename(file)), {
    root: dirname(file),
    dotfiles: 'allow',
    index: false,
    extensions: false,
    cacheControl: false,
    contentType: false,
    maxContentRangeChunkSize: LONGEST_RANGE_BYTES,
    highWaterMark: BUFFER_BYTES,
  })
  if (sent.statusCode === 404) throw new Error(`the map tiles at ${file} are missing`)
  return {
    status: sent.statusCode,
    body: sent.stream,
    contentType: 'application/vnd.pmtiles',
    headers: { ...sent.headers, 'cache-control': 'public, max-age=3600' },
  }
}
