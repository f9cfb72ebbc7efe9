import { AppError } from '@waybill/contracts/app-error'
import { parseDocument } from '@waybill/contracts/validation'
import { timestamp } from '@waybill/contracts/values/text'
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
  limit: limit.optional().describe('Entries per page, 1 to 100.'),
  cursor: z.string().max(2_048).optional().describe('`meta.next_cursor` of the previous page.'),
})

/** The page for a gRPC request; limit 0 means the default of the list. */
export const pageMessage = (query: z.output<typeof pageQuery>) => ({
  limit: query.limit ?? 0,
  cursor: query.cursor ?? '',
})

/** A timestamp, normalised to ISO 8601 in UTC. */
export const moment = timestamp.transform((at) => at.toISOString())

const METADATA_KEY = /^metadata\[(.*)\]$/s

/**
 * Parses the query string with the route's schema. Unknown parameters are ignored; `metadata[key]=value` becomes an entry
 * of `metadata`. Throws invalid_parameter with every invalid parameter. Pure.
 */
export function readQuery(schema: z.ZodObject | undefined, raw: unknown): unknown {
  if (!schema) return {}
  const known: Record<string, unknown> = {}
  const metadata: [string, unknown][] = []
  for (const [name, value] of Object.entries(raw as Record<string, unknown>)) {
    const key = METADATA_KEY.exec(name)?.[1]
    if (key !== undefined && 'metadata' in schema.shape) metadata.push([key, value])
    else if (Object.hasOwn(schema.shape, name)) known[name] = value
  }
  if (metadata.length > 0) known.metadata = Object.fromEntries(metadata)
  try {
    return parseDocument(schema, known, 'query')
  } catch (error) {
    if (error instanceof AppError) throw new AppError('invalid_parameter', error.message, { details: error.details })
    throw error
  }
}
