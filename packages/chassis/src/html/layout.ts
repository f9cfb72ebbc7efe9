import { createHash } from 'node:crypto'
import { Html, html } from './html.ts'
import { style } from './style.ts'

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const buildPolicy = (...sources: string[]) =>
  [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    ...sources,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The page runs this inline script, which may call our origin. */
export const policyWithScript = (script: string) =>
  buildPolicy(`script-src ${sourceHash(script)}`, "connect-src 'self'")

/** A whole page with navigation beside its content. */
export const page = (title: string, navigation: Html, content: Html, script?: string): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><style>${new Html(style)}</style></head>
<body><div class="page"><nav aria-label="Contents"><a class="home" href="/docs">Waybill</a>${navigation}</nav>
<main>${content}</main></div>${script && html`<script>${new Html(script)}</script>`}</body></html>`.text
  }`
