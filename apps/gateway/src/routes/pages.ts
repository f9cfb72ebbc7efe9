/** What is served without a token beside the API: the document, the pages made from it, and the probes. */
import { AppError } from '@waybill/contracts/app-error'
import { defineRoute, type Reply, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

const common = {
  method: 'GET',
  tag: 'Pages',
  errors: [],
  timeoutMs: TIMEOUT_MS.read,
  hidden: true,
} as const

const page = (html: string, contentSecurityPolicy: string): Reply => ({
  status: 200,
  body: html,
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': contentSecurityPolicy },
})
const html = [{ status: 200, description: 'The page.', contentType: 'text/html' }]
const json = [{ status: 200, description: 'JSON.' }]

export const pageRoutes: Route<Services>[] = [
  defineRoute({
    ...common,
    operationId: 'getOpenApi',
    path: '/openapi.json',
    summary: 'This API as an OpenAPI document',
    access: { kind: 'anyone', limited: true },
    success: json,
    handle: async (_call, { pages }) => ({ status: 200, body: pages().openapi }),
  }),
  defineRoute({
    ...common,
    operationId: 'getDocs',
    path: '/docs',
    summary: 'The documentation',
    access: { kind: 'anyone', limited: true },
    success: html,
    handle: async (_call, { pages }) => page(pages().docs, pages().contentSecurityPolicy),
  }),
  defineRoute({
    ...common,
    operationId: 'getErrorDocs',
    path: '/docs/errors',
    summary: 'Every error code',
    access: { kind: 'anyone', limited: true },
    success: html,
    handle: async (_call, { pages }) => page(pages().errors, pages().contentSecurityPolicy),
  }),
  defineRoute({
    ...common,
    operationId: 'getLiveness',
    path: '/livez',
    summary: 'Whether the process answers',
    access: { kind: 'anyone', limited: false },
    success: json,
    handle: async () => ({ status: 200, body: '{"status":"alive"}' }),
  }),
  defineRoute({
    ...common,
    operationId: 'getReadiness',
    path: '/readyz',
    summary: 'Whether requests should be sent here',
    access: { kind: 'anyone', limited: false },
    success: json,
    async handle(_call, { isReady }) {
      if (await isReady()) return { status: 200, body: '{"status":"ready"}' }
      throw new AppError('service_unavailable', 'The gateway is starting or stopping.')
    },
  }),
]
