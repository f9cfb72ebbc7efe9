/** Values of the document's schemas, and values that are almost of them. */
import fc from 'fast-check'
import type { Schema } from './operations.ts'

type Resolve = (schema: Schema) => Schema

/** Optional fields below this depth are left out. */
const DEEPEST = 4

/** No name below `.invalid` is ever found, and nothing listens on port 9: no value makes the product call another system. */
const urls = [
  'http://127.0.0.1:9/hook',
  'https://receiver.invalid/',
  'ftp://receiver.invalid',
  'https://[::1]:9/',
  '/a',
]

const texts: string[] = [
  ...['', ' ', 'a', 'x'.repeat(5_000), '\u0000', 'a\nb', '\ud800', 'é', 'e\u0301', '🚚'.repeat(40), 'שלום', '\u202e'],
  ...['null', '0', '-1', '1e999', '９', "' or 1=1 --", '$' + '{x}', '../..', '%00', '<b>', '__proto__', 'constructor'],
  ...['2026-02-30', '2026-12-31T23:59:60Z', '9999-12-31T23:59:59.999Z', '0000-01-01', '-271821-04-20T00:00:00Z'],
  ...['24:00', '09:00', 'P1D', 'GB', 'gb', 'XX', 'GBP', '1.005', '.5', '1.', '٣', '99999999999999999999', ...urls],
]

/** Values of every type, for a place that expects another. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, 0, -0, -1, 1.5, 1e-9, 1e21, 2 ** 53, -(2 ** 31), 0.1 + 0.2),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], { a: {} }, Array(200).fill('a')) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Texts for paths and queries: those that a URL can hold. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts.map((text) => text.toWellFormed())),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
)

/** Values of a schema of the document. */
export function arbitraryValue(schema: Schema, resolve: Resolve, depth = 0): fc.Arbitrary<unknown> {
  const { type, ...rest } = resolve(schema)
  if (rest.const !== undefined) return fc.constant(rest.const)
  if (rest.enum) return fc.constantFrom(...rest.enum)
  const variants: Schema[] | undefined = rest.anyOf ?? rest.oneOf
  if (variants) return fc.oneof(...variants.map((one) => arbitraryValue(one, resolve, depth)))
  const types = [type].flat().filter((one) => one !== undefined)
  if (types.length === 0) return odd
  return fc.oneof(...types.map((one) => ofType(one, rest, resolve, depth)))
}

function ofType(type: string, schema: Schema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  const { minimum, maximum, exclusiveMinimum, minItems = 0, maxItems = 5 } = schema
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: minimum ?? exclusiveMinimum ?? -1_000, max: Math.min(maximum ?? 1_000, 2 ** 53 - 1) })
    case 'number':
      // Whole hundredths: finer values are refused in most places.
      return fc
        .integer({
          min: Math.ceil(100 * (minimum ?? exclusiveMinimum ?? -100)) + 1,
          max: 100 * Math.min(maximum ?? 100, 1e6),
        })
        .map((hundredths) => hundredths / 100)
    case 'array':
      return fc.array(arbitraryValue(schema.items ?? {}, resolve, depth + 1), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      })
    case 'object':
      return objectSchema(schema, resolve, depth)
    default:
      return toText(schema)
  }
}

function objectSchema(schema: Schema, resolve: Resolve, depth: number): fc.Arbitrary<unknown> {
  if (schema.properties === undefined) {
    const values =
      typeof schema.additionalProperties === 'object'
        ? arbitraryValue(schema.additionalProperties, resolve, depth + 1)
        : odd
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), values, { maxKeys: 3 })
  }
  const required: string[] = schema.required ?? []
  const names = Object.keys(schema.properties).filter((name) => depth < DEEPEST || required.includes(name))
  const fields = names.map((name) => [name, arbitraryValue(schema.properties[name], resolve, depth + 1)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

function toText({ format, pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') {
    const days = fc.integer({ min: -400, max: 400 })
    return days.map((day) => new Date(Date.now() + day * 86_400_000).toISOString())
  }
  if (format === 'date') return fc.constantFrom('2026-01-01', '2030-02-28', '2024-02-29')
  if (format === 'uri') return fc.constantFrom(...urls)
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength)
  const longest = fc.constant('x'.repeat(maxLength))
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 30) }),
    },
    longest,
  )
}

type Mutation = { kind: 'drop' } | { kind: 'set'; value: unknown } | { kind: 'add'; name: string; value: unknown }

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constant<Mutation>({ kind: 'drop' }),
  fc.record({ kind: fc.constant('set' as const), value: odd }),
  fc.record({
    kind: fc.constant('add' as const),
    name: fc.constantFrom('colour', '__proto__', '', 'id', 'x'.repeat(300)),
    value: odd,
  }),
)

/** The values with one to three changes: a field is missing, is of another type or out of range, or is unknown. */
export const almost = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(fc.tuple(fc.nat(10_000), mutation), { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce((at, [place, change]) => mutated(at, place, change), value))

/** The value with a change at the place of this number, in the order in which it is read. */
function mutated(value: unknown, place: number, change: Mutation): unknown {
  const copy: Holder = { root: structuredClone(value) }
  const places = placesIn(copy)
  const [holder, key] = places[place % places.length] ?? [copy, 'root']
  if (change.kind === 'set') holder[key] = change.value
  else if (change.kind === 'drop') delete holder[key]
  else if (isObject(holder[key])) define(holder[key], change.name, change.value)
  return copy.root
}

type Holder = Record<string, unknown>

const isObject = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** Also for `__proto__`, which an assignment would not make a field. */
const define = (holder: Holder, name: string, value: unknown) =>
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })

const placesIn = (holder: Holder): [Holder, string][] =>
  Object.keys(holder).flatMap((key) => {
    const inner = holder[key]
    return [[holder, key] as [Holder, string], ...(isObject(inner) ? placesIn(inner) : [])]
  })

/** Bodies that are not quite JSON, or not quite what was meant. */
export const oddRaw: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', '{', '[]', 'null', '"a"', '{"a":1,"a":2}', '\ufeff{}', '{"a":1e400}', '['.repeat(2_000), 'NaN'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
