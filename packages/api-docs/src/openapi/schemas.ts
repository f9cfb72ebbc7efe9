/** JSON Schemas of the document, from the validating zod schemas. */
import { z } from 'zod'
import { enumSchemas, openEnum } from './enums.ts'
import { answerNotes, fieldNotes } from './field-notes.ts'
import type { JsonSchema } from './types.ts'

const PREFIX = '#/components/schemas/'
/** The only response without room for further fields. */
const CLOSED_RESPONSE = 'Address'

type Io = 'input' | 'output'

const options = (io: Io) =>
  ({
    io,
    unrepresentable: 'any',
    uri: (id: string) => PREFIX + id,
    override({ zodSchema, jsonSchema }) {
      if (io === 'output' || !(zodSchema instanceof z.ZodObject) || jsonSchema.$ref !== undefined) return
      // zod takes what is preprocessed for optional.
      const { shape } = zodSchema
      const required = Object.keys(shape).filter((name) => !shape[name].safeParse(undefined).success)
      if (required.length > 0) jsonSchema.required = required
      else delete jsonSchema.required
    },
  }) satisfies Parameters<typeof z.toJSONSchema>[1] & { uri: (id: string) => string }

/** The component name of a schema, if it has one. */
export const componentName = (schema: z.ZodType): string | undefined => z.globalRegistry.get(schema)?.id

/** A reference to the schema's component; the schema itself if it has no name. */
export function schemaOrRef(schema: z.ZodType, io: Io): JsonSchema {
  const name = componentName(schema)
  if (name !== undefined) return { $ref: PREFIX + name }
  const { $schema: _, ...inline } = z.toJSONSchema(schema, options(io)) as JsonSchema
  return simplify(inline, '', io)
}

type Convert = (io: Io) => Record<string, JsonSchema>

const convertAll: Convert = (io) => z.toJSONSchema(z.globalRegistry, options(io)).schemas as Record<string, JsonSchema>

/** Converts every named schema once, for several calls of `componentSchemas`: that takes far longer than their own work. */
export function convertOnce(): Convert {
  const converted: Partial<Record<Io, Record<string, JsonSchema>>> = {}
  return (io) => {
    converted[io] ??= convertAll(io)
    return converted[io]
  }
}

/** All components that the schemas refer to, directly or not. */
export function componentSchemas(
  requests: z.ZodType[],
  responses: z.ZodType[],
  convert: Convert = convertAll,
): Record<string, JsonSchema> {
  const found = { ...reachable(requests, 'input', convert), ...reachable(responses, 'output', convert) }
  return { ...found, ...enumSchemas(found) }
}

function reachable(roots: z.ZodType[], io: Io, convert: Convert): Record<string, JsonSchema> {
  const all = roots.length === 0 ? {} : convert(io)
  const found: Record<string, JsonSchema> = {}
  const open = roots.map(componentName).filter((name) => name !== undefined)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name in found) continue
    const { $schema: _, $id: __, ...schema } = all[name] ?? {}
    found[name] = simplify(schema, name, io)
    for (const [, inner] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      open.push(String(inner))
  }
  return found
}

/** Simplifies a schema for readers: adds descriptions, writes null as a type, removes redundant keywords. */
function simplify(schema: JsonSchema, owner: string, io: Io): JsonSchema {
  const { propertyNames: _, decimalText, sentBack, ...tidy } = nullAsType(schema)
  // Bounds apply to numbers, the pattern to texts.
  if (decimalText) Object.assign(tidy, { type: [tidy.type, 'string'].flat(), pattern: '^-?\\d+(\\.\\d+)?$' })
  if (tidy.format === 'date-time' || tidy.format === 'date') delete tidy.pattern
  if (tidy.minimum === Number.MIN_SAFE_INTEGER) delete tidy.minimum
  if (tidy.maximum === Number.MAX_SAFE_INTEGER) delete tidy.maximum
  if (tidy.items) tidy.items = simplify(tidy.items, '', io)
  if (tidy.anyOf) tidy.anyOf = tidy.anyOf.map((one) => simplify(one, '', io))
  if (io === 'output' && tidy.enum && !sentBack) return openEnum(tidy)
  if (tidy.properties) {
    tidy.properties = Object.fromEntries(
      Object.entries(tidy.properties).map(([name, property]) => [
        name,
        describe(name, io, describeDefault(simplify(property, '', io), io)),
      ]),
    )
    if (io === 'output' && owner !== CLOSED_RESPONSE) delete tidy.additionalProperties
  }
  return tidy
}

function describe(name: string, io: Io, property: JsonSchema): JsonSchema {
  const note = (io === 'output' ? answerNotes[name] : undefined) ?? fieldNotes[name]
  if (!note) return property
  // A note's format applies to strings only: a field of the same name can have another type elsewhere.
  const isText = [property.type].flat().includes('string')
  return isText ? { ...note, ...property } : { description: note.description, ...property }
}

/** The default of a field in a request as text: generated types require a field that has a `default`. */
function describeDefault({ default: value, ...property }: JsonSchema, io: Io): JsonSchema {
  if (value === undefined || io === 'output') return value === undefined ? property : { ...property, default: value }
  if (typeof value === 'object' || /\bdefault\b/i.test(property.description ?? '')) return property
  return { ...property, description: [property.description, `Default: \`${value}\`.`].filter(Boolean).join(' ') }
}

/** `anyOf: [X, null]` as `type: [X, "null"]`, where X is a plain type. */
function nullAsType(schema: JsonSchema): JsonSchema {
  const [first, second, ...more] = schema.anyOf ?? []
  if (!first || second?.type !== 'null' || more.length > 0 || typeof first.type !== 'string' || first.enum)
    return schema
  const { anyOf: _, ...rest } = schema
  return { ...rest, ...first, type: [first.type, 'null'] }
}
