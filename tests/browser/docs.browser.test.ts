/** The API reference at `/docs`, in Chromium. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, sandbox } from '../e2e/api.ts'

const baseUrl = sandbox.base_url.replace(/\/+$/, '')

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.WAYBILL_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'], // Chromium's sandbox does not start as root in a container.
  })
})
afterAll(() => browser?.close())

/** Opens a page and records its requests and the browser's complaints: policy violations, failures, exceptions. */
async function visit(path: string, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  const requested: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(baseUrl + path)
  return { page, requested, complaints, close: () => context.close() }
}

const takeScreenshot = async (page: Page, name: string) => {
  const directory = process.env.WAYBILL_TEST_SCREENSHOTS
  if (directory) await page.screenshot({ path: `${directory}/${name}.png` })
}

const foreign = (urls: string[]) => urls.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${baseUrl}/`))

test.each([1280, 390])('/ says what this is and leads to the documentation at %i px', async (width) => {
  const { page, requested, complaints, close } = await visit('/', width)
  await page.getByRole('heading', { name: 'Waybill' }).first().waitFor()
  await takeScreenshot(page, `start-${width}`)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  await page.locator('a[href$="/docs"]').first().click()
  await page.waitForURL('**/docs')
  expect(foreign(requested)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

test('/ shows when the API stops responding and when it responds again, without a reload', async () => {
  const { page, complaints, close } = await visit('/', 1280)
  const status = page.getByRole('status')
  await status.filter({ hasText: 'The API accepts requests.' }).waitFor()
  expect(complaints).toEqual([])
  await page.context().setOffline(true)
  await status.filter({ hasText: 'The API does not respond.' }).waitFor()
  await page.context().setOffline(false)
  await status.filter({ hasText: 'The API accepts requests.' }).waitFor()
  await close()
})

test.each([1280, 390])('/docs renders the guide and the operations at %i px, from our origin only', async (width) => {
  const { page, requested, complaints, close } = await visit('/docs', width)
  await page.getByRole('heading', { name: 'Getting started' }).waitFor()
  await takeScreenshot(page, `docs-${width}`)
  await page.goto(`${baseUrl}/docs#tag/shipments/POST/api/v1/shipments`)
  const operation = page.getByRole('heading', { name: 'Create a shipment', exact: true })
  await operation.waitFor()
  await page.getByText('merchant_order_ref').first().waitFor()
  await operation.scrollIntoViewIfNeeded()
  await takeScreenshot(page, `docs-operation-${width}`)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  expect(requested.some((url) => url.endsWith('/openapi.json'))).toBe(true)
  expect(foreign(requested)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

test('/docs leads to the guides before the reference is drawn, and shows the reference when it is', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const bundle = Promise.withResolvers<void>()
  await page.route('**/docs/scalar-*.js', async (route) => {
    await bundle.promise
    await route.continue()
  })
  await page.goto(`${baseUrl}/docs`, { waitUntil: 'commit' })
  const link = page.getByRole('link', { name: 'Changing and cancelling' })
  await link.click({ trial: true })
  bundle.resolve()
  await page.getByRole('heading', { name: 'Getting started' }).waitFor()
  await page.locator('.first').waitFor({ state: 'hidden' })
  await link.click()
  await page.waitForURL('**/docs/changing-and-cancelling')
  await context.close()
})

test('every group of operations is in the menu, and leads to its operations', async () => {
  const { page, close } = await visit('/docs', 1280)
  const { tags } = (await get('/openapi.json', { token: null })).body
  for (const { name } of tags) await page.getByText(name, { exact: true }).first().waitFor()
  await page.getByText('Quotes', { exact: true }).first().click()
  await page.getByRole('heading', { name: 'Request a quote', exact: true }).waitFor()
  await close()
})

test('the search of the reference finds the operation first, and leads to it', async () => {
  const { page, complaints, close } = await visit('/docs', 1280)
  await page.locator('.scalar-app button', { hasText: 'Search' }).first().click()
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('searchbox').fill('book')
  await search.getByRole('link').first().filter({ hasText: 'Book a shipment' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Book a shipment', exact: true }).waitFor()
  expect(await search.isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await close()
})

test('the error codes are one click away, and each can be linked to', async () => {
  const { page, requested, complaints, close } = await visit('/docs', 1280)
  await page.getByRole('link', { name: 'All error codes' }).click()
  await page.waitForURL('**/docs/errors')
  await page.getByRole('heading', { name: 'shipment_not_found' }).waitFor()
  await page.goto(`${baseUrl}/docs/errors#rate_limited`)
  expect(await page.locator('#rate_limited').textContent()).toBe('rate_limited')
  await takeScreenshot(page, 'errors-1280')
  expect(foreign(requested)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

test('the examples of a guide have the address of this Waybill, and are copied with it', async () => {
  const { page, complaints, close } = await visit('/docs/first-shipment', 1280)
  await page.getByRole('button', { name: 'Copy' }).first().waitFor()
  const examples = await page.locator('pre code').allTextContents()
  expect(examples.filter((text) => text.includes('$WAYBILL_URL'))).toEqual([])
  expect(examples.filter((text) => text.includes(`${baseUrl}$2`))).toHaveLength(1)
  expect(complaints).toEqual([])
  await close()
})
