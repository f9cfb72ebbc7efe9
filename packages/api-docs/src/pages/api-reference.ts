/** The page `/docs`: Scalar's API reference, which renders /openapi.json in the browser. */
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Html, html } from '@waybill/chassis/html/html'
import { ABOUT_THE_API, guideGroups, titles } from '../openapi/guide-names.ts'
import { searchScript } from './site-script.ts'

/** Version of the bundle in `vendor/scalar-api-reference`, whose README says how to update it. */
const VERSION = '1.72.1'
const BUNDLE = new URL('../../vendor/scalar-api-reference/standalone.js.gz', import.meta.url)

/** Contains the version, so that browsers may keep the bundle for good. */
export const BUNDLE_PATH = `/docs/scalar-${VERSION}.js`

/** The bundle, read from the disk for each request: 1.3 MB compressed and 4.4 MB otherwise are not kept in memory. */
export function openBundle({ compressed }: { compressed: boolean }): Readable {
  const file = createReadStream(BUNDLE)
  return compressed ? file : pipeline(file, createGunzip(), () => {})
}

// Everything that would send a request to scalar.com, or from the page to the API, is off.
const configuration = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideTestRequestButton: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'Waybill API' },
}

/** Only this page allows inline styles: the library writes `style` elements and attributes. Scripts stay external. */
export const docsSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Covers the page until the reference is drawn, which takes a browser a second or two. Its script knows nothing of it. */
const style = `.first { position: fixed; inset: 0; z-index: 9999; overflow: auto; padding: 88px 24px; color-scheme: light dark;
  background: Canvas; color: CanvasText; font: 16px/1.6 system-ui, sans-serif }
.first h1 { font-size: 24px } .first p, .first ul { max-width: 720px } .first a { color: inherit }
@media (min-width: 1000px) { .first { padding-left: 348px } }
body:has(.scalar-app h1) > .first { display: none }
.search { width: min(40rem, 92vw); max-height: 80vh; margin-top: 8vh; padding: 16px; border: 1px solid GrayText; border-radius: 8px;
  color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif }
.search input { width: 100%; padding: 8px; font: inherit } .search a { display: block; padding: 6px 8px; color: inherit }
.search a[title]::after { content: attr(title); display: block; font-size: 13px; color: GrayText; overflow-wrap: anywhere }`

export const SCRIPT_PATH = '/docs/reference.js'

/**
 * Opens our search, of the guides too, in place of the library's: that one counts a word in any text of an operation like one in
 * its title.
 */
export const referenceScript: string = `${searchScript}
const dialog = document.querySelector('dialog.search')
const open = (event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!dialog.open) dialog.showModal()
  input.select()
}
addEventListener('keydown', (event) => {
  if ((event.metaKey || event.ctrlKey) && event.key === 'k') open(event)
}, { capture: true })
addEventListener('click', (event) => {
  if (event.target === dialog || event.target.closest?.('dialog.search a')) dialog.close()
  else if (/search/i.test(event.target.closest?.('.scalar-app button')?.textContent)) open(event)
}, { capture: true })`

const groups = guideGroups.map(
  ({ title, purpose, names }) => html`<li><strong>${title}</strong> (${purpose}):
${names.map((name, index) => html`${index > 0 && ' · '}<a href="/docs/${name}">${titles[name]}</a>`)}</li>`,
)

const firstScreen = html`<main class="first"><h1>Waybill</h1><p>${ABOUT_THE_API}</p><ul>${groups}</ul>
<p>The reference of all operations follows, drawn from the <a href="/openapi.json">OpenAPI document</a> …</p>
<noscript>Without JavaScript, read that document or the <a href="/docs/errors">error codes</a> instead.</noscript></main>`

export const docsPage: string = `<!doctype html>${
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waybill API</title><link rel="icon" href="data:,"><style>${new Html(style)}</style>
<link rel="preload" href="/openapi.json" as="fetch" crossorigin></head>
<body>
<script id="api-reference" data-url="/openapi.json" data-configuration="${JSON.stringify(configuration)}"></script>
${firstScreen}
<dialog class="search" aria-label="Search"><input type="search" aria-label="Search the reference and the guides" placeholder="Search" data-search><div data-found></div></dialog>
<script src="${SCRIPT_PATH}"></script><script src="${BUNDLE_PATH}"></script></body></html>`.text
}`
