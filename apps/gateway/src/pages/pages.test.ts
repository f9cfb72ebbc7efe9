import { errorCatalogue } from '@waybill/contracts/error-catalogue'
import { eventTypes } from '@waybill/contracts/events/public-event'
import { expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'
import { dailyPages } from './daily-pages.ts'
import { html, prose } from './html.ts'

const pages = dailyPages('https://api.example.com')

test('values are escaped in a template, HTML and lists of it are not', () => {
  const inner = html`<b>${'<script>'}</b>`
  expect(html`<p title="${'"x"'}">${inner}${[inner, 'a & b']}${null}${false}</p>`.text).toBe(
    '<p title="&quot;x&quot;"><b>&lt;script&gt;</b><b>&lt;script&gt;</b>a &amp; b</p>',
  )
  expect(prose('send `<a>` & go').text).toBe('send <code>&lt;a&gt;</code> &amp; go')
})

test('the documentation shows every operation, event type and how to call it', () => {
  const { docs } = pages()
  for (const { operationId, path } of routeTable.filter(({ hidden }) => !hidden)) {
    expect(docs).toContain(`id="${operationId}"`)
    expect(docs).toContain(path)
  }
  for (const type of eventTypes) expect(docs).toContain(`<code>${type}</code>`)
  expect(docs).toContain('curl -X POST &quot;https://api.example.com/api/v1/shipments&quot;')
})

test('every error code can be linked to', () => {
  const { errors } = pages()
  for (const code of Object.keys(errorCatalogue)) expect(errors).toContain(`id="${code}"`)
})

test('links within a page lead to something on it', () => {
  for (const page of [pages().docs, pages().errors]) {
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page, target).toContain(`id="${target}"`)
  }
})

test('a page loads nothing from elsewhere and has no inline attribute that its policy forbids', () => {
  const { docs, errors, contentSecurityPolicy } = pages()
  for (const page of [docs, errors]) {
    expect(page).not.toMatch(/<(?:link|img|iframe)\b|<script src|@import|url\(|style="|onclick="/)
  }
  expect(contentSecurityPolicy).toContain("default-src 'none'")
})

test('pages are made once a day, with dates that can be pasted', () => {
  const now = new Date('2026-12-01T10:00:00Z')
  expect(pages(now)).toBe(pages(new Date('2026-12-01T23:00:00Z')))
  expect(pages(now).docs).toContain('2026-12-02T09:00:00.000Z')
  expect(pages(new Date('2026-12-05T00:00:00Z')).docs).toContain('2026-12-06T09:00:00.000Z')
})
