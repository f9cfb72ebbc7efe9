/** The page `/docs`: Scalar's API reference, which renders /openapi.json in the browser. */
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { html } from '@waybill/chassis/html/html'

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

export const docsPage: string = `<!doctype html>${
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waybill API</title><link rel="icon" href="data:,"></head>
<body><noscript>This page needs JavaScript. Read the <a href="/openapi.json">OpenAPI document</a> or the <a href="/docs/errors">error codes</a> instead.</noscript>
<script id="api-reference" data-url="/openapi.json" data-configuration="${JSON.stringify(configuration)}"></script>
<script src="${BUNDLE_PATH}"></script></body></html>`.text
}`
