import { type ErrorKind, errorCatalogue } from '@waybill/contracts/error-catalogue'
import type { OpenApiDocument } from '../openapi/types.ts'
import { fieldTable } from './field-table.ts'
import { html, prose } from './html.ts'
import { page } from './layout.ts'

/** The page `/docs/errors`: every error code with its status, its meaning and whether to retry. */
export function errorsPage(document: OpenApiDocument): string {
  const codes = Object.entries<ErrorKind>(errorCatalogue)
  const statuses = [...new Set(codes.map(([, { status }]) => status))].sort((a, b) => a - b)
  const example = document.components.examples.validation_error?.value
  const fields = document.components.schemas.Error?.properties?.error ?? {}
  const content = html`<h1>Errors</h1>
<p>${prose('Every error has this form. `code` is one of the codes below: let your program act on it. `details` lists every invalid field. `request_id` identifies the request in the logs.')}</p>
<pre><code>${JSON.stringify(example, null, 2)}</code></pre>${fieldTable(fields)}
${statuses.map((status) => {
  const ofStatus = codes.filter(([, kind]) => kind.status === status)
  return html`<h2 id="status-${status}">${status}</h2>
${ofStatus.map(
  ([code, kind]) => html`<h3 id="${code}"><code>${code}</code></h3>
<p>${prose(kind.meaning)}</p><p class="soft">type ${kind.type}${kind.retryable && '; retryable: the same request may succeed later'}</p>`,
)}`
})}`
  const navigation = html`<div class="groups"><a href="/docs">API reference</a><strong>Errors by status</strong>
${statuses.map((status) => html`<a href="#status-${status}">${status}</a>`)}</div>`
  return page('Waybill API: errors', navigation, content)
}
