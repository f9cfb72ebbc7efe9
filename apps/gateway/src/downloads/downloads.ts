/** The packages that merchants install from this Waybill, as `build-downloads.ts` packs them. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@waybill/contracts/app-error'
import { matchesEntityTag } from '@waybill/edge/http/headers'
import { defineRoute, type Reply, type Route } from '@waybill/edge/routing/route'

const PACKED = join(import.meta.dirname, '../../downloads')
const names = ['waybill-sdk.tgz', 'waybill-cli.tgz', 'waybill-mcp.tgz']
const contentType = 'application/gzip'

export interface Downloads {
  /** Throws service_unavailable for a package that is not packed yet. */
  answer(name: string, ifNoneMatch: string | undefined): Promise<Reply>
}

export const openDownloads = (folder: string = PACKED): Downloads => ({
  async answer(name, ifNoneMatch) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
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
    hidden: true,
    handle: ({ headers }, { downloads }) => downloads.answer(name, headers['if-none-match']),
  }),
)
