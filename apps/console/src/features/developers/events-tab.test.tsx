import { screen, waitFor, within } from '@testing-library/react'
import type { WaybillEvent } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { list } from '../../testing/api.ts'
import { aDelivery, anEndpoint, anEvent } from '../../testing/developers.ts'
import { fullAccount } from '../../testing/full-account.ts'
import { openScreen } from '../../testing/screen.tsx'
import { SHIPMENT_ID } from '../../testing/shipments.ts'

const PATH = '/developers?tab=events'

test('an event appears as it happens, until the list is held', async () => {
  const events: WaybillEvent[] = []
  const page = await openScreen(PATH, { answers: { ...fullAccount(), 'GET /events': () => list(events) } })
  await screen.findByText('No events')
  events.unshift(anEvent())
  page.api.emit(anEvent())
  await screen.findByRole('link', { name: 'shipment.created' })

  await page.user.click(screen.getByRole('switch', { name: 'Live' }))
  events.unshift(anEvent('shipment.updated'))
  page.api.emit(anEvent('shipment.updated'))
  await waitFor(() => expect(page.api.callsTo('GET /events').length).toBeGreaterThan(2))
  expect(screen.queryByRole('link', { name: 'shipment.updated' })).toBeNull()
  await page.user.click(screen.getByRole('switch', { name: 'Live' }))
  await screen.findByRole('link', { name: 'shipment.updated' })
})

test('the events of a thing are asked for by its ID, which the address keeps', async () => {
  const page = await openScreen(PATH, { answers: { ...fullAccount(), 'GET /events': list([anEvent()]) } })
  await page.fill(await screen.findByRole('textbox', { name: 'ID of a shipment, quote or booking' }), SHIPMENT_ID)
  await waitFor(() => expect(page.api.callsTo('GET /events').at(-1)?.query.get('subject_id')).toBe(SHIPMENT_ID))
  expect(page.address()).toBe(`${PATH}&subject=${SHIPMENT_ID}`)
})

test('an event shows its document and who got it, and leads to the delivery', async () => {
  const page = await openScreen(PATH, { answers: fullAccount() })
  await page.user.click(await screen.findByRole('link', { name: 'shipment.created' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'shipment.created' }))
  const document = await sheet.findByRole('region', { name: 'Event as JSON' })
  expect(document.textContent).toContain(SHIPMENT_ID)
  const delivery = within((await sheet.findByText(anEndpoint().url)).closest('li') as HTMLElement)
  delivery.getByText(/answered with 200/)
  await page.user.click(delivery.getByRole('link', { name: 'shipment.created' }))
  await screen.findByRole('dialog', { name: anEndpoint().url })
  expect(page.address()).toContain(`delivery=${aDelivery().delivery_id}`)
})

test('an event that no endpoint has subscribed to says so', async () => {
  const answers = { ...fullAccount(), 'GET /webhooks/subscriptions/:id/deliveries': list([]) }
  await openScreen(`${PATH}&event=${anEvent().id}`, { answers })
  await screen.findByText('No endpoint has subscribed to it.')
})
