import { buildDocument } from '../openapi/document.ts'
import { eventTypesAnswer } from '../openapi/event-types.ts'
import type { Pages } from '../routes/services.ts'
import { routeTable } from '../routes/table.ts'
import { errorsPage } from './errors-page.ts'
import { guidePages } from './guides.ts'
import { homePage } from './home-page.ts'

const DAY_MS = 86_400_000

/** The document and what is made from it. Built once a day (UTC), so that the examples' dates lie in the future. */
export function dailyPages(publicUrl: string): (now?: Date) => Pages {
  const guides = guidePages()
  const home = { ready: homePage({ isReady: true, publicUrl }), unavailable: homePage({ isReady: false, publicUrl }) }
  let builtDay: number | undefined
  let pages: Pages | undefined
  return (now = new Date()) => {
    const day = Math.floor(now.getTime() / DAY_MS)
    if (pages && day === builtDay) return pages
    const midnight = new Date(day * DAY_MS)
    const document = buildDocument(routeTable, { publicUrl, day: midnight })
    builtDay = day
    pages = {
      openapi: JSON.stringify(document),
      errors: errorsPage(document),
      guides,
      home,
      eventTypes: eventTypesAnswer(midnight, publicUrl),
    }
    return pages
  }
}
