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
  /** A text, which may change with the day, or a file, which can be compressed with gzip. */
  content:
    | { kind: 'text'; read(): string | Promise<string> }
    | { kind: 'file'; open(options: { compressed: boolean }): Readable }
}

export interface Documentation {
  /** Resolves when everything is made that takes long; rejects if it cannot be made. */
  made: Promise<unknown>
  /** Everybody may read them, each at its path. */
  pages: readonly SitePage[]
  /** The page `/` for browsers and for programs. */
  home(options: { isReady: boolean }): { html: string; json: string; securityPolicy: string }
  /** The response of the operation that lists the event types, as JSON. */
  eventTypes(): Promise<string>
}

/** Makes the site of the operations that a module exports as `routeTable`, at this URL without a trailing slash. */
export type DocumentationMaker = (operations: URL, publicUrl: string) => Documentation
