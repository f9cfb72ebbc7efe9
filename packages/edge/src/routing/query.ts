import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import { errorDetail, parseDocument, validationError, withOthers } from '@waybill/contracts/requests/validation'
import { z } from 'zod'

const limit = z
  .string()
  .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100, {
    error: 'must be a whole number from 1 to 100',
  })
  .transform(Number)
  // For the OpenAPI document: query values are text, but this one means an integer.
  .meta({ type: 'integer', minimum: 1, maximum: 100 })

/** `limit` and `cursor` of every list. */
export const pageQuery = z.object({
  limit: limit.optional().describe('Entries per page, 1 to 100. Default: 25.'),
  cursor: z.string().max(2_048).optional().describe('`meta.next_cursor` of the previous page.'),
})

/** The page for a gRPC request; limit 0 means the default of the list. */
export const pageMessage = (query: z.output<typeof pageQuery>) => ({
  limit: query.limit ?? 0,
  cursor: query.cursor ?? '',
})

const METADATA_KEY = /^metadata\[(.*)\]$/s
const NO_PARAMETERS = z.strictObject({})

interface QueryOptions {
  /** Ignores unknown parameters: others than the caller may have added them to the URL. */
  ignoresUnknown?: boolean
}

/**
 * Parses the query string with the route's schema; a route without one takes no parameters. `metadata[key]=value` becomes
 * an entry of `metadata`. Throws `invalid_parameter` with every parameter that is unknown or invalid. Pure.
 */
export function readQuery(
  schema: z.ZodObject | undefined,
  raw: unknown,
  { ignoresUnknown = false }: QueryOptions = {},
): unknown {
  const known: [string, unknown][] = []
  const metadata: [string, unknown][] = []
  const unknown: [string, null][] = []
  const timesSent = new Map<string, number>()
  /** Parameters of one value that were sent with several, separated by commas. */
  const listed = new Set<string>()
  for (const [name, value] of Object.entries(raw as Record<string, unknown>)) {
    const key = name === 'metadata' ? '' : METADATA_KEY.exec(name)?.[1]
    if (Array.isArray(value) && !takesMany(schema, name))
      timesSent.set(key === undefined ? name : `metadata[${key}]`, value.length)
    if (typeof value === 'string' && value.includes(',') && !takesMany(schema, name)) listed.add(name)
    if (key !== undefined && hasParameter(schema, 'metadata')) metadata.push([key, value])
    else if (hasParameter(schema, name)) known.push([name, value])
    else if (!ignoresUnknown) unknown.push([name, null])
  }
  if (metadata.length > 0) known.push(['metadata', Object.fromEntries(metadata)])
  const sent = Object.fromEntries([...known, ...unknown])
  try {
    const query = parseDocument(schema ? strict(schema) : NO_PARAMETERS, sent, 'query') as Record<string, unknown>
    const wrong = periodProblems(query, sent)
    if (wrong.length > 0) throw validationError(wrong)
    return query
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const all = withOthers(error, periodProblems(pickAccepted(schema, sent), sent))
    throw queryError(all, { timesSent, listed })
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The parameters that are valid by themselves. */
function pickAccepted(schema: z.ZodObject | undefined, sent: Record<string, unknown>): Record<string, unknown> {
  const read = Object.entries(schema?.shape ?? {}).flatMap(([name, field]) => {
    const parsed = (field as z.ZodType).safeParse(sent[name])
    return parsed.success && sent[name] !== undefined ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(read)
}

/** The first of each pair such as `created_from` and `created_to` that is the wrong way round. */
function periodProblems(query: Record<string, unknown>, sent: Record<string, unknown>): ErrorDetail[] {
  const isLater = (one: unknown, other: unknown): boolean =>
    typeof one === 'string' && typeof other === 'string' && one > other
  return Object.keys(query).flatMap((from) => {
    const to = from.replace(/_from$/, '_to')
    if (to === from) return []
    // Until a date includes the date, so the texts are compared too.
    const areDates = DATE.test(String(sent[from])) && DATE.test(String(sent[to]))
    if (!isLater(query[from], query[to]) && !(areDates && isLater(sent[from], sent[to]))) return []
    return [errorDetail([from], 'invalid_value', `must not be after ${to}`, 'query')]
  })
}

function queryError(
  error: AppError,
  { timesSent, listed }: { timesSent: ReadonlyMap<string, number>; listed: ReadonlySet<string> },
): AppError {
  // One problem for each parameter.
  const first = new Map(error.details.toReversed().map((detail) => [detail.field, detail]))
  const details = error.details
    .filter((detail) => first.get(detail.field) === detail)
    .map((detail) => {
      const field = parameterName(detail)
      const times = detail.code === 'unknown_field' ? undefined : timesSent.get(field)
      if (detail.code === 'invalid_value' && listed.has(field))
        return { ...detail, field, message: `${detail.message}; one value only` }
      return times === undefined
        ? { ...detail, field }
        : { ...detail, field, code: 'repeated', message: `must be sent once, not ${times} times` }
    })
  const { message, meta } = validationError(details, Number(error.meta.details_left_out ?? 0))
  return new AppError('invalid_parameter', message, { details, meta })
}

/** An entry of `metadata` as it is written in a query. */
const parameterName = ({ field, pointer }: ErrorDetail): string =>
  pointer.startsWith('/metadata/') ? field.replace(/^metadata\.(.*)$/s, 'metadata[$1]') : field

const hasParameter = (schema: z.ZodObject | undefined, name: string): boolean =>
  schema !== undefined && Object.hasOwn(schema.shape, name)

/** Whether the schema says that a parameter may be sent several times. */
const takesMany = (schema: z.ZodObject | undefined, name: string): boolean =>
  schema !== undefined && hasParameter(schema, name) && (schema.shape[name] as z.ZodType).meta()?.type === 'array'

const strictSchemas = new WeakMap<z.ZodObject, z.ZodObject>()

function strict(schema: z.ZodObject): z.ZodObject {
  const made = strictSchemas.get(schema) ?? schema.strict()
  strictSchemas.set(schema, made)
  return made
}
