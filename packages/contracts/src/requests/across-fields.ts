/** Pure: checks of several fields of a document, which do not wait until all of its other fields are right. */
import { z } from 'zod'

/** The part of a document that its schema accepts: wrong fields and wrong items of lists are undefined. */
export type Accepted<T> = T extends Date | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly (Accepted<Item> | undefined)[]
    : T extends object
      ? { [Name in keyof T]?: Accepted<T[Name]> | undefined }
      : T

type Context = z.core.$RefinementCtx

interface Issue {
  code?: string | undefined
  path?: readonly PropertyKey[] | undefined
}

let isCompiling = false

/**
 * The schema with a parser that is compiled for valid documents, several times as fast; others are parsed once more by
 * the schema itself, for the same issues. Takes tens of milliseconds: for documents of every request, once at the start.
 */
export function compileSchema<S extends z.ZodType>(schema: S): S {
  isCompiling = true
  try {
    return z.compile(schema, { strict: true })
  } finally {
    isCompiling = false
  }
}

/**
 * The schema with a check that also runs if fields are wrong, which zod's `superRefine` does not do. The check gets what the
 * schema accepts, and every field with its value, whether accepted or not. It does not refuse again what is refused already.
 */
export function acrossFields<S extends z.ZodType>(
  schema: S,
  check: (accepted: Accepted<z.output<S>>, context: Pick<Context, 'addIssue'>, all: object) => void,
): S {
  const refinement = z.superRefine<z.output<S>>((value, context) => {
    if (context.issues.length === 0) return check(value as Accepted<z.output<S>>, context, value as object)
    const refused = new Set(context.issues.map(({ path }) => toKey(path)))
    const addIssue: Context['addIssue'] = (issue) => {
      if (typeof issue === 'object' && issue.path !== undefined && refused.has(toKey(issue.path))) return
      context.addIssue(issue)
    }
    check(acceptedPart(value, context.issues), { addIssue }, value as object)
  })
  const isDue = ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === 'object' && value !== null && !issues.some(isOfWrongKind)
  // A compiled parser gets here only without issues, and refuses to compile a check with a condition.
  Object.defineProperty(refinement._zod.def, 'when', { get: () => (isCompiling ? undefined : isDue) })
  return schema.check(refinement)
}

const toKey = (path: readonly PropertyKey[] = []): string => path.map(String).join('\0')

/** The document itself is a list instead of an object, or the other way round. */
const isOfWrongKind = ({ code, path = [] }: Issue): boolean => code === 'invalid_type' && path.length === 0

/** Wrong fields by name; null: the field itself is wrong. */
type WrongFields = Map<PropertyKey, WrongFields | null>

/** The value without what the issues name. Parts without an issue are not copied. */
export function acceptedPart<T>(value: T, issues: readonly Issue[]): Accepted<T> {
  const wrong: WrongFields = new Map()
  for (const { code, path = [] } of issues) {
    // Beside unknown fields, the others are as they should be.
    if (code !== 'unrecognized_keys') addWrong(wrong, path)
  }
  return without(value, wrong) as Accepted<T>
}

function addWrong(wrong: WrongFields, path: readonly PropertyKey[]): void {
  let at = wrong
  for (const [index, step] of path.entries()) {
    const known = at.get(step)
    if (known === null) return
    const isLast = index === path.length - 1
    const next: WrongFields = known ?? new Map()
    at.set(step, isLast ? null : next)
    at = next
  }
}

function without(value: unknown, wrong: WrongFields): unknown {
  if (wrong.size === 0 || typeof value !== 'object' || value === null) return value
  const kept = (Array.isArray(value) ? [...value] : { ...value }) as Record<PropertyKey, unknown>
  for (const [step, inner] of wrong) {
    if (Object.hasOwn(kept, step)) kept[step] = inner === null ? undefined : without(kept[step], inner)
  }
  return kept
}
