import { escape as escapeHtml } from 'html-escaper'

/** Text that is HTML and needs no escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Content = Html | string | number | null | undefined | false | readonly Content[]

const rendered = (content: Content): string => {
  if (content instanceof Html) return content.text
  if (Array.isArray(content)) return content.map(rendered).join('')
  return content === null || content === undefined || content === false ? '' : escapeHtml(String(content))
}

/** An HTML template. Escapes its values, except for Html. */
export const html = (strings: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(strings.map((text, index) => text + rendered(values[index])).join(''))

/** Text in which `backticks` mark code. */
export const prose = (text: string): Html =>
  new Html(
    text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
      .join(''),
  )
