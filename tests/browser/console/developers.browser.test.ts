/** The screen Developers: keys, webhook endpoints and their deliveries, events, the log of calls. */
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { call, getData } from '../../e2e/api.ts'
import { createShipment } from '../../e2e/journeys.ts'
import { expectSound, openConsole, picture, useBrowser } from './console.ts'

useBrowser()

const SLOW_MS = 30_000

test('an endpoint is created, tested, paused; its delivery shows attempts and is sent again', async () => {
  const receiver = await startHttpReceiver()
  const opened = await openConsole('/developers?tab=webhooks')
  const { page } = opened
  const url = `${receiver.url}/${Date.now()}`
  await page.getByRole('button', { name: 'Create a webhook endpoint' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Create a webhook endpoint' })
  await form.getByRole('textbox', { name: 'Address (URL)' }).fill(url)
  await form.getByRole('checkbox', { name: 'webhook.*' }).check({ timeout: SLOW_MS })
  // The deliveries of other tests would push that of this one off the list.
  await form.getByRole('checkbox', { name: 'All events' }).uncheck()
  await form.getByRole('textbox', { name: 'Address (URL)' }).press('Enter')
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  await shown.waitFor({ timeout: SLOW_MS })
  expect(await shown.locator('output').textContent()).toMatch(/^whsec_/)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: url }).press('Enter')
  const sheet = page.getByRole('dialog', { name: url })
  await sheet.getByRole('button', { name: 'Send a test event' }).press('Enter')
  const delivery = sheet.getByRole('button', { name: /webhook\.test.*succeeded/ })
  await delivery.waitFor({ timeout: SLOW_MS })
  await delivery.press('Enter')
  await sheet.getByText('test', { exact: true }).waitFor()
  await picture(page, 'developers-endpoint')
  await expectSound(opened)
  await sheet.getByRole('button', { name: 'Send again' }).press('Enter')
  await sheet.getByText('manual', { exact: true }).waitFor({ timeout: SLOW_MS })
  expect(receiver.requests.length).toBeGreaterThanOrEqual(2)

  await sheet.getByRole('button', { name: 'Pause' }).press('Enter')
  await sheet.getByRole('button', { name: 'Resume' }).waitFor({ timeout: SLOW_MS })
  await sheet.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).press('Enter')
  await page.getByRole('link', { name: url }).waitFor({ state: 'detached', timeout: SLOW_MS })
  await opened.close()
  await receiver.stop()
})

test('past events are counted, sent again with progress, and the event shows who got it', async () => {
  const { shipment_id: id } = await createShipment()
  const receiver = await startHttpReceiver()
  onTestFinished(() => receiver.stop())
  const url = `${receiver.url}/${id}`
  const created = await call('POST', '/api/v1/webhooks/subscriptions', { body: { url, events: ['shipment.created'] } })
  const { subscription_id: endpoint } = getData(created, 201)
  onTestFinished(() => void call('DELETE', `/api/v1/webhooks/subscriptions/${endpoint}`))
  const opened = await openConsole('/developers?tab=webhooks')
  const { page } = opened
  await page.getByText('waybill webhooks listen --forward-to').waitFor({ timeout: SLOW_MS })
  await page.getByRole('link', { name: url }).press('Enter')
  const sheet = page.getByRole('dialog', { name: url })
  await sheet.getByRole('button', { name: 'Send past events again' }).press('Enter')
  await sheet.getByText(/events? (is|are) sent again/).waitFor({ timeout: SLOW_MS })
  await sheet.getByRole('combobox', { name: 'Events of' }).selectOption('the last 24 hours')
  await sheet.getByText(/events? (is|are) sent again/).waitFor({ timeout: SLOW_MS })
  await picture(page, 'developers-replay')
  await expectSound(opened)
  await sheet.getByRole('button', { name: 'Start the replay' }).press('Enter')
  await sheet.getByText('completed', { exact: true }).waitFor({ timeout: SLOW_MS })
  await expect.poll(() => receiver.requests.some(({ body }) => body.includes(id)), { timeout: SLOW_MS }).toBe(true)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Events', exact: true }).press('Enter')
  await page.getByRole('textbox', { name: 'ID of a shipment, quote or booking' }).fill(id)
  await page.getByRole('row').filter({ hasText: id }).getByRole('link', { name: 'shipment.created' }).press('Enter')
  const delivery = page.getByRole('dialog', { name: 'shipment.created' }).getByRole('listitem').filter({ hasText: url })
  await delivery.getByText('answered with 200').waitFor({ timeout: SLOW_MS })
  await delivery.getByRole('link', { name: 'shipment.created' }).press('Enter')
  await page.getByRole('dialog', { name: url }).waitFor({ timeout: SLOW_MS })
  await opened.close()
})
