import type { JsonSchema, OpenApiDocument, Operation } from '../openapi/types.ts'
import { guide } from './guide.ts'
import { type Html, html, prose } from './html.ts'
import { anchor, copyable, page } from './layout.ts'
import { operationSection } from './operation.ts'
import { fieldTable } from './schema-table.ts'

interface Entry {
  method: string
  path: string
  operation: Operation
}

/** The documentation as one page that needs nothing from anywhere. */
export function docsPage(document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
  )
  const groups = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const content = html`${guide(document)}
${groups.map(
  (group) => html`<h2 id="${anchor(group.name)}">${group.name}</h2><p>${group.description}</p>
${group.entries.map((entry) => operationSection({ document, ...entry }))}`,
)}${events(document)}${objects(document)}`
  return page('Waybill API', navigation(groups), content)
}

const navigation = (groups: { name: string; entries: Entry[] }[]): Html => html`<div class="groups">
<strong>Guide</strong><a href="#start">Getting started</a><a href="#conventions">Conventions</a>
${groups.map(
  ({ name, entries }) =>
    html`<strong>${name}</strong>${entries.map(
      ({ operation }) => html`<a href="#${operation.operationId}">${operation.summary}</a>`,
    )}`,
)}<strong>Reference</strong><a href="#events">Events</a><a href="#objects">Objects</a><a href="/docs/errors">Errors</a></div>`

function events(document: OpenApiDocument): Html {
  const body = document.webhooks.event?.post?.requestBody?.content['application/json']
  const types = document.components.schemas.Event?.properties?.type?.enum ?? []
  return html`<h2 id="events">Events</h2>
<p>${prose('Deliveries are signed as Standard Webhooks describe: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Answer with any 2xx; anything else is tried again. The same event may come twice: its `id` tells.')}</p>
<p>${types.map((type) => html`<code>${String(type)}</code> `)}</p>
<h3 id="object-Event">Event</h3>${fieldTable(document.components.schemas.Event ?? {}, false)}
<details><summary>Example</summary>${copyable(JSON.stringify(body?.example, null, 2))}</details>`
}

/** Named objects that no operation shows in full as its body. */
function objects(document: OpenApiDocument): Html {
  const bodies = new Set(['Event', 'Error', 'Problem', 'ListMeta'])
  const shown = Object.entries(document.components.schemas).filter(([name]) => !bodies.has(name))
  return html`<h2 id="objects">Objects</h2>${shown.map(([name, schema]: [string, JsonSchema]) => {
    const isRequest = schema.additionalProperties === false && name !== 'Address'
    return html`<h3 id="object-${name}">${name}</h3>${fieldTable(schema, isRequest)}`
  })}`
}
