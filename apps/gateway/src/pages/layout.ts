import { createHash } from 'node:crypto'
import { Html, html } from './html.ts'
import { script } from './script.ts'
import { style } from './style.ts'

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is loaded from anywhere; only our own style and script run. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${sourceHash(style)}`,
  `script-src ${sourceHash(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A whole page. */
export const page = (title: string, navigation: Html, content: Html): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${new Html(style)}</style></head>
<body><div class="page"><nav aria-label="Contents"><a class="home" href="/docs">Waybill</a>${navigation}</nav>
<main>${content}</main></div><script>${new Html(script)}</script></body></html>`.text
  }`

/** Text to be copied as it stands. */
export const copyable = (text: string): Html => html`<div class="copyable"><pre><code>${text}</code></pre></div>`

/** A heading's address within the page. */
export const anchor = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
