import type { Operation } from '@waybill/contracts/requests/operation'
import { type Audience, audiences } from '../openapi/audiences.ts'
import { buildDocument } from '../openapi/document.ts'
import { eventTypesAnswer } from '../openapi/event-types.ts'
import { convertOnce } from '../openapi/schemas.ts'
import { errorsPage } from './errors-page.ts'
import { operationEntries, type SearchEntry } from './search.ts'

/** The documents and what is made from them. */
export interface DailyPages {
  /** The OpenAPI document of each audience, as JSON. */
  openapi: Record<Audience, string>
  /** The operations of merchants, for the search. */
  operations: SearchEntry[]
  /** The page of all error codes, as HTML. */
  errors: string
  /** The response of the operation that lists the event types, as JSON. */
  eventTypes: string
}

/** The pages of a day, which begins at `midnight` UTC: the examples' dates lie in its future. */
export function buildDailyPages(operations: readonly Operation[], publicUrl: string, midnight: Date): DailyPages {
  const convert = convertOnce()
  const documents = audiences.map((audience) => {
    const document = buildDocument(operations, { publicUrl, day: midnight, audience, convert })
    return [audience, JSON.stringify(document)] as const
  })
  const openapi = Object.fromEntries(documents) as Record<Audience, string>
  return {
    openapi,
    operations: operationEntries(JSON.parse(openapi.merchants)),
    errors: errorsPage(publicUrl),
    eventTypes: eventTypesAnswer(midnight, publicUrl),
  }
}
