/** The screen Developers: keys, webhook endpoints and their deliveries, events, the log of calls. */
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { call, dataOf } from '../../e2e/api.ts'
import { createShipment } from '../../e2e/journeys.ts'
import { expectSound, findViolations, LOOKS, openConsole, openScreen, picture, tabTo, useBrowser } from './console.ts'

useBrowser()

const SLOW_MS = 30_000
const aName = (what: string) => `${what} ${process.pid}-${Date.now()}`

test.each(LOOKS)('the tabs are sound: $name', async ({ name, options }) => {
  await createShipment()
  const opened = await openScreen('/developers', options)
  const { page } = opened
  for (const tab of ['API keys', 'Webhooks', 'Events', 'Event types', 'API log']) {
    await page.getByRole('tab', { name: tab }).click()
    const panel = page.getByRole('tabpanel')
    await panel.getByRole('status', { name: 'Loading' }).waitFor({ state: 'hidden', timeout: SLOW_MS })
    await picture(page, `developers-${tab.replace(' ', '-')}-${name}`)
    await expectSound(opened)
  }
  await opened.close()
})

test('a key is created, rotated and revoked by keyboard; its token is shown once', async () => {
  const opened = await openConsole('/developers?tab=keys')
  const { page } = opened
  const name = aName('Shop')
  await page.getByRole('button', { name: 'Create an API key' }).waitFor()
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'Create an API key' })
  await form.waitFor()
  await tabTo(page, 'Create key')
  await page.keyboard.press('Enter')
  await form.getByRole('alert').waitFor()
  await picture(page, 'developers-key-form')
  expect(await findViolations(page)).toEqual([])
  // Only the refused call itself.
  expect(opened.complaints).toEqual([expect.stringContaining('422')])
  await form.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type(name)
  await form.getByRole('checkbox', { name: 'shipments:read' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: `Token of ${name}` })
  await shown.waitFor({ timeout: SLOW_MS })
  const token = (await shown.locator('output').textContent()) ?? ''
  expect((await call('GET', '/api/v1/shipments?limit=1', { token })).status).toBe(200)
  expect((await call('POST', '/api/v1/shipments', { token, body: {} })).status).toBe(403)
  await tabTo(page, 'I have copied it')
  await page.keyboard.press('Enter')
  await shown.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('cell', { name, exact: true }).waitFor()
  expect(await page.content()).not.toContain(token)

  await page.getByRole('button', { name: `Rotate ${name}` }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate key' }).press('Enter')
  await shown.waitFor({ timeout: SLOW_MS })
  const next = (await shown.locator('output').textContent()) ?? ''
  expect(next).not.toBe(token)
  for (const one of [token, next]) {
    expect((await call('GET', '/api/v1/shipments?limit=1', { token: one })).status).toBe(200)
  }
  await page.keyboard.press('Escape')
  const revoke = page.getByRole('button', { name: `Revoke ${name}` })
  await revoke.nth(1).waitFor({ timeout: SLOW_MS })
  await revoke.first().press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).press('Enter')
  await page.getByText(`${name} is revoked`).first().waitFor({ timeout: SLOW_MS })
  await opened.close()
})

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
  await form.getByRole('checkbox', { name: '*', exact: true }).uncheck()
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

test('a change of an endpoint on a stale state keeps what was typed, and is made on the new one', async () => {
  const url = 'https://receiver.example.com/stale'
  const body = { url, events: ['webhook.subscription_disabled'] }
  const { subscription_id: id } = dataOf(await call('POST', '/api/v1/webhooks/subscriptions', { body }), 201)
  const opened = await openConsole('/developers?tab=webhooks')
  const { page } = opened
  await page.getByRole('link', { name: url }).press('Enter')
  const path = `/api/v1/webhooks/subscriptions/${id}`
  await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Change the endpoint' })
  await form.getByLabel('Order').selectOption('per_subject')
  dataOf(await call('PATCH', path, { body: { url: `${url}/later` } }), 200)
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await form.getByText('Somebody else has changed this in between.').waitFor({ timeout: SLOW_MS })
  expect(await form.getByLabel('Order').inputValue()).toBe('per_subject')
  await form.getByRole('button', { name: 'Save over the new state' }).press('Enter')
  await form.waitFor({ state: 'detached', timeout: SLOW_MS })
  expect(dataOf(await call('GET', path), 200)).toMatchObject({ url: `${url}/later`, ordering: 'per_subject' })
  expect(opened.complaints).toEqual([expect.stringContaining('412')])
  await call('DELETE', path)
  await opened.close()
})

