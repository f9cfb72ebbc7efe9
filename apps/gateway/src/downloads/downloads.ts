/** The packages that merchants install from this Waybill, as `build-downloads.ts` packs them. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@waybill/contracts/app-error'
import { matchesEntityTag } from '@waybill/edge/http/headers'
import { defineRoute, type Reply, type Route, TIMEOUT_MS } from '@waybill/edge/routing/route'

const PACKED = join(import.meta.dirname, '../../downloads')
const names = ['waybill-sdk.tgz', 'waybill-cli.tgz', 'waybill-mcp.tgz']
const contentType = 'application/gzip'

export interface Downloads {
  /** Waits for a package that is not packed yet, then throws service_unavailable. */
  answer(name: string, ifNoneMatch: string | undefined): Promise<Reply>
}

/** Those who paste the first commands are there before the build that follows the start. npm itself tries again, but later. */
const WAIT_MS = 15_000
const LOOK_MS = 250

export const openDownloads = (folder: string = PACKED, waitMs: number = WAIT_MS): Downloads => ({
  async answer(name, ifNoneMatch) {
    const file = join(folder, name)
    const look = () => stat(file).catch(() => null)
    let found = await look()
    for (let waitedMs = 0; found === null && waitedMs < waitMs; waitedMs += LOOK_MS) {
      await setTimeout(LOOK_MS)
      found = await look()
    }
    if (found === null)
      throw new AppError('service_unavailable', `${name} is not there yet: it is built after the start. Retry shortly.`)
    const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`
    const headers = { etag, 'cache-control': 'no-cache' }
    if (matchesEntityTag(ifNoneMatch, etag)) return { status: 304, body: '', contentType, headers }
    return { status: 200, body: createReadStream(file), contentType, headers }
  },
})

export const downloadRoutes: Route<{ downloads: Downloads }>[] = names.map((name) =>
  defineRoute({
    operationId: `download:${name}`,
    method: 'GET',
    path: `/downloads/${name}`,
    tag: 'Pages',
    summary: 'Get a package for npm',
    access: { kind: 'anyone', limited: true },
    success: [{ status: 200, description: 'The package.', contentType }],
    timeoutMs: TIMEOUT_MS.carrier,
    hidden: true,
    handle: ({ headers }, { downloads }) => downloads.answer(name, headers['if-none-match']),
  }),
)
