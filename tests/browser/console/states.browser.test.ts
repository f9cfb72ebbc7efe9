/** The colours of a screen that loads and of one that failed. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations, openScreen, PHONE, picture, useBrowser } from './console.ts'

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
