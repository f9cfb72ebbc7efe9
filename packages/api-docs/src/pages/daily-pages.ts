import type { Operation } from '@waybill/contracts/requests/operation'
import { buildDocument } from '../openapi/document.ts'
import { eventTypesAnswer } from '../openapi/event-types.ts'
import { errorsPage } from './errors-page.ts'

/** The document and what is made from it. */
export interface DailyPages {
  /** The OpenAPI document, as JSON. */
  openapi: string
  /** The page of all error codes, as HTML. */
  errors: string
  /** The response of the operation that lists the event types, as JSON. */
  eventTypes: string
}

/** The pages of a day, which begins at `midnight` UTC: the examples' dates lie in its future. */
export function buildDailyPages(operations: readonly Operation[], publicUrl: string, midnight: Date): DailyPages {
  const document = buildDocument(operations, { publicUrl, day: midnight })
  return {
    openapi: JSON.stringify(document),
    errors: errorsPage(document),
    eventTypes: eventTypesAnswer(midnight, publicUrl),
  }
}
