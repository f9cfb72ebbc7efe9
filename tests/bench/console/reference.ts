/** The API reference in Chromium, with nothing in the browser's cache: its first screen, and the reference drawn over it. */
import type { Browser } from 'playwright-core'
import { quantiles, type ResultRow } from '../result-row.ts'

const VISITS = 10
const PATIENCE_MS = 60_000

/** The time of the first contentful paint, once there is one. */
const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`

export async function referencePage(browser: Browser, baseUrl: string): Promise<ResultRow[]> {
  const painted: number[] = []
  const drawn: number[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(`${baseUrl}/docs`, { waitUntil: 'commit' })
    await page.locator('.scalar-app h1').first().waitFor({ timeout: PATIENCE_MS })
    drawn.push((await page.evaluate('performance.now()')) as number)
    painted.push((await page.evaluate(firstPaint)) as number)
    await context.close()
  }
  return [quantiles('reference, first screen', painted), quantiles('reference, drawn', drawn)]
}
