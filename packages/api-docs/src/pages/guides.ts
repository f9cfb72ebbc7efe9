/** The guides at `/docs/<name>`, from the Markdown files in `docs/guides`. */
import { readdirSync, readFileSync } from 'node:fs'
import { Html, html } from '@waybill/chassis/html/html'
import { page } from '@waybill/chassis/html/layout'
import { escape as escapeHtml } from 'html-escaper'
import { Marked, type Tokens } from 'marked'
import { type GuideName, guideGroups, guideNames, titles } from '../openapi/guide-names.ts'
import type { SearchEntry } from './search.ts'
import { siteScript } from './site-script.ts'

interface Heading {
  text: string
  anchor: string
}

interface Guide {
  content: Html
  /** Headings of the second level, for the navigation. */
  headings: Heading[]
}

const folder = new URL('../../../../docs/guides/', import.meta.url)

/** Pages of `docs` itself: the first two are made by `npm run gen` of the tables of the code. */
const referenceNames = ['states', 'events', 'glossary'] as const
type PageName = GuideName | (typeof referenceNames)[number]
const pageTitles: Record<PageName, string> = { ...titles, states: 'States', events: 'Events', glossary: 'Glossary' }
const pageTitle = (name: PageName): string => pageTitles[name]

/** The page as Markdown, as it is in the repository. */
export const guideText = (name: PageName): string => {
  const place = referenceNames.some((one) => one === name) ? `../${name}.md` : `${name}.md`
  return readFileSync(new URL(place, folder), 'utf8').replace(/^<!--.*-->\n/, '')
}

/** Texts with the address of this Waybill in place of the one of the examples. */
export const withAddress = (text: string, publicUrl: string): string =>
  text.replaceAll('http://localhost:8080', publicUrl)

/** The page as HTML. */
export function renderGuide(name: PageName): Guide {
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const anchor = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
        if (depth === 2) headings.push({ text, anchor })
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        // Guides link to each other by their files, so that the links work in the repository too.
        const target = href
          .replace(/^(?:\.\.\/)?([a-z-]+)\.md(?=#|$)/, '/docs/$1')
          .replace(/^receivers\//, '/docs/receivers/')
        // Pages for those who develop or run Waybill are in the repository alone.
        if (/\.md(#|$)/.test(target)) return this.parser.parseInline(tokens)
        return `<a href="${escapeHtml(target)}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  const rendered = marked.parse(guideText(name), { async: false })
  const scrolling = rendered
    .replaceAll('<table>', '<div class="scroll"><table>')
    .replaceAll('</table>', '</table></div>')
  return { content: new Html(scrolling), headings }
}

/** Links to all pages of the documentation, and to places of this one. */
export const navigation = (name: PageName | null, headings: readonly Heading[] = []): Html =>
  html`<input type="search" aria-label="Search the documentation" placeholder="Search" data-search><div data-found></div>
<div class="groups">${guideGroups.map(({ title, names }) => html`<strong>${title}</strong>${names.map((one) => pageLink(one, name))}`)}
<strong>Reference</strong><a href="/docs">API reference</a>${referenceNames.map((one) => pageLink(one, name))}${
    headings.length > 0 &&
    html`<strong>On this page</strong>
${headings.map(({ text, anchor }) => html`<a href="#${anchor}">${text}</a>`)}`
  }</div>`

const pageLink = (one: PageName, current: PageName | null): Html =>
  one === current
    ? html`<a href="/docs/${one}" aria-current="page">${pageTitle(one)}</a>`
    : html`<a href="/docs/${one}">${pageTitle(one)}</a>`

/** Names of the guides that are pages: every one but `errors`, which is made of the document. */
export const pageNames: readonly PageName[] = [...guideNames.filter((name) => name !== 'errors'), ...referenceNames]

const rendered = new Map<PageName, string>()

/** The guide as a whole page, rendered when it is first read. */
export function guidePage(name: PageName): string {
  let found = rendered.get(name)
  if (found === undefined) {
    const { content, headings } = renderGuide(name)
    found = page(`Waybill API: ${pageTitle(name)}`, navigation(name, headings), content, siteScript)
    rendered.set(name, found)
  }
  return found
}

/** Every section of every page, for the search. */
export function sectionEntries(): SearchEntry[] {
  return [...pageNames, 'errors' as const].flatMap((name) => {
    const [first = '', ...sections] = guideText(name).split(/^##+ /m)
    const plain = (text: string) =>
      text
        .replaceAll(/[`*|\\[\]]|\([^)]*\.md[^)]*\)/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .slice(0, 1_500)
    return [
      [`/docs/${name}`, pageTitle(name), plain(first)] as SearchEntry,
      ...sections.map((section): SearchEntry => {
        const [heading = '', ...lines] = section.split('\n')
        const anchor = heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
        return [`/docs/${name}#${anchor}`, `${pageTitle(name)}: ${heading}`, plain(lines.join(' '))]
      }),
    ]
  })
}

/** The page of all pages, and the same as a text for programs that read. */
export const indexPage = (): string =>
  page(
    'Waybill: documentation',
    navigation(null),
    html`<h1>Documentation</h1>${guideGroups.map(
      ({ title, purpose, names }) =>
        html`<h2>${title}</h2><p>${purpose}</p><ul>${names.map((one) => html`<li>${pageLink(one, null)}</li>`)}</ul>`,
    )}<h2>Reference</h2><ul><li><a href="/docs">API reference</a></li>${referenceNames.map((one) => html`<li>${pageLink(one, null)}</li>`)}</ul>`,
    siteScript,
  )

export const llmsText = (publicUrl: string): string => `# Waybill

> Shipments, quotes from many carriers, bookings, labels, tracking and webhooks over one HTTP API at ${publicUrl}/api/v1.

${guideGroups
  .map(
    ({ title, names }) =>
      `## ${title}\n\n${names.map((one) => `- [${titles[one]}](${publicUrl}/docs/${one}.md)`).join('\n')}\n`,
  )
  .join('\n')}
## Reference

- [OpenAPI document](${publicUrl}/openapi.json)
${referenceNames.map((one) => `- [${pageTitle(one)}](${publicUrl}/docs/${one}.md)`).join('\n')}
`

/** Names of the example receivers, which the guide to webhooks links. */
export const receiverNames = readdirSync(new URL('receivers', folder))

/** Text of an example receiver. */
export const receiverText = (name: string): string => readFileSync(new URL(`receivers/${name}`, folder), 'utf8')
