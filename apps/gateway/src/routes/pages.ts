/** Public resources beside the API: the documentation and the probes. */
import { AppError } from '@waybill/contracts/app-error'
import { defineRoute, type Route } from '@waybill/edge/routing/route'
import Negotiator from 'negotiator'
import { fileAnswerer, textAnswerer } from '../documentation/answers.ts'
import type { SitePage } from '../documentation/documentation.ts'
import type { Services } from './services.ts'

const common = {
  method: 'GET',
  tag: 'Pages',
  hidden: true,
} as const
const json = [{ status: 200, description: 'JSON.' }]

const homeRoute = defineRoute<Services>({
  ...common,
  operationId: 'getHome',
  path: '/',
  summary: 'What this is, where its documentation is, and its status',
  access: { kind: 'anyone', limited: true },
  success: [
    { status: 200, description: 'The page.', contentType: 'application/json', otherContentTypes: ['text/html'] },
  ],
  async handle({ headers }, { documentation, isReady }) {
    const { html, json, securityPolicy } = documentation.home({ isReady: await isReady() })
    const always = { vary: 'accept', 'cache-control': 'no-store' }
    const type = new Negotiator({ headers }).mediaType(['application/json', 'text/html'])
    if (type !== 'text/html') return { status: 200, body: json, headers: always }
    return {
      status: 200,
      body: html,
      contentType: 'text/html; charset=utf-8',
      headers: { ...always, 'content-security-policy': securityPolicy },
    }
  },
})

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
    // Not whether the database answers: a proxy would send nothing to any gateway, and calls with cached tokens work without it.
    async handle(_call, { isDraining }) {
      if (!isDraining()) return { status: 200, body: '{"status":"ready"}' }
      throw new AppError('service_unavailable', 'The gateway is stopping. Retry shortly.')
    },
  }),
]

/** For those who may make keys. None is made here: most installations have no key for examples. */
const exampleKeyRoute = defineRoute<Services>({
  ...common,
  operationId: 'getExampleKey',
  path: '/docs/example-key',
  summary: 'The API key for the examples of the documentation',
  access: { kind: 'session', scope: null },
  success: json,
  async handle({ context: { merchantId, scopes } }, { findExampleKey }) {
    const key = findExampleKey()
    const isShown = key !== null && key.merchantId === merchantId && scopes.includes('api_keys:write')
    return { status: 200, body: JSON.stringify({ data: { access_token: isShown ? key.token : null } }) }
  },
})

export const pageRoutes: Route<Services>[] = [homeRoute, ...probeRoutes, exampleKeyRoute]

/** The pages of the documentation, which the route table does not know. */
export const documentationRoutes = (pages: readonly SitePage[]): Route<Services>[] =>
  pages.map(({ operationId, path, summary, contentType, headers: own, content }) => {
    const answer = content.kind === 'text' ? textAnswerer(content.read) : fileAnswerer(content.open)
    return defineRoute({
      ...common,
      operationId,
      path,
      summary,
      access: { kind: 'anyone', limited: true },
      success: [{ status: 200, description: 'The page.', contentType: contentType.replace(/;.*/, '') }],
      async handle({ headers }) {
        const reply = await answer(headers)
        return { ...reply, contentType, headers: { ...own, ...reply.headers, vary: 'accept-encoding' } }
      },
    })
  })
