import type { z } from 'zod'
import { AppError } from '../app-error.ts'
import { parseDocument } from '../requests/validation.ts'

/** The error with which a schema rejects a document. Throws if the document is valid. */
export function refusal(schema: z.ZodType, document: unknown): AppError {
  try {
    parseDocument(schema, document)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the document is valid')
}

/** The fields that a schema rejects, as `field: code`, sorted; empty if the document is valid. */
export function rejectedFields(schema: z.ZodType, document: unknown): string[] {
  const parsed = schema.safeParse(document)
  if (parsed.success) return []
  return refusal(schema, document)
    .details.map(({ field, code }) => `${field}: ${code}`)
    .sort()
}
