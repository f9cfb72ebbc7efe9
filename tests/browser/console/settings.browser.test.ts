/** Settings of a merchant: each tab has an address. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, dataOf, get, post } from '../../e2e/api.ts'
import { createShipment } from '../../e2e/journeys.ts'
import { expectSound, LOOKS, openConsole, picture, until, useBrowser } from './console.ts'

useBrowser()

const aName = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
// biome-ignore lint/suspicious/noExplicitAny: a list of any shape, which the test checks
const findByName = async (path: string, name: string): Promise<any> =>
  dataOf(await get(`${path}?limit=100`), 200).find((one: { name: string }) => one.name === name)

test('each tab has an address, and an unknown one says so', async () => {
  const opened = await openConsole('/settings')
  const { page } = opened
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  const team = tabs.getByRole('link', { name: 'Team' })
  await page.getByRole('region', { name: 'Team' }).waitFor()
  expect(await team.getAttribute('aria-current')).toBe('page')
  await page.goto(page.url().replace('/settings', '/settings/nowhere'))
  await page.getByText('There is no such page for you').waitFor()
  await expectSound(opened)
  await team.press('Enter')
  await page.getByRole('table', { name: 'Members' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/settings/team')
  expect(await page.title()).toBe('Team · Waybill')
  await opened.close()
})

test('a pickup location has hours, days off and a zone, and each wrong field is named beside its control', async () => {
  const name = aName('Hall')
  const opened = await openConsole('/settings/pickup-locations')
  const { page } = opened
  await page.getByRole('button', { name: 'Add a pickup location' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name of the place').fill(name)
  await sheet.getByLabel('Paste a whole address').fill(`${name}\n12 Dock Road\nLondon E16 1AA\nUnited Kingdom`)
  await sheet.getByLabel('Street and number').fill(`${Math.ceil(Math.random() * 1e6)} Dock Road`)
  await sheet.getByLabel('City').fill('')
  await sheet.getByLabel('Monday, to').fill('08:00')
  await sheet.getByRole('checkbox', { name: 'Saturday' }).press('Space')
  await sheet.getByRole('button', { name: 'Add a day' }).click()
  await sheet.getByLabel('Day 1', { exact: true }).fill('2027-12-24')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await sheet.getByRole('alert').waitFor()
  expect(await sheet.getByLabel('City').getAttribute('aria-invalid')).toBe('true')
  expect(await sheet.getByLabel('Monday, to').getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'location-wrong')
  await sheet.getByLabel('City').fill('London')
  await sheet.getByLabel('Monday, to').fill('00:00')
  await sheet.getByRole('button', { name: 'Same hours on every open day' }).press('Enter')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await rowOf(page, name).getByText('Mon – Sat 09:00–24:00 · Europe/London').waitFor()
  expect(await findByName('/api/v1/pickup-locations', name)).toMatchObject({
    closed_dates: ['2027-12-24'],
    hours: { monday: [{ from: '09:00', to: '24:00' }], sunday: [] },
  })

  await page.getByRole('button', { name: `Change ${name}` }).click()
  await sheet.getByLabel('Public holidays').selectOption('ignore')
  await sheet.getByRole('button', { name: 'Add hours on Saturday' }).click()
  await sheet.getByRole('button', { name: 'Remove these hours of Saturday' }).last().click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, name).getByText('open on public holidays').waitFor()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, name).getByText('open on public holidays').waitFor()
  const { pickup_location_id: id } = await findByName('/api/v1/pickup-locations', name)
  expect((await call('DELETE', `/api/v1/pickup-locations/${id}`)).status).toBe(204)
  await opened.close()
})

test('the preview shows what is typed as the tracking page shows it, and a pale colour is refused with its contrast', async () => {
  expect((await call('DELETE', '/api/v1/branding')).status).toBe(204)
  const opened = await openConsole('/settings/tracking-page')
  const { page } = opened
  await page.getByLabel('Name on the page').fill('Bread & Co')
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffee00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be darker').or(page.getByText('Must be darker')).first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Colour', exact: true }).getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'branding-pale')
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#7a0019')
  const logo = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
    'base64',
  )
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByRole('img', { name: 'The logo' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The look of the tracking page is stored.').first().waitFor()

  const shipment = await createShipment()
  for (const [theme, name] of [
    ['light', 'The page in a light browser'],
    ['dark', 'The page in a dark browser'],
  ] as const) {
    const preview = page.getByRole('img', { name })
    const accent = await page.evaluate(
      `getComputedStyle(document.querySelector('[aria-label="${name}"] [data-testid=accent]')).color`,
    )
    const tracking = await page.context().newPage()
    await tracking.emulateMedia({ colorScheme: theme })
    await tracking.goto(shipment.tracking_url)
    expect(await tracking.locator('header.brand').innerText()).toBe(await preview.getByTestId('brand').innerText())
    // The links of the page have the colour of the merchant, here that of the first mark.
    const shown = await tracking.evaluate(
      `(() => { const a = document.createElement('a'); document.body.append(a); return getComputedStyle(a).color })()`,
    )
    expect(shown).toBe(accent)
    await tracking.close()
  }

  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('img', { name: 'The logo' }).waitFor()
  expect((await call('DELETE', '/api/v1/branding')).status).toBe(204)
  await opened.close()
})

test('the paper of this browser is chosen in the settings, and the print station has it', async () => {
  const opened = await openConsole('/settings/printers')
  const { page } = opened
  await page.getByLabel('Print many labels on').selectOption('ZPL')
  await page.getByText('waybill labels print --follow --printer tcp://').waitFor()
  await page.reload()
  expect(await page.getByLabel('Print many labels on').inputValue()).toBe('zpl')
  await page.getByRole('navigation', { name: 'Screens' }).first().getByRole('link', { name: 'Print station' }).click()
  expect(await page.getByRole('combobox', { name: 'Paper' }).inputValue()).toBe('zpl')
  await opened.close()
})

test.each(LOOKS)('every tab fits and is accessible: $name', async ({ name: look, options }) => {
  const preset = dataOf(
    await post('/api/v1/parcel-presets', { name: aName('Shoes'), length_cm: 30, width_cm: 20, height_cm: 10 }),
    201,
  )
  const opened = await openConsole('/settings', options)
  const { page } = opened
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  for (const [tab, content] of [
    ['Pickup locations', page.getByRole('region', { name: 'Pickup locations' }).getByRole('button').first()],
    ['Parcel presets', rowOf(page, preset.name)],
    ['Printers', page.getByLabel('Print many labels on')],
    ['Tracking page', page.getByLabel('Name on the page')],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await content.waitFor()
    await picture(page, `settings-${tab.replaceAll(' ', '-').toLowerCase()}-${look}`)
    await expectSound(opened)
  }
  for (const [tab, button] of [
    ['Pickup locations', 'Add a pickup location'],
    ['Parcel presets', 'Add a parcel preset'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').getByLabel('Name').first().waitFor()
    await until(page, `document.activeElement?.closest('[role=dialog]')`)
    await picture(page, `${button.replaceAll(' ', '-').toLowerCase()}-${look}`)
    await expectSound(opened)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  expect((await call('DELETE', `/api/v1/parcel-presets/${preset.preset_id}`)).status).toBe(204)
  await opened.close()
})
