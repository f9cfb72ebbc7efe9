import { type ErrorKind, errorCatalogue } from '@waybill/contracts/error-catalogue'
import type { OpenApiDocument } from '../openapi/types.ts'
import { html, prose } from './html.ts'
import { copyable, page } from './layout.ts'
import { fieldTable } from './schema-table.ts'

/** Every error code: its status, what it means, whether to try again. */
export function errorsPage(document: OpenApiDocument): string {
  const codes = Object.entries<ErrorKind>(errorCatalogue)
  const statuses = [...new Set(codes.map(([, { status }]) => status))].sort((a, b) => a - b)
  const example = document.components.examples.validation_error?.value
  const fields = document.components.schemas.Error?.properties?.error ?? {}
  const content = html`<h1>Errors</h1>
<p>${prose('Every error has this form. `code` is from the list below and is what a program acts upon; `details` names every wrong field; `request_id` finds the request in the logs.')}</p>
${copyable(JSON.stringify(example, null, 2))}${fieldTable(fields, false)}
${statuses.map((status) => {
  const own = codes.filter(([, kind]) => kind.status === status)
  return html`<h2 id="status-${status}">${status}</h2>
${own.map(
  ([code, kind]) => html`<h3 id="${code}"><code>${code}</code></h3>
<p>${prose(kind.meaning)}</p><p class="soft">type ${kind.type}${kind.retryable && ', retryable: the same request may succeed later'}</p>`,
)}`
})}`
  const navigation = html`<div class="groups"><a href="/docs">Documentation</a><strong>Errors by status</strong>
${statuses.map((status) => html`<a href="#status-${status}">${status}</a>`)}</div>`
  return page('Waybill API: errors', navigation, content)
}
