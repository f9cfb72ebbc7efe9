import type { MediaType, OpenApiDocument, Operation, Parameter } from '../openapi/types.ts'
import { curlOf } from './curl.ts'
import { type Html, html, prose } from './html.ts'
import { copyable } from './layout.ts'
import { fieldTable, typeText } from './schema-table.ts'

interface Shown {
  document: OpenApiDocument
  method: string
  path: string
  operation: Operation
}

/** Everything about one operation: fields, parameters, a call, an answer, errors. */
export function operationSection({ document, method, path, operation }: Shown): Html {
  const verb = method.toUpperCase()
  const baseUrl = document.servers[0]?.url ?? ''
  return html`<section><h3 id="${operation.operationId}">${operation.summary}</h3>
<p class="path"><span class="method ${method}">${verb}</span> <code>${path}</code></p>
${operation.description && html`<p>${prose(operation.description)}</p>`}
${parameterTable(document, operation)}
${requestPart(document, operation)}
<h4>Call</h4>${copyable(curlOf(baseUrl, verb, path, operation))}
${answerPart(operation)}
${errorPart(operation)}</section>`
}

function parameterTable(document: OpenApiDocument, { parameters }: Operation): Html | false {
  const resolved = parameters.map((one): Parameter | undefined =>
    '$ref' in one ? document.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
  )
  const rows = resolved.flatMap((one) => (one && one.name !== 'X-Request-Id' ? [parameterRow(one)] : []))
  return (
    rows.length > 0 &&
    html`<h4>Parameters</h4><div class="scroll"><table><thead><tr><th>Name</th><th>Where</th><th>Type</th><th>Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
  )
}

const parameterRow = ({ name, in: where, schema, description }: Parameter): Html => {
  const values = schema.enum?.map((value) => html`<code>${String(value)}</code> `)
  return html`<tr><td><code>${name}</code></td><td>${where}</td><td>${typeText(schema)}</td><td>${prose(description ?? '')} ${values}</td></tr>`
}

function requestPart(document: OpenApiDocument, { requestBody }: Operation): Html | false {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return false
  const variants = schema.anyOf ?? [schema]
  return html`<h4>Body</h4>${variants.map((variant) => {
    const name = variant.$ref?.split('/').at(-1) ?? ''
    const resolved = document.components.schemas[name] ?? variant
    return html`${variants.length > 1 && html`<p class="soft">${name}</p>`}${fieldTable(resolved, true)}`
  })}`
}

function answerPart({ responses }: Operation): Html[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(([status, { description, content = {} }]) => {
      const [mediaType, media] = Object.entries(content)[0] ?? []
      return html`<h4>Answer ${status}</h4><p>${description} ${dataType(mediaType, media)}</p>
${media?.example !== undefined && html`<details><summary>Example</summary>${copyable(JSON.stringify(media.example, null, 2))}</details>`}`
    })
}

function dataType(mediaType: string | undefined, media: MediaType | undefined): Html {
  const data = media?.schema.properties?.data
  return data ? html`<code>data</code>: ${typeText(data)}` : html`<code>${mediaType}</code>`
}

function errorPart({ responses }: Operation): Html {
  const failed = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const codes = failed.map(([status, { content }]) => {
    const examples = Object.keys(content?.['application/json']?.examples ?? {})
    return html`<p>${status} ${examples.map((code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `)}</p>`
  })
  return html`<details><summary>Errors</summary>${codes}</details>`
}
