/** Every screen under the keyboard's focus and without a network; the colours of a screen that loads and of one that failed. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { bookShipment } from '../../e2e/journeys.ts'
import { DESKTOP, expectSound, findViolations, openScreen, PHONE, picture, useBrowser } from './console.ts'

useBrowser()

const MESSAGE = 'The database is unavailable. Retry.'
const FAILURE = {
  success: false,
  error: {
    type: 'api_error',
    code: 'internal_error',
    message: MESSAGE,
    status: 500,
    details: [],
    retryable: false,
    carrier: null,
    meta: {},
    doc_url: 'http://localhost/docs/errors#internal_error',
    request_id: 'req_1',
  },
}

/** Those that show something of the API at once. */
const SCREENS = [
  ...['/', '/shipments', '/shipments/{shipment}', '/print', '/print?tab=book', '/carriers', '/carriers/own-fleet'],
  ...['keys', 'webhooks', 'events', 'catalogue', 'log', 'simulator'].map((tab) => `/developers?tab=${tab}`),
  ...['team', 'single-sign-on', 'pickup-locations', 'parcel-presets', 'tracking-page', 'audit-log'].map(
    (tab) => `/settings/${tab}`,
  ),
  '/account',
]

let booked: ReturnType<typeof bookShipment> | undefined
async function readAddress(screen: string): Promise<string> {
  booked ??= bookShipment()
  return screen.replace('{shipment}', (await booked).shipment.shipment_id)
}

/** Answers what is read after the page knows who is signed in. */
async function answerReads(page: Page, answer: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  const isRead = (url: URL) => url.pathname.startsWith('/api/v1/') && !/\/(session|stream)\b/.test(url.pathname)
  const handle = (route: Route) => (route.request().method() === 'GET' ? answer(route) : route.continue())
  await page.route(isRead, handle)
  return () => page.unroute(isRead, handle)
}

test('a screen that loads and one that failed are sound on a phone', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  let stop = async () => {}
  const { page, close } = await openScreen('/shipments', PHONE, async (opening) => {
    stop = await answerReads(opening, async (route) => {
      await held
      await route.fulfill({ status: 500, json: FAILURE })
    })
  })
  await page.getByRole('status', { name: 'Loading' }).first().waitFor()
  await picture(page, 'loading')
  expect(await findViolations(page)).toEqual([])
  go()
  const failed = page.getByRole('alert').filter({ hasText: MESSAGE })
  await failed.first().waitFor()
  await picture(page, 'failed')
  expect(await findViolations(page)).toEqual([])
  await stop()
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect.poll(() => failed.count()).toBe(0)
  await close()
})

/** The focused element, and whether a line or a ring around it shows the focus. */
const FOCUSED = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return null
  const look = () => [element, element.parentElement, ...element.querySelectorAll('*')].slice(0, 8).map((one) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(one)
    return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor]
  }).join()
  const focused = look()
  element.blur()
  const plain = look()
  element.focus({ focusVisible: true })
  return { name: element.outerHTML.slice(0, 200), seen: focused !== plain }
})()`

test.each([...SCREENS, '/ship'])('%s shows where the focus is, and says while the network is gone', async (screen) => {
  const opened = await openScreen(await readAddress(screen), DESKTOP)
  const { page, complaints, close } = opened
  await page.locator('[data-connection=live]').waitFor()
  if (screen.includes('{shipment}')) await page.locator('[data-map=drawn]').waitFor() // what loads last
  await page.emulateMedia({ reducedMotion: 'reduce' }) // colours do not fade
  const unseen: string[] = []
  let controls = 0
  for (let pressed = 0; pressed < 40; pressed++) {
    await page.keyboard.press('Tab')
    const focused = (await page.evaluate(FOCUSED)) as { name: string; seen: boolean } | null
    if (focused === null) continue // between the last control and the first
    controls += 1
    if (!focused.seen) unseen.push(focused.name)
  }
  expect(unseen).toEqual([])
  expect(controls).toBeGreaterThan(10)
  await expectSound(opened)

  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await page.locator('[data-connection=live]').waitFor()
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await close()
})
