/** The console at /console: its files, its configuration, and the tiles of its map. */
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { AppError } from '@waybill/contracts/app-error'
import { matchesEntityTag } from '@waybill/edge/http/headers'
import type { Reply } from '@waybill/edge/routing/route'
import { readBuildStatus } from './build-status.ts'
import { namesFile } from './content-types.ts'
import { type ConsoleFile, consoleFiles } from './files.ts'
import { sendTiles } from './map-tiles.ts'
import { consoleSecurityPolicy } from './security-policy.ts'
import { waitingPage, waitingSecurityPolicy } from './waiting-page.ts'

/** Where the console's workspace puts what it builds. */
export const BUILT_CONSOLE = join(import.meta.dirname, '../../../console/dist')

const INDEX = 'index.html'
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
const BUILD_POLL_SECONDS = 2

export interface ConsoleOptions {
  /** Folder of the built files. Default: that of the workspace. */
  directory?: string | null
  /** A file in the format PMTiles. */
  mapTiles?: string | null
  /** Origin of a development server, which serves the console instead. */
  devServer?: string | null
}

export interface Console {
  /** The file at a path below /console, or the app's page. Throws route_not_found for a file that is not there. */
  answer(path: string, headers: IncomingHttpHeaders): Promise<Reply>
  /** Settings of this installation for the app, as JSON. */
  config: string
  /** A range of the map's tiles. Throws route_not_found if there is no map. */
  tiles(headers: IncomingHttpHeaders): Promise<Reply>
}

export function openConsole({ directory, mapTiles = null, devServer = null }: ConsoleOptions): Console {
  const folder = directory ?? BUILT_CONSOLE
  const files = consoleFiles(folder)
  return {
    async answer(path, headers) {
      if (devServer !== null) return redirect(new URL(`/console/${path}`, devServer).href)
      const file = await files.find(path === '' ? INDEX : path, headers['accept-encoding'])
      if (file) return fileReply(path, file, headers)
      if (namesFile(path)) throw new AppError('route_not_found', 'The console has no such file. Reload the page.')
      const index = await files.find(INDEX, headers['accept-encoding'])
      return index ? fileReply(INDEX, index, headers) : waitingReply(folder)
    },
    config: JSON.stringify({ version, map_tiles_url: mapTiles === null ? null : '/console/map.pmtiles' }),
    async tiles(headers) {
      if (mapTiles === null) throw new AppError('route_not_found', 'No map is configured: set CONSOLE_MAP_TILES.')
      return sendTiles(mapTiles, headers)
    },
  }
}

const redirect = (location: string): Reply => ({
  status: 307,
  body: '',
  contentType: 'text/plain; charset=utf-8',
  headers: { location, 'cache-control': 'no-store' },
})

/** Names of assets contain a hash of their content. Every other file may change with the next build. */
function fileReply(path: string, file: ConsoleFile, { 'if-none-match': known }: IncomingHttpHeaders): Reply {
  const isUnchanged = matchesEntityTag(known, file.entityTag)
  return {
    status: isUnchanged ? 304 : 200,
    body: isUnchanged ? '' : file.body,
    contentType: file.contentType,
    headers: {
      'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': consoleSecurityPolicy,
      etag: file.entityTag,
      vary: 'accept-encoding',
      ...(file.contentEncoding && { 'content-encoding': file.contentEncoding }),
    },
  }
}

async function waitingReply(directory: string): Promise<Reply> {
  const status = await readBuildStatus(directory)
  return {
    status: 503,
    body: waitingPage(status),
    contentType: 'text/html; charset=utf-8',
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': waitingSecurityPolicy,
      ...(status?.state === 'building' && { 'retry-after': String(BUILD_POLL_SECONDS) }),
    },
  }
}
