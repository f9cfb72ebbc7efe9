/**
 * The documentation site, as the gateway serves it. `main.ts` passes `createDocumentation` of `packages/api-docs`, which nothing
 * else imports: a changed text reruns no integration test.
 */
import type { Readable } from 'node:stream'

export interface SitePage {
  operationId: string
  path: string
  summary: string
  contentType: string
  headers: Record<string, string>
  /** Whether `read` can compress it with gzip. */
  isCompressible: boolean
  read(options: { compressed: boolean }): string | Readable | Promise<string>
}

export interface Documentation {
  /** Everybody may read them, each at its path. */
  pages: readonly SitePage[]
  /** The page `/` for browsers and for programs. */
  home(options: { isReady: boolean }): { html: string; json: string; securityPolicy: string }
  /** The response of the operation that lists the event types, as JSON. */
  eventTypes(): Promise<string>
}

/** Makes the site of the operations that a module exports as `routeTable`, at this URL without a trailing slash. */
export type DocumentationMaker = (operations: URL, publicUrl: string) => Documentation
