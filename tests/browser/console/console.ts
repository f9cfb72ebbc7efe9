/** Shared parts of the console's tests: a browser, a signed-in page, and texts that must never be seen on one. */
import { eventually } from '@waybill/testing/eventually'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { admin, getData, sandbox } from '../../e2e/api.ts'

export const DESKTOP = { viewport: { width: 1280, height: 800 } }
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** The host name of the public URL, to which passkeys belong and to which an identity provider leads back. */
export const NAMED = sandbox.base_url.replace(/\/+$/, '').replace('//127.0.0.1', '//localhost')

const VISITOR = { ...DESKTOP, locale: 'en-GB', colorScheme: 'light' } as const satisfies BrowserContextOptions

const baseUrl = sandbox.base_url.replace(/\/+$/, '')

let browser: Browser
/** Starts Chromium for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.WAYBILL_TEST_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'], // Chromium's sandbox does not start as root in a container.
    })
  })
  afterAll(() => browser?.close())
}

export interface ConsolePage {
  page: Page
  /** Errors and warnings of the browser: policy violations, exceptions, failed requests. Empty at the end of each test. */
  complaints: string[]
  close: () => Promise<void>
}

/** Before the page loads anything. */
type Prepare = (page: Page) => Promise<unknown>

/** How Chromium's software driver begins its warnings about speed, such as when a picture is taken of a map. */
const DRIVER = 'GL Driver Message'

/** Opens an address of the console without a session. */
export async function visit(path: string, options: BrowserContextOptions = {}): Promise<ConsolePage> {
  return openPage(await browser.newContext({ ...VISITOR, ...options }), path)
}

async function openPage(context: BrowserContext, path: string, prepare?: Prepare): Promise<ConsolePage> {
  const page = await context.newPage()
  await prepare?.(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text().includes(DRIVER)) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${baseUrl}/console${path}`)
  return { page, complaints, close: () => context.close() }
}

/** Answers the question of a one-time link that was opened. */
export const agreeToSignIn = (page: Page) => page.getByRole('button', { name: /^Sign in as / }).click()

let owners = 0

/** A one-time link of a new owner of the sandbox's merchant: each test has its own, since a newer link replaces an older one. */
export async function signInLink(): Promise<string> {
  owners += 1
  const email = `owner-${process.pid}-${Date.now()}-${owners}@example.com`
  const path = `/admin/merchants/${sandbox.merchant_id}/owners`
  const reply = await admin('POST', path, { email, name: 'Ada Miller' })
  return new URL(getData(reply, 201).sign_in_url).hash
}

const inSandbox = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}env=${sandbox.environment_id}`

/** Signs in as a new owner and opens a screen in the environment of the sandbox. */
export async function openConsole(path = '/', options: BrowserContextOptions = {}): Promise<ConsolePage> {
  const search = new URLSearchParams({ next: inSandbox(path) })
  const opened = await visit(`/sign-in?${search}${await signInLink()}`, options)
  await agreeToSignIn(opened.page)
  await untilShown(opened)
  return opened
}

let session: Promise<Cookie[]> | undefined

async function signIn(): Promise<Cookie[]> {
  const { page, close } = await openConsole()
  const cookies = await page.context().cookies()
  await close()
  return cookies
}

/** Opens a screen as an owner who is signed in, which is faster. Tests share the session: they look at screens and do not end it. */
export async function openScreen(
  path: string,
  options: BrowserContextOptions = {},
  prepare?: Prepare,
): Promise<ConsolePage> {
  session ??= signIn().catch((error) => {
    session = undefined
    throw error
  })
  const context = await browser.newContext({ ...VISITOR, ...options })
  await context.addCookies(await session)
  const opened = await openPage(context, inSandbox(path), prepare)
  await untilShown(opened)
  return opened
}

const untilShown = ({ page }: ConsolePage) => page.getByRole('navigation', { name: 'Screens' }).first().waitFor()

const EVERY_RULE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that depend on the theme alone. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Violations of WCAG 2.2 AA, one line each. */
export async function findViolations(page: Page, rules: readonly string[] = EVERY_RULE): Promise<string[]> {
  // Colours are right once a dialog has faded in. What never ends, such as a spinner, is not waited for.
  await until(
    page,
    `document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)`,
  )
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const options = { runOnly: rules, resultTypes: ['violations'] }
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as axe.AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

/** axe finds nothing, the page does not scroll sideways, and the browser has not complained. */
export async function expectSound({ page, complaints }: ConsolePage): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  await expectFits(page)
  expect(complaints).toEqual([])
}

/** The document does not scroll: its parts do. None of them scrolls by a pixel or two, which shows a stray scrollbar. */
const OVERFLOW = `(() => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
  const scrollers = [...document.querySelectorAll('*')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
  const stray = scrollers.filter((one) => one.scrollHeight > one.clientHeight && one.scrollHeight - one.clientHeight <= 2)
  return {
    sideways: Math.max(0, scrollWidth - clientWidth),
    down: document.querySelector('main#main') === null ? 0 : Math.max(0, scrollHeight - clientHeight),
    stray: stray.map((one) => one.outerHTML.slice(0, 200)),
  }
})()`

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(OVERFLOW)).toEqual({ sideways: 0, down: 0, stray: [] })
}

