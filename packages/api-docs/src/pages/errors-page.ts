import { html, prose } from '@waybill/chassis/html/html'
import { page } from '@waybill/chassis/html/layout'
import { type ErrorKind, errorCatalogue } from '@waybill/contracts/error-catalogue'
import { carrierMessageCodes } from '@waybill/contracts/quotes/carrier-message'
import { detailCodes, fieldErrorCodes } from '@waybill/contracts/requests/detail-codes'
import { errorExamples, errorSchemas } from '../openapi/errors.ts'
import { fieldTable } from './field-table.ts'
import { navigation, renderGuide } from './guides.ts'
import { siteScript } from './site-script.ts'

/** The page `/docs/errors`: every error code with its status, its meaning and whether to retry. */
export function errorsPage(publicUrl: string): string {
  const codes = Object.entries<ErrorKind>(errorCatalogue)
  const statuses = [...new Set(codes.map(([, { status }]) => status))].sort((a, b) => a - b)
  const example = errorExamples(publicUrl).validation_error?.value
  const fields = errorSchemas.ErrorObject ?? {}
  const guide = renderGuide('errors')
  const content = html`${guide.content}
<h2 id="form">The form of an error</h2>
<p>${prose('`code` is one of the codes below: let your program act on it. `details` lists every invalid field. `request_id` identifies the request in the logs.')}</p>
<pre><code>${JSON.stringify(example, null, 2)}</code></pre>${fieldTable(fields, errorSchemas)}
<h2 id="details">Codes of a field</h2>
<p>${prose('`details[].code` says what is wrong with the field. If all details have the same code and it is a code of an error, the error has it, too.')}</p>
<ul>
${Object.entries<string>(detailCodes).map(([code, meaning]) => html`<li><code>${code}</code>: ${prose(meaning)}</li>`)}
${fieldErrorCodes.map((code) => html`<li><a href="#${code}"><code>${code}</code></a>: ${prose(errorCatalogue[code].meaning)}</li>`)}
</ul>
<h2 id="messages">Why a carrier makes no offer</h2>
<p>${prose('`messages[].code` of a quote, and of the `meta` of an error. Any other code is the carrier’s own, or its HTTP status, such as `http_422`; `message` has its words. More codes may be added.')}</p>
<ul>
${Object.entries<string>(carrierMessageCodes).map(([code, meaning]) => html`<li><code>${code}</code>: ${prose(meaning)}</li>`)}
</ul>
${statuses.map((status) => {
  const ofStatus = codes.filter(([, kind]) => kind.status === status)
  return html`<h2 id="status-${status}">${status}</h2>
${ofStatus.map(
  ([code, kind]) => html`<h3 id="${code}"><code>${code}</code></h3>
<p>${prose(kind.meaning)}</p><p class="soft">type ${kind.type}; ${kind.retryable ? 'retryable: the same request may succeed later' : 'not retryable: change the request, or the state of the resource, first'}</p>`,
)}`
})}`
  const ofCodes = statuses.map((status) => ({ text: String(status), anchor: `status-${status}` }))
  const headings = [
    ...guide.headings,
    { text: 'The form of an error', anchor: 'form' },
    { text: 'Codes of a field', anchor: 'details' },
    { text: 'Why a carrier makes no offer', anchor: 'messages' },
    ...ofCodes,
  ]
  return page('Waybill API: errors', navigation('errors', headings), content, siteScript)
}
