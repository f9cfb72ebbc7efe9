import type { JsonSchema } from '../openapi/types.ts'
import { type Html, html, prose } from './html.ts'

/** A table of an object's fields, with the fields of nested objects inside it. */
export function fieldTable(schema: JsonSchema): Html {
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      html`<tr><td><code>${name}</code></td><td>${typeName(field)}</td><td>${prose(field.description ?? '')}${nestedTable(field)}</td></tr>`,
  )
  return html`<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

const typeName = ({ type, const: constant }: JsonSchema): string =>
  constant === undefined ? [type ?? 'any'].flat().join(' or ') : JSON.stringify(constant)

function nestedTable(field: JsonSchema): Html | false {
  const inner = field.items ?? field
  return inner.properties !== undefined && html`<details><summary>Fields</summary>${fieldTable(inner)}</details>`
}
