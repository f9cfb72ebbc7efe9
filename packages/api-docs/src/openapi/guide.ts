/** The introduction of the document, in Markdown: first calls, conventions, errors, events. Pure. */
import { eventTypes } from '@waybill/contracts/events/public-event'
import { type LocatedOperation, toCurl } from './curl.ts'
import type { Examples } from './examples.ts'
import { ABOUT_THE_API, guideLinks } from './guide-names.ts'
import type { DocumentedOperation, OpenApiDocument } from './types.ts'

type Paths = Record<string, Record<string, Omit<DocumentedOperation, 'responses'>>>

interface Step {
  operationId: string
  text: string
  /** A value of the response, as the shell variable that the next steps use. */
  keep?: string
}

const steps: Step[] = [
  { operationId: 'createShipment', text: 'Register a shipment.', keep: 'SHIPMENT_ID=shp_…' },
  {
    operationId: 'createQuote',
    text: 'Request prices from the carriers. Choose one of the `options`.',
    keep: 'QUOTE_OPTION_ID=qop_…',
  },
  { operationId: 'bookShipment', text: 'Book the option. The response contains the driver and the label.' },
  {
    operationId: 'getShipment',
    text: 'Follow the shipment. In a test environment a simulated courier delivers it within minutes.',
  },
]

const conventions = `## Conventions

**Responses.** A success is \`{"success": true, "data": …}\`; a list adds \`meta\` with \`has_more\` and \`next_cursor\`. Absent
values are \`null\`; only \`email\`, \`telephone\` and \`telephone_pin\` of a booking's \`driver\` are \`""\` if they are not known. Requests contain JSON numbers, responses decimal strings: \`"1.250"\` kg, \`"11.40"\` GBP. Timestamps are
ISO 8601 in UTC.

**Idempotency.** Send an \`Idempotency-Key\` with every POST and PATCH. For 24 hours the same key and body return the response
of the first call, with \`Idempotency-Replayed: true\`, so a call whose response was lost is safe to repeat.
A key belongs to one environment, method and path; in calls about the team, to the merchant instead. Calls about sessions and the own account take
none: a repeat opens another session, is answered with 410 if its link was used, or changes nothing more.

**Concurrent changes.** \`ETag\` is the version of a resource. Send it as \`If-Match\`, and a change fails with 412 if the
resource has changed since.

**Keys.** A key with the scope \`api_keys:write\` makes, rotates and revokes keys of its environment: \`POST /api/v1/api-keys\`. A new
key has no more scopes, lifetime or requests per second than its maker. Give each system a key with the scopes that it needs.

**Rate limits.** Each key has a limit, and all keys of an environment together have one, by default that of four keys.
\`RateLimit\` shows the remaining requests of the limit that you will reach first: \`"default"\` is that of the key,
\`"environment"\` that of the environment. After a 429, wait for the seconds in \`Retry-After\`. A request counts once for each 16 KiB of its body, and twice that if it is answered with 422.

**Unknown fields** are refused with 422, and unknown query parameters, as invalid ones, with 400 \`invalid_parameter\`; both with the
name that was probably meant. Fields that are read-only or ignored may be sent back as they were returned. Links that are passed on, such as \`label_url\`, ignore parameters that others have added to them.

**Request ids.** Every response has an \`X-Request-Id\`. Include it when you report a problem. It is that of your request if it has one of 1
to 200 letters, digits, \`_\`, \`.\` and \`-\`; any other is replaced, without an error.

## Errors

An error is \`{"success": false, "error": …}\`. Act on \`error.code\`; \`error.details\` lists every invalid field, up to 100;
if \`error.retryable\` is true, the same request with the same \`Idempotency-Key\` may succeed later. Send
\`Accept: application/problem+json\` for problem details as in RFC 9457. **[All error codes](/docs/errors)**

## Events

Subscribe to events with a webhook, or poll \`GET /api/v1/events\`. Webhook messages are signed as
[Standard Webhooks](https://www.standardwebhooks.com) specifies, with \`webhook-id\`, \`webhook-timestamp\` and
\`webhook-signature\`. Respond with any 2xx status; any other response is retried. An event can arrive more than once: discard
an \`id\` that you have already processed.

Event types: ${eventTypes.map((type) => `\`${type}\``).join(', ')}.
`

/** `info.description` of the document. Throws if a step names an operation that the document does not have. */
export function guide(
  { paths, servers }: Pick<OpenApiDocument, 'servers'> & { paths: Paths },
  { requests }: Pick<Examples, 'requests'>,
): string {
  const baseUrl = servers[0]?.url ?? ''
  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, LocatedOperation] => [
        operation.operationId,
        { method: method.toUpperCase(), path, operation, body: requests[operation.operationId] },
      ]),
    ),
  )
  const sections = steps.map(({ operationId, text, keep }, index) => {
    const located = operations.get(operationId)
    if (!located) throw new Error(`The guide uses the operation ${operationId}, which the document does not have.`)
    // Ends the single quotes around the body, inserts the variable in double quotes, and opens them again.
    const command = variables.reduce(
      (shown, [example, name]) => shown.replace(example, `"'"$${name}"'"`),
      toCurl(baseUrl, located),
    )
    const kept = keep === undefined ? '' : `\nKeep from the response:\n\n${shell(keep)}`
    return `### ${index + 1}. ${located.operation.summary}\n\n${text}\n\n${shell(command)}${kept}`
  })
  return `${ABOUT_THE_API}

${guideLinks}
- **Reference**: the operations below · [States](/docs/states) · [Events](/docs/events) · [Error codes](/docs/errors)

## Getting started

Send your API key with every request. Waybill prints that of its demo merchant when it starts; your operator creates others.

${shell('WAYBILL_API_KEY=wb_test_…')}
${sections.join('\n')}
${conventions}`
}

const shell = (text: string): string => `\`\`\`shell\n${text}\n\`\`\`\n`

/** Examples of ids, and the variables in their place. */
const variables: [RegExp, string][] = [
  [/"qop_\w+"/, 'QUOTE_OPTION_ID'],
  [/"shp_\w+"/, 'SHIPMENT_ID'],
]
