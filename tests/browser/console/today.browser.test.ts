/** The queue of work: what waits for somebody, live, each with its action. */

import { aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { dataOf, post } from '../../e2e/api.ts'
import { advance, aReference, bookShipment, createShipment, untilStatus } from '../../e2e/journeys.ts'
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

test('a wrong address appears by itself, and leads to the form that mends it', async () => {
  const opened = await openConsole('/')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  const { shipment } = await bookShipment()
  expect((await advance(shipment.shipment_id, { incident: 'incorrect_address' })).status).toBe(200)
  const wrong = page.getByRole('region', { name: 'Address problems' })
  const row = wrong.getByRole('listitem').filter({ hasText: shipment.merchant_order_ref })
  await row.getByRole('link', { name: 'Fix the address' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Post code').first().waitFor()
  expect(page.url()).toContain(`/shipments/${shipment.shipment_id}`)
  await expectSound(opened)
  await opened.close()
})

test('a search that ends without a courier appears by itself', async () => {
  const opened = await openConsole('/')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  const document = aShipmentDocument({ merchant_order_ref: aReference(), dispatch: { max_total_amount: '0.01' } })
  const { shipment_id } = dataOf(await post('/api/v1/shipments/on-demand', document), 201)
  await untilStatus(`/api/v1/shipments/${shipment_id}`, 'failed')
  const none = page.getByRole('region', { name: 'No courier' })
  await none.getByRole('listitem').filter({ hasText: document.merchant_order_ref }).getByText('None found').waitFor()
  await opened.close()
})

test('j and k go from task to task, and Enter books the one', async () => {
  await createShipment({ merchant_order_ref: aReference() })
  await createShipment({ merchant_order_ref: aReference() })
  const opened = await openConsole('/')
  const { page } = opened
  await page
    .getByRole('region', { name: 'Shipments to book' })
    .getByRole('link', { name: 'Book', exact: true })
    .nth(1)
    .waitFor()
  const focused = () =>
    page.evaluate('[...document.querySelectorAll("[data-work-action]")].indexOf(document.activeElement)')
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(0)
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(1)
  await page.keyboard.press('k')
  await expect.poll(focused).toBe(0)
  const book = page
    .getByRole('region', { name: 'Shipments to book' })
    .getByRole('link', { name: 'Book', exact: true })
    .first()
  await book.press('Enter')
  await expect.poll(() => page.url()).toContain('/ship?')
  await opened.close()
})
