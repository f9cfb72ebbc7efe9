/** Every screen while it loads, after the API has failed, and once it has answered again. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../testing/accessibility.ts'
import { type Answers, failure } from '../testing/api.ts'
import { fullAccount } from '../testing/full-account.ts'
import { openScreen } from '../testing/screen.tsx'
import { SHIPMENT_ID } from '../testing/shipments.ts'

const MESSAGE = 'The database is unavailable. Retry.'

/** Those that show something of the API at once. */
const SCREENS = [
  ...[
    '/',
    '/shipments',
    `/shipments/${SHIPMENT_ID}`,
    '/print',
    '/print?tab=book',
    '/print?tab=day',
    '/carriers',
    '/carriers/own-fleet',
  ],
  ...['keys', 'webhooks', 'events', 'catalogue', 'log', 'simulator'].map((tab) => `/developers?tab=${tab}`),
  ...['team', 'single-sign-on', 'pickup-locations', 'parcel-presets', 'customs', 'tracking-page', 'audit-log'].map(
    (tab) => `/settings/${tab}`,
  ),
  '/account',
]

test.each(SCREENS)('%s says that it loads and what has failed, and comes back', async (path) => {
  const { promise: held, resolve: fail } = Promise.withResolvers<void>()
  const failing: Answers = Object.fromEntries(
    Object.keys(fullAccount()).map((key) => [key, () => held.then(() => failure(500, { message: MESSAGE }))]),
  )
  const { api, user } = await openScreen(path, { answers: failing })
  expect((await screen.findAllByRole('status', { name: 'Loading' })).length).toBeGreaterThan(0)
  expect(await findViolations()).toEqual([])

  fail()
  const failed = await screen.findAllByText(MESSAGE)
  for (const message of failed) expect(message.closest('[role=alert]')).not.toBeNull()
  expect(await findViolations()).toEqual([])

  api.answer(fullAccount())
  for (;;) {
    const [again] = screen.queryAllByRole('button', { name: 'Try again' })
    if (!again) break
    again.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(again.isConnected).toBe(false))
  }
  await waitFor(() => expect(screen.queryByText(MESSAGE)).toBeNull())
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
  expect(await findViolations()).toEqual([])
})
