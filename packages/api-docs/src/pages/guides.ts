/** The guides at `/docs/<name>`, from the Markdown files in `docs/guides`. */
import { readdirSync, readFileSync } from 'node:fs'
import { Html, html } from '@waybill/chassis/html/html'
import { page } from '@waybill/chassis/html/layout'
import { escape as escapeHtml } from 'html-escaper'
import { Marked, type Tokens } from 'marked'
import { type GuideName, guideNames, titles } from '../openapi/guide-names.ts'

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

/** The guide as HTML. */
export function renderGuide(name: GuideName): Guide {
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
        const target = href.replace(/^([a-z-]+)\.md(?=#|$)/, '/docs/$1').replace(/^receivers\//, '/docs/receivers/')
        return `<a href="${escapeHtml(target)}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  const source = readFileSync(new URL(`${name}.md`, folder), 'utf8')
  const rendered = marked.parse(source, { async: false })
  const scrolling = rendered
    .replaceAll('<table>', '<div class="scroll"><table>')
    .replaceAll('</table>', '</table></div>')
  return { content: new Html(scrolling), headings }
}

/** Links to all pages of the documentation, and to places of this one. */
export const navigation = (name: GuideName, headings: readonly Heading[]): Html =>
  html`<div class="groups"><a href="/docs">API reference</a><strong>Guides</strong>
${guideNames.map((one) =>
  one === name
    ? html`<a href="/docs/${one}" aria-current="page">${titles[one]}</a>`
    : html`<a href="/docs/${one}">${titles[one]}</a>`,
)}<strong>On this page</strong>
${headings.map(({ text, anchor }) => html`<a href="#${anchor}">${text}</a>`)}</div>`

/** Names of the guides that are pages: every one but `errors`, which is made of the document. */
export const pageNames = guideNames.filter((name) => name !== 'errors')

const rendered = new Map<GuideName, string>()

/** The guide as a whole page, rendered when it is first read. */
export function guidePage(name: GuideName): string {
  let found = rendered.get(name)
  if (found === undefined) {
    const { content, headings } = renderGuide(name)
    found = page(`Waybill API: ${titles[name]}`, navigation(name, headings), content)
    rendered.set(name, found)
  }
  return found
}

/** Names of the example receivers, which the guide to webhooks links. */
export const receiverNames = readdirSync(new URL('receivers', folder))

/** Text of an example receiver. */
export const receiverText = (name: string): string => readFileSync(new URL(`receivers/${name}`, folder), 'utf8')
