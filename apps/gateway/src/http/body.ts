import { AppError } from '@waybill/contracts/app-error'
import { parseDocument } from '@waybill/contracts/validation'
import { z } from 'zod'

export const BODY_LIMIT_BYTES = 1024 * 1024

/** The text of a request's body; a byte order mark is dropped. Throws invalid_json when it is not UTF-8. */
function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (error) {
    throw new AppError('invalid_json', 'The body is not UTF-8.', { cause: error })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('invalid_json', 'The body is not JSON.', { cause: error })
  }
}

/** The value of a JSON body and its text. Throws invalid_json, also when there is no body. */
export function readJson(body: Buffer | undefined): { value: unknown; text: string } {
  if (!body?.length) throw new AppError('invalid_json', 'The endpoint needs a JSON body, and none was sent.')
  const text = textOf(body)
  return { value: parse(text), text }
}

const emptySchema = z.strictObject({})

/** For an endpoint without a body: none, an empty one or `{}`. Throws invalid_json and validation_error for others. */
export function assertNoBody(body: Buffer | undefined): void {
  const text = body?.length ? textOf(body).trim() : ''
  if (text !== '') parseDocument(emptySchema, parse(text))
}
