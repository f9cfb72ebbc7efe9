/** A packer at the Ship screen, by keyboard: from a pasted address to the printed label. */
import type { Page } from 'playwright-core'
import { post } from '../post.ts'
import type { Bench } from '../scenarios.ts'

const PARCELS = 5
/** 60 words of five characters in a minute. */
const KEY_MS = 200
const PATIENCE_MS = 60_000
const TABS = 40
const PRESET = { name: 'Box', length_cm: 30, width_cm: 20, height_cm: 15, is_default: true }
const ADDRESS = 'Grace Miller\nFlat 3\n7 River Road\nLondon\nN1 9GU\nUnited Kingdom\n+44 20 7946 0018'

/**
 * Durations in ms of one parcel after the other. The pickup is that of the parcel before, and the size of the box a preset;
 * address, weight and reference are new.
 */
export async function shipParcels(
  page: Page,
  url: string,
  { sandbox, namespace }: Pick<Bench, 'sandbox' | 'namespace'>,
): Promise<number[]> {
  await post(sandbox, '/api/v1/parcel-presets', PRESET)
  await page.goto(url)
  await fillInFirst(page)
  await ship(page, `${namespace}-first`)
  const durationsMs: number[] = []
  for (let parcel = 0; parcel < PARCELS; parcel++) {
    await page.keyboard.press('n')
    await page.getByLabel('Paste a whole address').waitFor({ timeout: PATIENCE_MS })
    const startedAt = performance.now()
    await ship(page, `${namespace}-${parcel}`)
    durationsMs.push(performance.now() - startedAt)
  }
  return durationsMs
}

/** The pickup, which the console keeps for the next parcel. */
async function fillInFirst(page: Page): Promise<void> {
  await page.getByLabel('Street and number').last().fill('12 Market Street')
  await page.getByLabel('Post code').last().fill('NW1 8AB')
  await page.getByLabel('City').last().fill('London')
  await page.getByLabel('Country').last().click()
  await page.getByPlaceholder('Search').fill('United Kingdom')
  await page.getByRole('option', { name: 'United Kingdom' }).click()
}

async function ship(page: Page, reference: string): Promise<void> {
  await page.getByLabel('Paste a whole address').focus()
  await page.keyboard.press('Control+v', { delay: KEY_MS })
  await page.evaluate(paste)
  await typeAt(page, 'Weight', '1.25')
  await typeAt(page, 'Order reference', reference)
  await page.keyboard.press('Control+Enter', { delay: KEY_MS })
  await page.locator('[name=quote_option]:focus').waitFor({ timeout: PATIENCE_MS })
  await page.keyboard.press('Enter', { delay: KEY_MS })
  await page.locator(':focus', { hasText: 'Print the label' }).waitFor({ timeout: PATIENCE_MS })
  const [label] = await Promise.all([
    page.waitForEvent('popup', { timeout: PATIENCE_MS }),
    page.keyboard.press('Enter', { delay: KEY_MS }),
  ])
  await label.close()
  await page.bringToFront()
}

/** Pastes as Control+V does; a browser without a screen has no clipboard. */
const paste = `{
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', ${JSON.stringify(ADDRESS)})
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}`

/** Types into the next control with the label, to which Tab leads. */
async function typeAt(page: Page, label: string, text: string): Promise<void> {
  const isThere = `document.activeElement?.labels?.[0]?.textContent?.trim() === ${JSON.stringify(label)}`
  for (let pressed = 0; !(await page.evaluate(isThere)); pressed++) {
    if (pressed === TABS) throw new Error(`Tab does not lead to ${label}.`)
    await page.keyboard.press('Tab', { delay: KEY_MS })
  }
  await page.keyboard.type(text, { delay: KEY_MS })
}