test('what was typed in the form of an endpoint is dropped with it, and cannot reach a later state', async () => {
  const url = 'https://receiver.example.com/dropped'
  const body = { url, events: ['webhook.subscription_disabled'] }
  const { subscription_id: id } = dataOf(await call('POST', '/api/v1/webhooks/subscriptions', { body }), 201)
  const opened = await openConsole('/developers?tab=webhooks')
  const { page } = opened
  await page.getByRole('link', { name: url }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Change the endpoint' })
  for (const typed of [`${url}/staging`, null]) {
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await form.waitFor({ timeout: SLOW_MS })
    expect(await form.getByLabel('Address (URL)').inputValue()).toBe(url)
    if (typed !== null) await form.getByLabel('Address (URL)').fill(typed)
    await form.getByRole('button', { name: 'Go back' }).press('Enter')
    await form.waitFor({ state: 'detached', timeout: SLOW_MS })
  }
  await call('DELETE', `/api/v1/webhooks/subscriptions/${id}`)
  await opened.close()
})

test('past events are counted, sent again with progress, and the event shows who got it', async () => {
  const { shipment_id: id } = await createShipment()
  const receiver = await startHttpReceiver()
  onTestFinished(() => receiver.stop())
  const url = `${receiver.url}/${id}`
  const created = await call('POST', '/api/v1/webhooks/subscriptions', { body: { url, events: ['shipment.created'] } })
  const { subscription_id: endpoint } = dataOf(created, 201)
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

test('the event types are listed with their meaning and an example, and can be searched', async () => {
  const opened = await openConsole('/developers?tab=catalogue')
  const { page } = opened
  const list = page.getByRole('list', { name: 'Event types' })
  await list.getByText('shipment.created', { exact: true }).waitFor({ timeout: SLOW_MS })
  const { data: types } = (await call('GET', '/api/v1/webhooks/event-types')).body
  expect(await list.getByRole('listitem').count()).toBe(types.length)
  await page.getByRole('searchbox', { name: 'Search the event types' }).fill('proof_ready')
  await list.getByText('shipment.created', { exact: true }).waitFor({ state: 'detached' })
  const found = list.getByRole('listitem').filter({ has: page.getByText('booking.proof_ready', { exact: true }) })
  await found.locator('summary').press('Enter')
  await found.getByRole('region', { name: 'Example of booking.proof_ready' }).waitFor()
  await picture(page, 'developers-catalogue')
  await expectSound(opened)
  await page.getByRole('link', { name: 'Latest events: booking.proof_ready' }).press('Enter')
  const type = page.getByRole('combobox', { name: 'Event type' })
  await type.waitFor({ timeout: SLOW_MS })
  expect(await type.inputValue()).toBe('booking.proof_ready')
  await opened.close()
})

test('an event appears as it happens, and its document opens', async () => {
  const opened = await openConsole('/developers?tab=events')
  const { page } = opened
  await page.locator('[data-connection=live]').waitFor()
  const { shipment_id: id } = await createShipment()
  await page.getByRole('textbox', { name: 'ID of a shipment, quote or booking' }).fill(id)
  const link = page.getByRole('row').filter({ hasText: id }).getByRole('link', { name: 'shipment.created' })
  await link.waitFor({ timeout: SLOW_MS })
  await link.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'shipment.created' })
  await sheet.getByRole('region', { name: 'Event as JSON' }).getByText(id).first().waitFor({ timeout: SLOW_MS })
  await picture(page, 'developers-event')
  await expectSound(opened)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await opened.close()
})

test('a failed call is in the log with its request and answer, without personal data', async () => {
  const failed = await call('POST', '/api/v1/shipments', { body: { merchant_order_ref: 'Ada Lovelace' } })
  expect(failed.status).toBe(422)
  const requestId = failed.headers.get('x-request-id') ?? ''
  const opened = await openConsole(`/developers?tab=log&answer=4xx&request=${requestId}`)
  const { page } = opened
  const link = page.getByRole('link', { name: 'POST /api/v1/shipments' })
  await link.waitFor({ timeout: SLOW_MS })
  await link.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'POST /api/v1/shipments' })
  await sheet.getByRole('region', { name: 'Answer as JSON' }).waitFor({ timeout: SLOW_MS })
  expect(await sheet.textContent()).not.toContain('Lovelace')
  await picture(page, 'developers-call')
  await expectSound(opened)
  await opened.close()
})

test.each([LOOKS[0], LOOKS[3]])(
  'a fault of a carrier is planned, shown and removed: $name',
  async ({ name, options }) => {
    const opened = await openConsole('/developers?tab=simulator', options)
    const { page } = opened
    await page.getByLabel('What goes wrong').selectOption('label')
    await page.getByLabel('How', { exact: true }).selectOption('server_error')
    expect(await page.getByLabel('How many calls').inputValue()).toBe('4')
    await page.getByLabel('How many calls').fill('many')
    await page.getByRole('button', { name: 'Plan the fault' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(opened.complaints.splice(0)).toEqual([expect.stringContaining('422')])
    await page.getByLabel('What goes wrong').selectOption('report')
    await page.getByLabel('How', { exact: true }).selectOption('out_of_order')
    await page.getByLabel('Over after').fill('5')
    await page.getByLabel('Over after').press('Enter')
    const planned = page.getByRole('listitem').filter({ hasText: 'Reports come out of order' })
    await planned.getByText('1 of 1 calls left').waitFor()
    await expectSound(opened)
    await picture(page, `developers-simulator-${name}`)
    const carrier = page.getByLabel('Carrier', { exact: true })
    await planned.getByText(`${await carrier.inputValue()}, `).waitFor()
    for (let times = 0; times < 2; times += 1) {
      await planned.getByRole('button', { name: /^Remove/ }).press('Enter')
      await page.getByText('No fault is planned').waitFor()
      // The same once more is another fault.
      if (times === 0) await page.getByRole('button', { name: 'Plan the fault' }).press('Enter')
      if (times === 0) await planned.waitFor()
    }
    await opened.close()
  },
)
