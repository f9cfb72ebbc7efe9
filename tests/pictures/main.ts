/**
 * Takes the pictures in docs/console.md: each screen of the console, light and dark, of a product with a day's orders.
 *   npm run pictures                 every screen
 *   npm run pictures -- today ship   some
 * WAYBILL_TEST_CHROMIUM names the browser (default: /usr/bin/chromium).
 */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { eventually } from '@waybill/testing/eventually'
import { chromium, type Page } from 'playwright-core'
import { startSystem } from '../support/running-system.ts'
import { openShop } from './demo-shop.ts'
import { screens } from './screens.ts'

const directory = resolve(import.meta.dirname, '../../docs/console')
const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter((name) => !screens.some((screen) => screen.name === name))
if (unknown.length > 0) {
  console.error(`There is no screen ${unknown.join(', ')}: choose from ${screens.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const chosen = screens.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

mkdirSync(directory, { recursive: true })
const system = await startSystem({ mode: 'standalone', env: { SIMULATOR_STEP_MS: '0' } })
const browser = await chromium.launch({
  executablePath: process.env.WAYBILL_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'], // Chromium's sandbox does not start as root in a container.
})
try {
  const { sandbox } = system
  const shop = await openShop(sandbox)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(sandbox.console_url)
  await page.getByRole('button', { name: /^Sign in as / }).click()
  await page.getByRole('navigation', { name: 'Screens' }).first().waitFor()
  for (const { name, path, prepare } of chosen) {
    const address = new URL(`/console${path(shop)}`, sandbox.base_url)
    address.searchParams.set('env', sandbox.environment_id)
    await page.goto(address.href)
    await page.locator('[data-connection=live]').waitFor()
    await prepare?.(page, shop)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settled(page)
      const file = `${directory}/${name}-${colorScheme}.jpg`
      await page.screenshot({ path: file, type: 'jpeg', quality: 80 })
      console.log(file)
    }
  }
} finally {
  await browser.close()
  await system.remove()
}

/** Waits until nothing loads and nothing moves. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  const isStill = `document.querySelectorAll('[aria-busy=true]').length === 0 &&
    document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)`
  await eventually(
    async () => {
      if (!(await page.evaluate(isStill))) throw new Error(`${page.url()} still loads.`)
    },
    { timeoutMs: 30_000 },
  )
}
