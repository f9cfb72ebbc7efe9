/** The documentation site of an API, made of its operations. */
import type { Readable } from 'node:stream'
import { audiences, documentPaths } from './openapi/audiences.ts'
import {
  BUNDLE_PATH,
  docsPage,
  docsSecurityPolicy,
  openBundle,
  referenceScript,
  SCRIPT_PATH,
} from './pages/api-reference.ts'
import { createDailyPages } from './pages/build-daily.ts'
import {
  guidePage,
  guideText,
  indexPage,
  llmsText,
  pageNames,
  receiverNames,
  receiverText,
  sectionEntries,
  withAddress,
} from './pages/guides.ts'
import { homePage, homeSecurityPolicy } from './pages/home-page.ts'
import { sitePolicy } from './pages/site-script.ts'

/** A page or a file of the site. */
interface SitePage {
  operationId: string
  path: string
  summary: string
  contentType: string
  headers: Record<string, string>
  content:
    | { kind: 'text'; read(): string | Promise<string> }
    | { kind: 'file'; open(options: { compressed: boolean }): Readable }
}

interface Documentation {
  /** Resolves when everything is made that takes long; rejects if it cannot be made. */
  made: Promise<unknown>
  pages: readonly SitePage[]
  /** The page `/` for browsers and for programs. */
  home(options: { isReady: boolean }): { html: string; json: string; securityPolicy: string }
  /** The response of the operation that lists the event types, as JSON. */
  eventTypes(): Promise<string>
}

const htmlPage = (
  { operationId, path, summary }: Pick<SitePage, 'operationId' | 'path' | 'summary'>,
  securityPolicy: string,
  read: () => string | Promise<string>,
): SitePage => ({
  operationId,
  path,
  summary,
  contentType: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': securityPolicy },
  content: { kind: 'text', read },
})

const referencePages: readonly SitePage[] = [
  htmlPage(
    { operationId: 'getDocs', path: '/docs', summary: 'Get the API reference' },
    docsSecurityPolicy,
    () => docsPage,
  ),
  {
    operationId: 'getDocsScript',
    path: BUNDLE_PATH,
    summary: 'Get the script of the API reference',
    contentType: 'text/javascript; charset=utf-8',
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    content: { kind: 'file', open: openBundle },
  },
  {
    operationId: 'getDocsSearch',
    path: SCRIPT_PATH,
    summary: 'Get the search of the API reference',
    contentType: 'text/javascript; charset=utf-8',
    headers: {},
    content: { kind: 'text', read: () => referenceScript },
  },
]

/**
 * Documentation of the operations that the module given exports as `routeTable`, served at the URL given, which has no
 * trailing slash.
 */
export function createDocumentation(operations: URL, publicUrl: string): Documentation {
  const daily = createDailyPages(operations, publicUrl)
  let index: string | undefined
  const guides = pageNames.map((name) =>
    htmlPage({ operationId: `getGuide:${name}`, path: `/docs/${name}`, summary: 'Get a guide' }, sitePolicy, () =>
      withAddress(guidePage(name), publicUrl),
    ),
  )
  const texts = [
    ...[...pageNames, 'errors' as const].map((name) => ({
      operationId: `getText:${name}`,
      path: `/docs/${name}.md`,
      contentType: 'text/markdown; charset=utf-8',
      read: () => withAddress(guideText(name), publicUrl),
    })),
    {
      operationId: 'getLlmsText',
      path: '/llms.txt',
      contentType: 'text/plain; charset=utf-8',
      read: () => llmsText(publicUrl),
    },
    {
      operationId: 'getSearchIndex',
      path: '/docs/search.json',
      contentType: 'application/json; charset=utf-8',
      read: async () => {
        index ??= withAddress(JSON.stringify([...(await daily()).operations, ...sectionEntries()]), publicUrl)
        return index
      },
    },
  ].map(({ read, ...text }) => ({
    ...text,
    summary: 'Get a text of the documentation',
    headers: {},
    content: { kind: 'text' as const, read },
  }))
  // Where the files are in the repository, and so in links that people write by hand.
  const asInRepository = [...guides, ...texts.filter(({ operationId }) => operationId.startsWith('getText:'))].map(
    (one) => ({ ...one, operationId: `${one.operationId}:file`, path: one.path.replace(/^\/docs\//, '/docs/guides/') }),
  )
  const receivers = receiverNames.map((name) => ({
    operationId: `getReceiver:${name}`,
    path: `/docs/receivers/${name}`,
    summary: 'Get an example receiver of webhooks',
    contentType: 'text/plain; charset=utf-8',
    headers: {},
    content: { kind: 'text' as const, read: () => receiverText(name) },
  }))
  const openApiPages = audiences.map((audience) => ({
    operationId: `getOpenApi:${audience}`,
    path: documentPaths[audience],
    summary: `Get the OpenAPI document for ${audience}`,
    contentType: 'application/json; charset=utf-8',
    headers: {},
    content: { kind: 'text' as const, read: async () => (await daily()).openapi[audience] },
  }))
  const [ready, unavailable] = [true, false].map((isReady) => ({
    ...homePage({ isReady, publicUrl }),
    securityPolicy: homeSecurityPolicy,
  })) as [ReturnType<Documentation['home']>, ReturnType<Documentation['home']>]
  return {
    made: daily(),
    pages: [
      ...openApiPages,
      ...referencePages,
      htmlPage(
        { operationId: 'getErrorDocs', path: '/docs/errors', summary: 'Get the page of all error codes' },
        sitePolicy,
        async () => (await daily()).errors,
      ),
      htmlPage(
        { operationId: 'getGuides', path: '/docs/guides', summary: 'Get the list of guides' },
        sitePolicy,
        indexPage,
      ),
      ...guides,
      ...texts,
      ...asInRepository,
      ...receivers,
    ],
    home: ({ isReady }) => (isReady ? ready : unavailable),
    eventTypes: async () => (await daily()).eventTypes,
  }
}
