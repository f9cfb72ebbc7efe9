import { createHash } from 'node:crypto'
import { Html, html } from './html.ts'
import { style } from './style.ts'

/** The page loads nothing and runs no script; only its inline style applies. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A whole page with navigation beside its content. */
export const page = (title: string, navigation: Html, content: Html): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><style>${new Html(style)}</style></head>
<body><div class="page"><nav aria-label="Contents"><a class="home" href="/docs">Waybill</a>${navigation}</nav>
<main>${content}</main></div></body></html>`.text
  }`
