import { type Html, html, prose } from '@waybill/chassis/html/html'
import type { JsonSchema } from '../openapi/types.ts'

/** A table of an object's fields, with the fields of nested objects inside it. `named`: the schemas of references. */
export function fieldTable(schema: JsonSchema, named: Record<string, JsonSchema>): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const field = resolve(property, named)
    return html`<tr><td><code>${name}</code></td><td>${typeName(field)}</td><td>${prose(field.description ?? '')}${nestedTable(field, named)}</td></tr>`
  })
  return html`<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

/** The schema that is meant: of a reference its target, of an enum or null the other variant, with the description here. */
function resolve(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  const { $ref, anyOf, ...own } = schema
  if ($ref !== undefined) return resolve({ ...named[$ref.split('/').at(-1) ?? ''], ...own }, named)
  if (anyOf === undefined) return schema
  const variants = anyOf.map((one) => resolve(one, named))
  const type = [...new Set(variants.flatMap((one) => one.type ?? []))]
  return { ...variants.find(({ type: of }) => of !== 'null'), type, ...own }
}

const typeName = ({ type, const: constant }: JsonSchema): string =>
  constant === undefined ? [type ?? 'any'].flat().join(' or ') : JSON.stringify(constant)

function nestedTable(field: JsonSchema, named: Record<string, JsonSchema>): Html | false {
  const inner = field.items ? resolve(field.items, named) : field
  return inner.properties !== undefined && html`<details><summary>Fields</summary>${fieldTable(inner, named)}</details>`
}
