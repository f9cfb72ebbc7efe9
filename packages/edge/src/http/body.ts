import { AppError } from '@waybill/contracts/app-error'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { z } from 'zod'
import { jsonFault } from './json-fault.ts'

/** The largest valid document, a shipment of 99 parcels with long texts, has about 310 KB. */
export const BODY_LIMIT_BYTES = 384 * 1024

/** The limit where no document is expected, or its sender is not known. */
export const SMALL_BODY_LIMIT_BYTES = 16 * 1024

/**
 * The rest of a body that is not read is dropped up to this size, because many clients read the response only after
 * sending. Beyond it the connection ends with the response.
 */
export const LARGEST_DROPPED_BYTES = 8 * 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The body as text without a byte order mark. Throws invalid_json if it is not UTF-8. */
function decode(body: Buffer): string {
  try {
    return decoder.decode(body)
  } catch (error) {
    throw new AppError('invalid_json', 'The body is not valid UTF-8.', { cause: error })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = jsonFault(text)
    const where = place ? `: see line ${place.line}, column ${place.column}` : ''
    throw new AppError('invalid_json', `The body is not valid JSON${where}.`, { cause: error, meta: { ...place } })
  }
}

/** The value and the text of a JSON body. Throws invalid_json, also for a missing body. */
export function readJson(body: Buffer | undefined): { value: unknown; text: string } {
  if (!body?.length) throw new AppError('invalid_json', 'The request has no body. This endpoint needs a JSON document.')
  const text = decode(body)
  return { value: parse(text), text }
}

const emptySchema = z.strictObject({})

/** Accepts a missing body, an empty one and `{}`. Throws invalid_json or validation_error for any other. */
export function assertNoBody(body: Buffer | undefined): void {
  const text = body?.length ? decode(body).trim() : ''
  if (text !== '') parseDocument(emptySchema, parse(text))
}
