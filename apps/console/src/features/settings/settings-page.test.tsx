import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fullAccount } from '../../testing/full-account.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../testing/session.ts'

const tabs = () => screen.getByRole('navigation', { name: 'Settings' })
const tabNames = () =>
  within(tabs())
    .getAllByRole('link')
    .map((link) => link.textContent)

test('each tab has an address, and the first one opens without one', async () => {
  const page = await openScreen('/settings', { answers: fullAccount() })
  await screen.findByRole('region', { name: 'Team' })
  expect(tabNames()).toEqual([
    'Team',
    'Single sign-on',
    'Pickup locations',
    'Parcel presets',
    'Customs',
    'Returns',
    'Printers',
    'Tracking page',
    'Audit log',
  ])
  const team = within(tabs()).getByRole('link', { name: 'Team' })
  expect(team.getAttribute('aria-current')).toBe('page')
  await page.user.click(within(tabs()).getByRole('link', { name: 'Printers' }))
  await screen.findByLabelText('Print many labels on')
  expect(page.address()).toBe('/settings/printers')
  expect(document.title).toBe('Printers · Waybill')
})

test('an unknown tab says so, and the others can be reached from it', async () => {
  const page = await openScreen('/settings/nowhere', { answers: fullAccount() })
  await screen.findByText('There is no such page for you')
  within(tabs()).getByRole('link', { name: 'Team' }).focus()
  await page.user.keyboard('{Enter}')
  await screen.findByRole('table', { name: 'Members' })
  expect(page.address()).toBe('/settings/team')
  expect(document.title).toBe('Team · Waybill')
})

test('a tab that the role does not include is not shown, and its address says so', async () => {
  const scopes = READER_SCOPES.filter((scope) => scope !== 'audit_log:read')
  await openScreen('/settings/audit-log', { answers: fullAccount(), session: aSession({ role: 'viewer', scopes }) })
  await screen.findByText('There is no such page for you')
  expect(tabNames()).toEqual([
    'Team',
    'Pickup locations',
    'Parcel presets',
    'Customs',
    'Returns',
    'Printers',
    'Tracking page',
  ])
})

test.each(['/settings/parcel-presets', '/settings/pickup-locations', '/settings/tracking-page'])(
  'who may only read sees %s without what changes it',
  async (path) => {
    const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
    const page = await openScreen(path, { answers: fullAccount(), session })
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
    await waitFor(() => expect(screen.getByRole('main').textContent).toMatch(/Shoes|Hall|Name on the page/))
    const changing = within(screen.getByRole('main')).queryAllByRole('button', {
      name: /^(Add|Change|Delete|Save|Choose)/,
    })
    expect(changing).toEqual([])
    // The shortcut that adds one is not there, either.
    await page.user.keyboard('c')
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test.each([
  'team',
  'single-sign-on',
  'pickup-locations',
  'parcel-presets',
  'returns',
  'printers',
  'tracking-page',
  'audit-log',
])('the page has one width: %s sets none', async (path) => {
  await openScreen(`/settings/${path}`, { answers: fullAccount() })
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
  const [tab] = screen.getByTestId('settings').children
  expect(tab?.className).not.toContain('max-w-')
})
