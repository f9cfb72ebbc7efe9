/** The built files of the console, from the disk. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { entityTag } from '@waybill/edge/http/headers'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { getContentType, isFilePath } from './content-types.ts'

const MIB = 1024 * 1024
/** All files in the encodings that browsers ask for fit in. Readers that stall share them, and hold no file open. */
const CACHE_BYTES = 16 * MIB
/** No file of a build is larger. */
const LARGEST_BYTES = 4 * MIB

/** The preferred first: 15 to 20 % smaller than the next. */
const encodings = ['br', 'gzip', 'identity']
const suffixes: Record<string, string> = { br: '.br', gzip: '.gz', identity: '' }

export interface ConsoleFile {
  body: Buffer
  contentType: string
  /** With quotes. */
  entityTag: string
  /** Undefined: as it is. */
  contentEncoding: string | undefined
}

interface ConsoleFiles {
  /** The smallest form of a file that the caller accepts; null if there is none. */
  find(path: string, acceptEncoding: string | undefined): Promise<ConsoleFile | null>
}

export function consoleFiles(directory: string): ConsoleFiles {
  const cache = new LRUCache<string, Loaded, string>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
    fetchMethod: (_key, _stale, { context: path }) => load(path),
  })

  async function read(path: string): Promise<Loaded | undefined> {
    const file = join(directory, path)
    const found = await stat(file).catch(ignoreMissing)
    if (!found?.isFile() || found.size > LARGEST_BYTES) return undefined
    // Another build puts other files in their place.
    return cache.fetch(`${found.mtimeMs} ${found.size} ${path}`, { context: file }).catch(ignoreMissing)
  }

  return {
    async find(path, acceptEncoding) {
      if (!isFilePath(path)) return null
      const accepted = acceptedEncodings(acceptEncoding)
      for (const encoding of accepted) {
        const loaded = await read(path + suffixes[encoding])
        if (!loaded) continue
        const contentEncoding = encoding === 'identity' ? undefined : encoding
        return { ...loaded, contentType: getContentType(path) ?? '', contentEncoding }
      }
      return null
    },
  }
}

type Loaded = Pick<ConsoleFile, 'body' | 'entityTag'>

async function load(file: string): Promise<Loaded> {
  const body = await readFile(file)
  return { body, entityTag: entityTag('', body) }
}

/** A caller that refuses all gets the file as it is. */
function acceptedEncodings(header: string | undefined): string[] {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  const accepted = new Set(negotiator.encodings(encodings))
  return encodings.filter((encoding) => accepted.has(encoding) || encoding === 'identity')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
