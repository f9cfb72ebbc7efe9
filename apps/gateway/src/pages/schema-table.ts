import type { JsonSchema } from '../openapi/types.ts'
import { type Html, html, prose } from './html.ts'

const refName = (schema: JsonSchema): string | undefined => schema.$ref?.split('/').at(-1)

/** The type of a field in words, with links to the objects it is made of. */
export function typeText(schema: JsonSchema): Html {
  const name = refName(schema)
  if (name) return html`<a href="#object-${name}">${name}</a>`
  if (schema.anyOf) return joined(schema.anyOf.map(typeText))
  if (schema.type === 'array' && schema.items) return html`array of ${typeText(schema.items)}`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const type = [schema.type ?? 'any'].flat().join(' or ')
  const format = schema.format === 'date-time' ? 'timestamp' : undefined
  return html`${format ? type.replace('string', format) : type}`
}

const joined = (parts: Html[]): Html => html`${parts.map((part, index) => [index > 0 && ' or ', part])}`

function bounds(schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum, maxLength, maxItems } = schema
  return [
    exclusiveMinimum !== undefined && `greater than ${exclusiveMinimum}`,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `up to ${maxLength} characters`,
    maxItems !== undefined && `up to ${maxItems} entries`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A table of an object's fields. `showRequired` marks those that must be sent. */
export function fieldTable(schema: JsonSchema, showRequired: boolean): Html {
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const values = field.enum
      ? html` <span class="soft">${field.enum.map((value) => html`<code>${String(value)}</code> `)}</span>`
      : ''
    const limits = bounds(field)
    return html`<tr><td><code>${name}</code>${showRequired && required.has(name) && html` <span class="soft">required</span>`}</td>
<td>${typeText(field)}</td><td>${prose(field.description ?? '')}${limits !== '' && html` <span class="soft">${limits}</span>`}${values}${nested(field, showRequired)}</td></tr>`
  })
  return html`<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

/** The fields of an object that has no name of its own. */
function nested(field: JsonSchema, showRequired: boolean): Html | false {
  const inner = field.properties ? field : (field.items ?? field.anyOf?.find(({ properties }) => properties))
  if (!inner?.properties) return false
  return html`<details><summary>Fields</summary>${fieldTable(inner, showRequired)}</details>`
}
