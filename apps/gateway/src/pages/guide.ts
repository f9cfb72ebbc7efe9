import type { OpenApiDocument, Operation } from '../openapi/types.ts'
import { curlOf } from './curl.ts'
import { type Html, html, prose } from './html.ts'
import { copyable } from './layout.ts'

// Out of the single quotes around the body, into the variable, and back.
const EXAMPLE_OPTION = /"qop_\w+"/
const OPTION_VARIABLE = `"'"$QUOTE_OPTION_ID"'"`

interface Step {
  operationId: string
  text: string
  /** What to take from the answer, as a shell variable that the next calls use. */
  keep?: string
}

const steps: Step[] = [
  { operationId: 'createShipment', text: 'Register a shipment.', keep: 'SHIPMENT_ID=shp_…' },
  {
    operationId: 'createQuote',
    text: 'Ask the carriers. The same order finds the shipment that you have just registered; choose one of the `options`.',
    keep: 'QUOTE_OPTION_ID=qop_…',
  },
  { operationId: 'bookShipment', text: 'Book the option. The answer names the driver and the label.' },
  {
    operationId: 'getShipment',
    text: 'Follow it. In a test environment a simulated courier sets out by itself and delivers within minutes.',
  },
]

/** The first calls, in the order in which a newcomer makes them. */
export function guide(document: OpenApiDocument): Html {
  const baseUrl = document.servers[0]?.url ?? ''
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, [string, string, Operation]] => [
        operation.operationId,
        [method, path, operation],
      ]),
    ),
  )
  const shown = steps.map(({ operationId, text, keep }, index) => {
    const [method = '', path = '', operation] = operations.get(operationId) ?? []
    if (!operation) return false
    const call = curlOf(baseUrl, method.toUpperCase(), path, operation).replace(EXAMPLE_OPTION, OPTION_VARIABLE)
    return html`<h3>${index + 1}. ${operation.summary}</h3><p>${prose(text)}</p>
${copyable(call)}${keep && html`<p>Keep from the answer:</p>${copyable(keep)}`}`
  })
  return html`<h1>Waybill API</h1><p>${document.info.description}</p>
<p>Base address <code>${baseUrl}</code>. This API as an <a href="/openapi.json">OpenAPI document</a>.</p>
<h2 id="start">Getting started</h2>
<p>Every call bears an access token: of the demo merchant, as printed when Waybill starts, or of a key that your operator made.</p>
${copyable('WAYBILL_TOKEN=wb_test_…')}${shown}${conventions}`
}

const conventions = html`<h2 id="conventions">Conventions</h2>
<p>${prose('Answers are `{"success": true, "data": …}`; lists add `meta` with `has_more` and `next_cursor`. Errors are `{"success": false, "error": …}` with a `code` to act upon and every wrong field in `details`; ask with `Accept: application/problem+json` for RFC 9457.')}</p>
<p>${prose('Requests hold JSON numbers, answers decimal strings: `"1.250"` kg, `"11.40"` GBP. Timestamps are ISO 8601 in UTC. Absent values are `null`.')}</p>
<p>${prose('Send an `Idempotency-Key` with every POST and PATCH: the same key and body answer what the first call answered, with `Idempotency-Replayed: true`, for 24 hours. So a call whose answer was lost is safe to repeat.')}</p>
<p>${prose('`ETag` names the version of a resource; `If-Match` makes a change fail with 412 when somebody else was faster. Every answer bears `X-Request-Id`, and `RateLimit` says what remains; after a 429, wait as long as `Retry-After` says.')}</p>`
