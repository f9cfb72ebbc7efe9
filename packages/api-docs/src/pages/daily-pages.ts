import type { Operation } from '@waybill/contracts/requests/operation'
import { buildDocument } from '../openapi/document.ts'
import { eventTypesAnswer } from '../openapi/event-types.ts'
import { errorsPage } from './errors-page.ts'

const DAY_MS = 86_400_000

interface DailyPages {
  /** The OpenAPI document, as JSON. */
  openapi: string
  /** The page of all error codes, as HTML. */
  errors: string
  /** The response of the operation that lists the event types, as JSON. */
  eventTypes: string
}

/** The document and what is made from it. Built once a day (UTC), so that the examples' dates lie in the future. */
export function createDailyPages(operations: readonly Operation[], publicUrl: string): (now?: Date) => DailyPages {
  let builtDay: number | undefined
  let pages: DailyPages | undefined
  return (now = new Date()) => {
    const day = Math.floor(now.getTime() / DAY_MS)
    if (pages && day === builtDay) return pages
    const midnight = new Date(day * DAY_MS)
    const document = buildDocument(operations, { publicUrl, day: midnight })
    builtDay = day
    pages = {
      openapi: JSON.stringify(document),
      errors: errorsPage(document),
      eventTypes: eventTypesAnswer(midnight, publicUrl),
    }
    return pages
  }
}
