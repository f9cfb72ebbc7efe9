import { createHash } from 'node:crypto'
import { createDocumentation } from '@waybill/api-docs/documentation'
import { BUNDLE_PATH, docsPage, docsSecurityPolicy, SCRIPT_PATH } from '@waybill/api-docs/pages/api-reference'
import { createDailyPages } from '@waybill/api-docs/pages/build-daily'
import { buildDailyPages } from '@waybill/api-docs/pages/daily-pages'
import { sectionEntries } from '@waybill/api-docs/pages/guides'
import { findEntries } from '@waybill/api-docs/pages/search'
import { sitePolicy, siteScript } from '@waybill/api-docs/pages/site-script'
import { html, prose } from '@waybill/chassis/html/html'
import { style } from '@waybill/chassis/html/style'
import { errorCatalogue } from '@waybill/contracts/error-catalogue'
import { carrierMessageCodes } from '@waybill/contracts/quotes/carrier-message'
import { allDetailCodes, detailCodes } from '@waybill/contracts/requests/detail-codes'
import { expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'

const publicUrl = 'https://api.example.com'
const operations = new URL('../routes/table.ts', import.meta.url)
const {
  errors,
  openapi,
  operations: searched,
} = buildDailyPages(routeTable, publicUrl, new Date('2026-12-01T00:00:00Z'))

test('a template escapes its values, but not HTML and lists of HTML', () => {
  const inner = html`<b>${'<script>'}</b>`
  expect(html`<p title="${'"x"'}">${inner}${[inner, 'a & b']}${null}${false}</p>`.text).toBe(
    '<p title="&quot;x&quot;"><b>&lt;script&gt;</b><b>&lt;script&gt;</b>a &amp; b</p>',
  )
  expect(prose('send `<a>` & go').text).toBe('send <code>&lt;a&gt;</code> &amp; go')
})

test('the API reference loads its scripts from our origin and contains no inline script', () => {
  for (const path of [SCRIPT_PATH, BUNDLE_PATH]) expect(docsPage).toContain(`<script src="${path}"></script>`)
  for (const [, source] of docsPage.matchAll(/(?:src|href)="([^"]*)"/g)) expect(source).toMatch(/^(\/|data:,$)/)
  expect(docsPage).not.toMatch(/<script[^>]*>[^<]/)
  expect(docsSecurityPolicy).toContain("script-src 'self';")
})

test('the API reference is configured to contact no other origin', () => {
  const [, attribute = ''] = /data-configuration="([^"]*)"/.exec(docsPage) ?? []
  expect(JSON.parse(attribute.replaceAll('&quot;', '"'))).toMatchObject({
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
  })
})

test('every error code has an anchor that doc_url can point to', () => {
  for (const [code, { meaning }] of Object.entries(errorCatalogue)) {
    expect(errors).toContain(`id="${code}"`)
    expect(errors).toContain(prose(meaning).text)
  }
})

test('every code of a field is on the error page with its meaning', () => {
  for (const meaning of Object.values(detailCodes)) expect(errors).toContain(prose(meaning).text)
  for (const code of allDetailCodes) expect(errors).toContain(`<code>${code}</code>`)
})

test('every code of a carrier message is on the error page with its meaning', () => {
  for (const [code, meaning] of Object.entries(carrierMessageCodes)) {
    expect(errors).toContain(`<li><code>${code}</code>: ${prose(meaning).text}</li>`)
  }
})

test('links within the error page have a target', () => {
  for (const [, target] of errors.matchAll(/href="#([^"]+)"/g)) expect(errors, target).toContain(`id="${target}"`)
})

