/**
 * The documentation site, as the gateway serves it. `main.ts` passes `createDocumentation` of `packages/api-docs`, which nothing
 * else imports: a changed text reruns no integration test.
 */
import type { Readable } from 'node:stream'
import type { Operation } from '@waybill/contracts/requests/operation'

export interface SitePage {
  operationId: string
  path: string
  summary: string
  contentType: string
  headers: Record<string, string>
  /** Whether `read` can compress it with gzip. */
  isCompressible: boolean
  read(options: { compressed: boolean }): string | Readable
}

export interface Documentation {
  /** Everybody may read them, each at its path. */
  pages: readonly SitePage[]
  /** The page `/` for browsers and for programs. */
  home(options: { isReady: boolean }): { html: string; json: string; securityPolicy: string }
  /** The response of the operation that lists the event types, as JSON. */
  eventTypes(): string
}

/** Makes the site of these operations, at this URL without a trailing slash. */
export type DocumentationMaker = (operations: readonly Operation[], publicUrl: string) => Documentation
