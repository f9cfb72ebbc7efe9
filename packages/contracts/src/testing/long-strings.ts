/** Documents with one long string, for every field of a schema: some checks of texts take time with the square of the length. */
import type { z } from 'zod'

type Path = readonly (string | 0)[]

/** Paths of the fields that are no objects. Of an array its first item stands for all, of a record the key `k`. */
function* leaves(schema: z.ZodType, path: Path = []): Generator<Path> {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  const inner = (name: string) => def[name] as z.ZodType
  switch (def.type) {
    case 'object':
      for (const [name, field] of Object.entries(def.shape as z.ZodRawShape))
        yield* leaves(field as z.ZodType, [...path, name])
      return
    case 'array':
      yield* leaves(inner('element'), [...path, 0])
      return
    case 'record':
      yield* leaves(inner('valueType'), [...path, 'k'])
      return
    case 'union':
      for (const option of def.options as z.ZodType[]) yield* leaves(option, path)
      return
    case 'pipe':
      yield* leaves(inner('in'), path)
      yield* leaves(inner('out'), path)
      return
    default:
      if (def.innerType) yield* leaves(inner('innerType'), path)
      else yield path
  }
}

const endless = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / JSON.stringify(part).length))

/** Texts that make a search with repetitions try many places before it fails. Each has this many bytes as JSON. */
const longStrings = (bytes: number): string[] => [
  ...['a', 'a-', 'a.', '@', '\u0001', 'e\u0301', '{{', '('].map((part) => `${endless(part, bytes)}!`),
  ...['1', ' ', '\n', '/'].flatMap((part) => [`${endless(part, bytes)}a`, `a${endless(part, bytes - 1)}a`]),
  `a@${endless('a.', bytes)}`,
  `https://${endless('a.', bytes - 6)}/`,
]

/** JSON texts of at most this many bytes. */
export function* longStringBodies(schema: z.ZodType, maxBytes: number): Generator<string> {
  const paths = new Map([...leaves(schema)].map((path) => [path.join('.'), path]))
  for (const path of paths.values()) {
    const wrap = (value: unknown) =>
      JSON.stringify(path.reduceRight((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value))
    for (const text of longStrings(maxBytes - wrap('').length - 10)) yield wrap(text)
  }
}
