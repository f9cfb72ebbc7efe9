import { expect, test } from 'vitest'
import { call } from '../../e2e/api.ts'
import { createShipment } from '../../e2e/journeys.ts'
import { openConsole, picture, useBrowser } from './console.ts'

useBrowser()

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