test('the error page satisfies its own policy: only the hashed script and style, no inline attribute', () => {
  expect(errors.replace(`<script>${siteScript}</script>`, '')).not.toMatch(
    /<(?:img|iframe|script)\b|@import|url\(|style="|onclick="/,
  )
  expect(errors).toContain(`<style>${style}</style>`)
  for (const text of [style, siteScript])
    expect(sitePolicy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(sitePolicy).toContain("default-src 'none'")
})

test('the documents are built once, while other work goes on, and on each day their example dates are in the future', async () => {
  const pages = createDailyPages(operations, publicUrl)
  let longestMs = 0
  let lastAt = performance.now()
  const clock = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastAt)
    lastAt = performance.now()
  }, 5)
  const begunAt = performance.now()
  const first = pages(new Date('2026-12-01T10:00:00Z'))
  expect((await first).openapi.merchants).toContain('2026-12-02T09:00:00.000Z')
  expect(JSON.stringify(await first)).not.toMatch(/212[56]-/)
  expect(await pages(new Date('2026-12-01T23:00:00Z'))).toBe(await first)
  clearInterval(clock)
  expect(longestMs).toBeLessThan((performance.now() - begunAt) / 2)
  const later = performance.now()
  expect((await pages(new Date('2026-12-05T00:00:00Z'))).openapi.merchants).toContain('2026-12-06T09:00:00.000Z')
  expect(performance.now() - later).toBeLessThan((later - begunAt) / 2)
  expect(openapi.merchants).toBe((await first).openapi.merchants)
})

test('the document for merchants has what an API key can call, core operations first, in at most 450 KB', () => {
  const { merchants, people, drivers } = openapi
  const tagsIn = (text: string): string[] => JSON.parse(text).tags.map(({ name }: { name: string }) => name)
  expect(Buffer.byteLength(merchants)).toBeLessThanOrEqual(450_000)
  expect(tagsIn(merchants).slice(0, 3)).toEqual(['Shipments', 'Quotes', 'Bookings'])
  expect(Object.keys(JSON.parse(merchants).paths)[0]).toBe('/api/v1/shipments')
  expect(JSON.parse(merchants)['x-tagGroups'].flatMap(({ tags }: { tags: string[] }) => tags)).toEqual(
    tagsIn(merchants),
  )
  expect(merchants).not.toMatch(/"x-error-codes":\[[^\]]*(?:csrf_failed|session_ended|environment_required)/)
  expect(tagsIn(people)).toEqual([
    'Customs defaults',
    ...['Branding', 'Saved views', 'Parcel presets', 'API log', 'Sessions', 'Team'],
  ])
  expect(tagsIn(drivers)).toEqual(['Driver app'])
})

test('the page / says when the gateway cannot accept requests', () => {
  const { home } = createDocumentation(operations, publicUrl)
  const [ready, unavailable] = [home({ isReady: true }), home({ isReady: false })]
  expect(ready.html).toContain('The API accepts requests.')
  expect(unavailable.html).toContain('does not accept requests at the moment')
  expect(JSON.parse(unavailable.json)).toMatchObject({ status: 'unavailable' })
})

test('the glossary is a page, and guides are also where their files are in the repository', async () => {
  const { pages } = createDocumentation(operations, publicUrl)
  const read = async (path: string) => {
    const content = pages.find((one) => one.path === path)?.content
    return content?.kind === 'text' ? await content.read() : undefined
  }
  expect(await read('/docs/guides/sdk.md')).toBe(await read('/docs/sdk.md'))
  expect(await read('/docs/guides/sdk')).toContain('<h1 id=')
  const glossary = await read('/docs/glossary')
  expect(glossary).toContain('reconciler')
  expect(glossary).not.toMatch(/href="[^"]*\.md/)
})

test.each([
  ['book', 'Book a shipment'],
  ['cancel', 'Cancel a shipment'],
  ['quote', 'Request a quote'],
  ['label', "Get a booking's label"],
  ['track', 'Track a shipment'],
  ['create', 'Create a shipment'],
  ['pickup', 'Request a pickup'],
  ['subscription', 'Create a webhook subscription'],
  ['manifest', 'Create a manifest'],
  ['batch', 'Create a booking batch'],
])('the search for %s has the operation first: %s', (query, title) => {
  expect(findEntries([...searched, ...sectionEntries()], query)[0]?.[1]).toBe(title)
})
