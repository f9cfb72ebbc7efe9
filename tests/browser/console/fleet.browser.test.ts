/** Deliveries by own drivers, run from the console alone: prices, drivers, tokens, jobs. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { admin, get, getData, post } from '../../e2e/api.ts'
import { aReference } from '../../e2e/journeys.ts'
import { createTenant } from '../../e2e/tenant.ts'
import { agreeToSignIn, type ConsolePage, DESKTOP, picture, useBrowser, visit } from './console.ts'

useBrowser()

type Options = NonNullable<Parameters<typeof visit>[1]>

/** A merchant without anything, as its owner sees it: rate cards would change the offers of other tests. */
async function aFleet(options: Options = DESKTOP) {
  const tenant = await createTenant()
  const owner = { email: `fleet-${crypto.randomUUID()}@example.com`, name: 'Ada Miller' }
  const { sign_in_url } = getData(await admin('POST', `/admin/merchants/${tenant.merchant_id}/owners`, owner), 201)
  const search = new URLSearchParams({ next: '/carriers/own-fleet' })
  const opened: ConsolePage = await visit(`/sign-in?${search}${new URL(sign_in_url).hash}`, options)
  await agreeToSignIn(opened.page)
  await opened.page.getByRole('heading', { name: 'Prices' }).waitFor()
  return { token: tenant.access_token as string, opened, page: opened.page }
}

async function bookOwnDriver(token: string): Promise<{ booking_id: string; reference: string }> {
  const reference = aReference()
  const document = aShipmentDocument({ merchant_order_ref: reference })
  const { shipment_id } = getData(await post('/api/v1/shipments', document, { token }), 201)
  const { options } = getData(await post('/api/v1/quotes', { shipment_id }, { token }), 201)
  const option = options.find(({ carrier_code }: { carrier_code: string }) => carrier_code === 'own_fleet')
  const body = { quote_option_id: option.quote_option_id }
  const { booking_id } = getData(await post(`/api/v1/shipments/${shipment_id}/book`, body, { token }), 201)
  return { booking_id, reference }
}

test('prices, a driver with a token, a job that is assigned: everything from the console', async () => {
  const { token, opened, page } = await aFleet()
  await page.getByText('No prices yet').waitFor()
  await page.getByRole('button', { name: 'Add a rate card' }).press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name').fill('City')
  await sheet.getByLabel('Currency').fill('gbp')
  await sheet.getByRole('combobox', { name: 'Country' }).click()
  await page.getByPlaceholder('Search').fill('United Kingdom')
  await page.keyboard.press('Enter')
  await sheet.getByLabel('For every delivery').fill('4')
  await sheet.getByLabel('For each kilometre').fill('0.505')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await sheet.getByRole('alert').waitFor()
  expect(await sheet.getByLabel('For each kilometre').getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'fleet-card-wrong')
  await sheet.getByLabel('For each kilometre').fill('0.50')
  await sheet.getByText('5 km and 2 kg cost £6.50 before tax.').waitFor()
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  const prices = page.getByRole('list', { name: 'Prices' })
  await prices.getByText('£4.00 + £0.50 per km').waitFor()

  await page.getByRole('button', { name: 'Add a driver' }).press('Enter')
  await sheet.getByLabel('Name').fill('Dora Driver')
  await sheet.getByLabel('Phone').fill('+44 20 7946 0000')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  const driverToken = await page.getByTestId('driver-token').innerText()
  expect(getData(await get('/api/v1/driver/jobs', { token: driverToken }), 200)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  const drivers = page.getByRole('list', { name: 'Drivers' })
  await drivers.getByText('on duty', { exact: true }).waitFor()

  // Another one accepts nothing, so that the console decides.
  const idle = getData(await post('/api/v1/drivers', { name: 'Idris Idle', available: false }, { token }), 201)
  await page.reload()
  const { booking_id, reference } = await bookOwnDriver(token)
  const jobs = page.getByRole('list', { name: 'Jobs' })
  await jobs.getByText(reference).waitFor()
  await page.getByLabel(`Driver of ${reference}`).selectOption({ value: idle.driver_id })
  await page.getByText('The job is assigned.').first().waitFor()
  await drivers.getByRole('listitem').filter({ hasText: 'Idris Idle' }).getByText(reference).waitFor()
  expect(getData(await get(`/api/v1/bookings/${booking_id}`, { token }), 200).driver.name).toBe('Idris Idle')
  await picture(page, 'fleet')

  // A driver with jobs stays; one without goes.
  await page.getByRole('button', { name: 'More about Idris Idle' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the driver' }).click()
  await page.getByRole('alertdialog').getByRole('alert').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More about Dora Driver' }).click()
  await page.getByRole('menuitem', { name: 'New token' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new token' }).click()
  expect(await page.getByTestId('driver-token').innerText()).not.toBe(driverToken)
  expect((await get('/api/v1/driver/jobs', { token: driverToken })).status).toBe(401)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('switch', { name: 'Dora Driver is on duty' }).press('Space')
  await drivers.getByRole('listitem').filter({ hasText: 'Dora Driver' }).getByText('off duty').waitFor()
  await opened.close()
})
