/**
 * The console in Chromium: how long until the list of shipments can be used, with and without its files in the browser's
 * cache; the longest tasks while 1,000 loaded rows scroll; how long another person's change takes to the page; and how long a packer
 * needs from a pasted address to the label, and from a file of ten orders to their labels. The API reference, too.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_CONSOLE } from '@waybill/gateway/console/console'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { importByKeyboard } from '../../browser/console/import-by-keyboard.ts'
import { post } from '../post.ts'
import { quantiles, type ResultRow } from '../result-row.ts'
import type { Bench } from '../scenarios.ts'
import { referencePage } from './reference.ts'
import { shipParcels } from './shipping.ts'

const ROWS = 1_000
const VISITS = 10
/** All within the first screen. */
const CHANGES = 10
const WAVE = 10
const FILES = 5
const PATIENCE_MS = 60_000

/** Keeps the durations of the page's tasks over 50 ms, which is what the browser calls a long task. */
const watchTasks = `
  window.longTasksMs = []
  new PerformanceObserver((list) => window.longTasksMs.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: 'longtask', buffered: true })`

export async function consolePages({ sandbox, namespace }: Bench): Promise<ResultRow[]> {
  if (!existsSync(join(BUILT_CONSOLE, 'index.html')))
    throw new Error('The console is not built: npm run build -- --filter @waybill/console')
  const shipments: { shipment_id: string; merchant_order_ref: string }[] = []
  for (let count = 0; count < ROWS; count += WAVE) {
    const documents = Array.from({ length: WAVE }, (_, one) => ({
      ...aShipmentDocument(),
      merchant_order_ref: `${namespace}-${count + one}`,
    }))
    shipments.push(...(await Promise.all(documents.map((document) => post(sandbox, '/api/v1/shipments', document)))))
  }
  const browser = await chromium.launch({
    executablePath: process.env.WAYBILL_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'], // Chromium's sandbox does not start as root in a container.
  })
  try {
    const signedIn = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
    const first = await signedIn.newPage()
    await first.goto(sandbox.console_url)
    await first.getByRole('button', { name: /^Sign in as / }).click()
    await first.getByRole('navigation', { name: 'Screens' }).first().waitFor()
    const storageState = await signedIn.storageState()
    const url = new URL(`/console/shipments?env=${sandbox.environment_id}`, sandbox.base_url).href

    const cold: number[] = []
    const warm: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        storageState,
      })
      cold.push(await usableAfterMs(context, url))
      warm.push(await usableAfterMs(context, url))
      await context.close()
    }

    const page = await signedIn.newPage()
    await page.addInitScript(watchTasks)
    await page.goto(url)
    await loadRows(page)
    const tasks = await scrollThrough(page)
    const changes = await otherPersonsChanges(page, url, { sandbox, shipments })
    const parcels = await shipParcels(page, url.replace('/shipments?', '/ship?'), { sandbox, namespace })
    const files = await importFiles(page, url, namespace)
    return [
      ...(await referencePage(browser, sandbox.base_url)),
      quantiles('console, first visit until usable', cold),
      quantiles('console, next visit until usable', warm),
      {
        ...quantiles(`console, ${tasks.length} tasks over 50 ms while ${ROWS} rows scroll`, tasks),
        failed: tasks.length,
      },
      quantiles("console, another person's change", changes),
      quantiles('console, a parcel by keyboard, at 5 keys a second', parcels),
      quantiles(`console, ten orders from file to labels by ${files.keys} keys`, files.durationsMs),
    ]
  } finally {
    await browser.close()
  }
}

/** A file of ten orders after the other, from the list of shipments to the printed labels, as fast as the console follows. */
async function importFiles(
  page: Page,
  url: string,
  namespace: string,
): Promise<{ keys: number; durationsMs: number[] }> {
  const durationsMs: number[] = []
  let keys = 0
  for (let file = 0; file < FILES; file++) {
    await page.goto(url)
    await page.getByRole('grid', { name: 'Shipments' }).getByRole('row').nth(1).waitFor({ timeout: PATIENCE_MS })
    const startedAt = performance.now()
    keys = await importByKeyboard(page, `${namespace}-file-${file}`, 10)
    durationsMs.push(performance.now() - startedAt)
  }
  return { keys, durationsMs }
}

/** Time from the start of the navigation until the first row of the list is there. */
async function usableAfterMs(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  const row = page.getByRole('grid', { name: 'Shipments' }).getByRole('row').nth(1)
  await row.waitFor({ timeout: PATIENCE_MS })
  const afterMs = (await page.evaluate('performance.now()')) as number
  await page.close()
  return afterMs
}

/** Scrolls to the end until the list has loaded its 1,000 rows. */
async function loadRows(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Shipments' }).getByRole('row').nth(1).waitFor({ timeout: PATIENCE_MS })
  await eventually(
    async () => {
      if (!(await page.evaluate(`(${scrollToEnd})(${ROWS})`))) throw new Error(`The list has not loaded ${ROWS} rows.`)
    },
    { timeoutMs: PATIENCE_MS },
  )
}

/** In the page. Whether the list has so many rows. */
const scrollToEnd = `(rows) => {
  const scroller = document.querySelector('[role=grid]').parentElement
  scroller.scrollTop = scroller.scrollHeight
  const last = [...document.querySelectorAll('[role=row][aria-rowindex]')].at(-1)
  return Number(last?.getAttribute('aria-rowindex')) >= rows
}`

/** Scrolls from the top to the bottom and back, a third of a screen at each frame. Durations of the long tasks, in ms. */
async function scrollThrough(page: Page): Promise<number[]> {
  return (await page.evaluate(`(async () => {
    const scroller = document.querySelector('[role=grid]').parentElement
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    scroller.scrollTop = 0
    await nextFrame()
    window.longTasksMs.length = 0
    const step = scroller.clientHeight / 3
    for (const direction of [1, -1]) {
      const most = scroller.scrollHeight - scroller.clientHeight
      for (let moved = 0; moved < most; moved += step) {
        scroller.scrollTop += direction * step
        await nextFrame()
      }
    }
    // The browser reports a long task after its frame.
    await new Promise((resolve) => requestIdleCallback(resolve))
    return window.longTasksMs
  })()`)) as number[]
}

/** From the API's answer to a cancellation until the list shows it, one after the other. */
async function otherPersonsChanges(
  page: Page,
  url: string,
  {
    sandbox,
    shipments,
  }: { sandbox: Bench['sandbox']; shipments: { shipment_id: string; merchant_order_ref: string }[] },
): Promise<number[]> {
  await page.goto(url)
  await page.locator('[data-connection=live]').waitFor({ timeout: PATIENCE_MS })
  const durationsMs: number[] = []
  for (const { shipment_id, merchant_order_ref } of shipments.toReversed().slice(0, CHANGES)) {
    await post(sandbox, `/api/v1/shipments/${shipment_id}/cancel`, { reason_code: 'customer_request' })
    const answeredAt = performance.now()
    const row = page.getByRole('row').filter({ hasText: merchant_order_ref })
    await row.filter({ hasText: 'Cancelled' }).waitFor({ timeout: PATIENCE_MS })
    durationsMs.push(performance.now() - answeredAt)
  }
  return durationsMs
}
