/** Public resources beside the API: the documentation and the probes. */
import { AppError } from '@waybill/contracts/app-error'
import Negotiator from 'negotiator'
import { BUNDLE_PATH, docsPage, docsSecurityPolicy, openBundle } from '../pages/api-reference.ts'
import { guideNames } from '../pages/guide-names.ts'
import { homeSecurityPolicy } from '../pages/home-page.ts'
import { contentSecurityPolicy } from '../pages/layout.ts'
import { defineRoute, type Reply, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { Services } from './services.ts'

const common = {
  method: 'GET',
  tag: 'Pages',
  errors: [],
  timeoutMs: TIMEOUT_MS.read,
  hidden: true,
} as const

const page = (html: string, securityPolicy: string): Reply => ({
  status: 200,
  body: html,
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': securityPolicy },
})
const html = [{ status: 200, description: 'The page.', contentType: 'text/html' }]
const json = [{ status: 200, description: 'JSON.' }]

const documentationRoutes: Route<Services>[] = [
  defineRoute({
    ...common,
    operationId: 'getHome',
    path: '/',
    summary: 'What this is, where its documentation is, and its status',
    access: { kind: 'anyone', limited: true },
    success: [
      { status: 200, description: 'The page.', contentType: 'application/json', otherContentTypes: ['text/html'] },
    ],
    async handle({ headers }, { pages, isReady }) {
      const home = pages().home[(await isReady()) ? 'ready' : 'unavailable']
      const type = new Negotiator({ headers }).mediaType(['application/json', 'text/html'])
      const always = { vary: 'accept', 'cache-control': 'no-store' }
      if (type !== 'text/html') return { status: 200, body: home.json, headers: always }
      const shown = page(home.html, homeSecurityPolicy)
      return { ...shown, headers: { ...shown.headers, ...always } }
    },
  }),
  defineRoute({
    ...common,
    operationId: 'getOpenApi',
    path: '/openapi.json',
    summary: 'Get the OpenAPI document of this API',
    access: { kind: 'anyone', limited: true },
    success: json,
    handle: async (_call, { pages }) => ({ status: 200, body: pages().openapi }),
  }),
  defineRoute({
    ...common,
    operationId: 'getDocs',
    path: '/docs',
    summary: 'Get the API reference',
    access: { kind: 'anyone', limited: true },
    success: html,
    handle: async () => page(docsPage, docsSecurityPolicy),
  }),
  defineRoute({
    ...common,
    operationId: 'getDocsScript',
    path: BUNDLE_PATH,
    summary: 'Get the script of the API reference',
    access: { kind: 'anyone', limited: true },
    success: [{ status: 200, description: 'The script.', contentType: 'text/javascript' }],
    async handle({ headers }) {
      const compressed = new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip'
      return {
        status: 200,
        body: openBundle({ compressed }),
        contentType: 'text/javascript; charset=utf-8',
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
          ...(compressed && { 'content-encoding': 'gzip' }),
        },
      }
    },
  }),
  defineRoute({
    ...common,
    operationId: 'getErrorDocs',
    path: '/docs/errors',
    summary: 'Get the page of all error codes',
    access: { kind: 'anyone', limited: true },
    success: html,
    handle: async (_call, { pages }) => page(pages().errors, contentSecurityPolicy),
  }),
]

/** `/docs/errors` is made with the codes. */
const guideRoutes: Route<Services>[] = guideNames
  .filter((name) => name !== 'errors')
  .map((name) =>
    defineRoute({
      ...common,
      operationId: `getGuide:${name}`,
      path: `/docs/${name}`,
      summary: 'Get a guide',
      access: { kind: 'anyone', limited: true },
      success: html,
      handle: async (_call, { pages }) => page(pages().guides[name] ?? '', contentSecurityPolicy),
    }),
  )

const probeRoutes: Route<Services>[] = [
  defineRoute({
    ...common,
    operationId: 'getLiveness',
    path: '/livez',
    summary: 'Whether the process responds',
    access: { kind: 'anyone', limited: false },
    success: json,
    handle: async () => ({ status: 200, body: '{"status":"alive"}' }),
  }),
  defineRoute({
    ...common,
    operationId: 'getReadiness',
    path: '/readyz',
    summary: 'Whether the process accepts traffic',
    access: { kind: 'anyone', limited: false },
    success: json,
    async handle(_call, { isReady }) {
      if (await isReady()) return { status: 200, body: '{"status":"ready"}' }
      throw new AppError('service_unavailable', 'The gateway is starting or stopping. Retry shortly.')
    },
  }),
]

export const pageRoutes: Route<Services>[] = [...documentationRoutes, ...guideRoutes, ...probeRoutes]
