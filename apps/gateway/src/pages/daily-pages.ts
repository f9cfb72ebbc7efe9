import { buildDocument } from '../openapi/document.ts'
import { eventTypesAnswer } from '../openapi/event-types.ts'
import type { Pages } from '../routes/services.ts'
import { routeTable } from '../routes/table.ts'
import { docsPage } from './docs-page.ts'
import { errorsPage } from './errors-page.ts'
import { contentSecurityPolicy } from './layout.ts'

const DAY_MS = 86_400_000

/** The document and its pages; rendered anew each day (UTC), so that the dates of the examples can be pasted. */
export function dailyPages(publicUrl: string): (now?: Date) => Pages {
  let renderedDay: number | undefined
  let pages: Pages | undefined
  return (now = new Date()) => {
    const day = Math.floor(now.getTime() / DAY_MS)
    if (pages && day === renderedDay) return pages
    const midnight = new Date(day * DAY_MS)
    const document = buildDocument(routeTable, { publicUrl, day: midnight })
    renderedDay = day
    pages = {
      openapi: JSON.stringify(document),
      docs: docsPage(document),
      errors: errorsPage(document),
      eventTypes: eventTypesAnswer(midnight, publicUrl),
      contentSecurityPolicy,
    }
    return pages
  }
}