/**
 * The page as it stands is sound in the light and in the dark. The theme is flipped in place, which costs a fraction of opening
 * the page again; in the dark, only colours are another matter. Ends in the light.
 */
export async function expectSoundInBothThemes(opened: ConsolePage, name: string): Promise<void> {
  const { page } = opened
  await picture(page, `${name}-light`)
  await expectSound(opened)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${name}-dark`)
  expect(await findViolations(page, RULES_OF_COLOURS)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** As above, and once more in the width of a phone. */
export async function expectSoundInAllLooks(opened: ConsolePage, name: string): Promise<void> {
  const { page } = opened
  await expectSoundInBothThemes(opened, `${name}-desktop`)
  await page.setViewportSize(PHONE.viewport)
  await expectSoundInBothThemes(opened, `${name}-phone`)
  await page.setViewportSize(DESKTOP.viewport)
}

/** Takes a picture if WAYBILL_TEST_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const directory = process.env.WAYBILL_TEST_SCREENSHOTS
  if (directory) await page.screenshot({ path: `${directory}/${name}.png` })
}

const FOCUSED_NAME = `(() => {
  const { activeElement: one } = document
  return (one?.getAttribute('aria-label') ?? one?.labels?.[0]?.textContent ?? one?.textContent ?? '').trim()
})()`

/** Presses Tab until the control with the name has the focus; fails after many tries. */
export async function tabTo(page: Page, accessibleName: string, most = 60): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(FOCUSED_NAME)) === accessibleName) return
  }
  throw new Error(`${accessibleName} did not get the focus after ${most} presses of Tab.`)
}

/** Waits until the expression is true in the page, whose policy forbids what Playwright's own wait does. */
export const until = (page: Page, expression: string): Promise<void> =>
  eventually(
    async () => {
      if (!(await page.evaluate(`Boolean(${expression})`))) throw new Error(`Not true in the page: ${expression}`)
    },
    { timeoutMs: 60_000, intervalMs: 25 },
  )

/** A call with the session of the page. */
export async function callAsUser(page: Page, method: string, path: string, body?: object): Promise<void> {
  const send = () =>
    page.evaluate(
      `fetch(${JSON.stringify(path)}, {
         method: ${JSON.stringify(method)},
         headers: {
           'content-type': 'application/json',
           'x-waybill-csrf': /waybill_csrf=([^;]*)/.exec(document.cookie)[1],
         },
         body: ${body ? `'${JSON.stringify(body)}'` : 'undefined'},
       }).then((response) => response.status)`,
    )
  // A busy machine refuses to check passwords for a while.
  await expect.poll(send, { timeout: 60_000 }).toBeLessThan(300)
}
