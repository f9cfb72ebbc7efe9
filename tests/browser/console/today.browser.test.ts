/** The queue of work: what waits for somebody, live, each with its action. */
import { expect, test } from 'vitest'
import { post } from '../../e2e/api.ts'
import { aReference, bookShipment, createShipment, untilStatus } from '../../e2e/journeys.ts'
import { expectSound, LOOKS, openConsole, picture, useBrowser } from './console.ts'

useBrowser()

test.each(LOOKS)('the queue is sound: $name', async ({ name, options }) => {
  await createShipment({ merchant_order_ref: `${aReference()} <b>bold</b>` })
  const opened = await openConsole('/', options)
  const { page } = opened
  await page.getByRole('region', { name: 'Shipments to book' }).getByRole('listitem').first().waitFor()
  await page.locator('[data-connection=live]').waitFor()
  await picture(page, `today-${name}`)
  await expectSound(opened)
  await opened.close()
})

test('a delivery that fails appears by itself, and is opened', async () => {
  const opened = await openConsole('/')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  const { shipment } = await bookShipment()
  const path = `/api/v1/simulator/shipments/${shipment.shipment_id}/advance`
  for (const body of [{ status: 'picked_up' }, { status: 'failed' }]) expect((await post(path, body)).status).toBe(200)
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'failed')
  const trouble = page.getByRole('region', { name: 'Deliveries with a problem' })
  const row = trouble.getByRole('listitem').filter({ hasText: shipment.merchant_order_ref })
  await row.getByText('Failed').waitFor()
  await row.getByRole('link', { name: 'Open' }).press('Enter')
  await expect.poll(() => page.url()).toContain(`/shipments/${shipment.shipment_id}`)
  await opened.close()
})

test('the way to book many leads to the list of those', async () => {
  await createShipment({ merchant_order_ref: aReference() })
  const opened = await openConsole('/')
  const { page } = opened
  await page.getByRole('link', { name: 'Book many at once' }).press('Enter')
  await page.getByRole('link', { name: 'To book' }).and(page.locator('[aria-current=page]')).waitFor()
  expect(await page.getByLabel('Order').inputValue()).toBe('created_at')
  await expectSound(opened)
  await opened.close()
})
