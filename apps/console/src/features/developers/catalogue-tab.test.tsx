import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { list } from '../../testing/api.ts'
import { anEventType } from '../../testing/developers.ts'
import { fullAccount } from '../../testing/full-account.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'

const types = [anEventType('shipment.created'), anEventType('booking.proof_ready')]
const answers = { ...fullAccount(), 'GET /webhooks/event-types': list(types) }

test('the event types are listed with their meaning and an example, can be searched, and lead to their events', async () => {
  const page = await openScreen('/developers?tab=catalogue', { answers })
  const all = within(await screen.findByRole('list', { name: 'Event types' }))
  expect(all.getAllByRole('listitem')).toHaveLength(types.length)
  all.getByText('Sent for shipment.created.')
  const search = screen.getByRole('searchbox', { name: 'Search the event types' })
  await page.fill(search, 'teleported')
  await screen.findByText('No type has these words.')
  await page.fill(search, 'PROOF_ready sent')
  await waitFor(() => expect(all.queryByText('shipment.created')).toBeNull())
  const details = all.getByText('Example').closest('details') as HTMLDetailsElement
  details.open = true
  await all.findByRole('region', { name: 'Example of booking.proof_ready' })
  await page.user.click(screen.getByRole('link', { name: 'Latest events: booking.proof_ready' }))
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Event type' })).value).toBe(
    'booking.proof_ready',
  )
  expect(page.address()).toBe('/developers?tab=events&type=booking.proof_ready')
})

test('who may not read events has no way to them', async () => {
  const scopes = READER_SCOPES.filter((scope) => scope !== 'events:read')
  await openScreen('/developers?tab=catalogue', { answers, session: aSession({ scopes }) })
  await screen.findByText('booking.proof_ready')
  expect(screen.queryByRole('link', { name: /^Latest events/ })).toBeNull()
})
