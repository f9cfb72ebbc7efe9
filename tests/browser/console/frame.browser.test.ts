/** The frame of the console: signing in, the menu, the palette, shortcuts, the environment, signing out. */
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { sandbox } from '../../e2e/api.ts'
import { createShipment } from '../../e2e/journeys.ts'
import { agreeToSignIn, DESKTOP, openConsole, PHONE, picture, signInLink, tabTo, useBrowser, visit } from './console.ts'

useBrowser()

test('a screen without a session asks to sign in, and a link works once, after a question', async () => {
  const link = await signInLink()
  const { page, close } = await visit('/shipments')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(page.url()).searchParams.get('next')).toContain('/shipments')

  await page.goto(`${sandbox.base_url.replace(/\/+$/, '')}/console/sign-in${link}`)
  await agreeToSignIn(page)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  expect(page.url()).not.toContain('token')
  await close()

  const second = await visit(`/sign-in${link}`)
  await second.page.getByRole('alert').waitFor()
  expect(await second.page.getByRole('alert').textContent()).toContain('was used before')
  await second.close()
})

test('the skip link leads past the menu', async () => {
  const { page, close } = await openConsole('/shipments')
  await tabTo(page, 'Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement?.id')).toBe('main')
  await close()
})

test('theme and language are kept, and the page changes without a reload', async () => {
  const { page, close } = await openConsole('/', DESKTOP)
  await page.evaluate('window.loadedOnce = true')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  await page.getByRole('button', { name: /^Konto von/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dunkel' }).click()
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
  expect(await page.evaluate('window.loadedOnce')).toBe(true)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  // The longer names do not leave the row of a phone.
  await page.setViewportSize(PHONE.viewport)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  const last = await page.getByRole('tab', { name: 'Tag abschließen' }).boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(PHONE.viewport.width)
  await close()
})

test('twelve tabs work over the six connections of HTTP/1.1, with one stream of events for all', async () => {
  const { page, complaints, close } = await openConsole('/')
  await page.locator('[data-connection=live]').waitFor()
  const context = page.context()
  const streams = new Set<Request>()
  let opened = 0
  context.on('request', (request) => {
    if (!request.url().includes('/api/v1/events/stream')) return
    streams.add(request)
    opened += 1
  })
  context.on('requestfinished', (request) => streams.delete(request))
  context.on('requestfailed', (request) => streams.delete(request))
  const tabs: Page[] = []
  for (let count = 0; count < 12; count += 1) {
    const tab = await context.newPage()
    await tab.goto(page.url())
    await tab.locator('[data-connection=live]').waitFor()
    tabs.push(tab)
  }
  // The first page reads the stream from before the count, for all.
  expect(opened).toBe(0)
  for (const tab of tabs) {
    await tab.getByRole('link', { name: 'Shipments' }).first().click()
    await tab.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
  }
  await page.close()
  const { merchant_order_ref: reference } = await createShipment()
  for (const tab of [tabs[0], tabs.at(-1)]) {
    if (tab === undefined) throw new Error('There is no tab.')
    const waiting = tab.getByRole('button', { name: /^\d+ new$/ })
    const appears = async () => {
      if ((await waiting.count()) > 0) await waiting.first().click()
      return (await tab.getByText(reference).count()) > 0
    }
    await expect.poll(appears, { timeout: 60_000 }).toBe(true)
  }
  expect([opened, streams.size]).toEqual([1, 1])
  expect(complaints).toEqual([])
  await close()
})

test('signing out ends the session, and drops what was typed', async () => {
  const { page, close } = await openConsole('/ship')
  const reference = page.getByLabel('Order reference')
  await reference.fill('ORDER-1')
  await page.reload()
  await expect.poll(() => reference.inputValue()).toBe('ORDER-1')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('ORDER-1')
  await close()
})

test('another person who signs in over an ended session does not see what was typed', async () => {
  const { page, close } = await openConsole('/ship')
  const reference = page.getByLabel('Order reference')
  await reference.fill('ORDER-1')
  await page.reload()
  await expect.poll(() => reference.inputValue()).toBe('ORDER-1')
  await page.context().clearCookies()
  await page.goto(`${page.url().replace(/\/console\/.*/, '/console/sign-in')}?next=/ship${await signInLink()}`)
  await agreeToSignIn(page)
  await page.getByRole('heading', { level: 1, name: 'Ship' }).waitFor()
  expect(await reference.inputValue()).toBe('')
  await close()
})

test.each([DESKTOP, PHONE])(
  'pages turn round for a language from right to left: $viewport.width px',
  async (options) => {
    await createShipment()
    const { page, close } = await openConsole('/shipments', options)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    await page.getByRole('grid', { name: 'Shipments' }).waitFor()
    await picture(page, `rtl-${options.viewport.width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(options.viewport.width)
    const heading = await page.locator('h1').boundingBox()
    const brand = await page.locator('header img').boundingBox()
    expect(brand?.x).toBeGreaterThan(options.viewport.width / 2)
    expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeGreaterThan(options.viewport.width / 2)
    await close()
  },
)

test('nothing moves for those who asked for less motion', async () => {
  const { page, close } = await openConsole('/', { reducedMotion: 'reduce' })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.waitFor()
  const duration = `getComputedStyle(document.querySelector('[role="dialog"]')).animationDuration`
  expect(await page.evaluate(duration)).toBe('0.001s')
  await close()
})
