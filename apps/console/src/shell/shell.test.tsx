/** The frame of the console: the menu, the palette, shortcuts, the environment, what the person sets. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findViolations } from '../testing/accessibility.ts'
import { failure, gone, list } from '../testing/api.ts'
import { fullAccount } from '../testing/full-account.ts'
import { openScreen } from '../testing/screen.tsx'
import { aSession, OWNER_SCOPES } from '../testing/session.ts'
import { aShipment, SHIPMENT_ID } from '../testing/shipments.ts'

const SCREENS = ['Today', 'Shipments', 'Ship', 'Print station', 'Costs', 'Developers', 'Carriers', 'Settings']
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const menu = () => within(screen.getAllByRole('navigation', { name: 'Screens' })[0] as HTMLElement)

test('every screen is in the menu, and named in the title', async () => {
  const page = await openScreen('/', { answers: fullAccount() })
  expect(
    menu()
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(SCREENS)
  for (const name of ['Shipments', 'Developers', 'Carriers']) {
    await page.user.click(menu().getByRole('link', { name }))
    await heading(name)
    expect(document.title).toContain(' · Waybill')
    expect(menu().getByRole('link', { name }).dataset.status).toBe('active')
  }
})

test('two keys in a row lead to a screen, unless a text is being typed', async () => {
  const page = await openScreen('/carriers', { answers: fullAccount() })
  await heading('Carriers')
  await page.user.keyboard('gt')
  await heading('Today')
  await page.user.keyboard('gs')
  await heading('Shipments')
  await page.user.type(await screen.findByRole('searchbox'), 'gt')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Shipments')
})

test('the palette finds commands by their names, and shipments by ID or text', async () => {
  const page = await openScreen('/', { answers: fullAccount() })
  await heading('Today')
  await page.user.keyboard('{Control>}k{/Control}')
  const palette = await screen.findByRole('dialog', { name: 'Commands' })
  await page.user.keyboard('carr')
  await waitFor(() => expect(within(palette).getAllByRole('option')[0]?.textContent).toContain('Carriers'))
  await page.user.keyboard('{Enter}')
  await heading('Carriers')
  expect(screen.queryByRole('dialog')).toBeNull()

  await page.user.click(screen.getByRole('button', { name: /^Commands/ }))
  await screen.findByRole('dialog', { name: 'Commands' })
  await page.user.keyboard('no command')
  await screen.findByRole('option', { name: 'Search shipments for “no command”' })
  await page.user.clear(screen.getByRole('combobox'))
  await page.user.keyboard(SHIPMENT_ID)
  await page.user.click(await screen.findByRole('option', { name: `Open shipment ${SHIPMENT_ID}` }))
  await waitFor(() => expect(page.address()).toBe(`/shipments/${SHIPMENT_ID}`))
})

test('the palette has every tab and setting, actions of other screens, and shipments as they are typed', async () => {
  const page = await openScreen('/settings/team', { answers: fullAccount() })
  const tabs = await within(await screen.findByRole('navigation', { name: 'Settings' })).findAllByRole('link')
  const names = tabs.map(({ textContent }) => textContent ?? '')
  await page.user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: 'Commands' }))
  const actions = [
    'Import shipments',
    'Invite a member',
    'Connect a carrier',
    'Webhooks',
    'Dark theme',
    'Deutsch',
    'Sign out',
  ]
  for (const name of [...names, ...actions]) palette.getByRole('option', { name })
  await page.user.keyboard('imp')
  await waitFor(() => expect(palette.getAllByRole('option')[0]?.textContent).toBe('Import shipments'))
  await page.user.clear(palette.getByRole('combobox'))
  await page.user.keyboard('grace')
  await waitFor(() => expect(page.api.callsTo('GET /shipments').at(-1)?.query.get('q')).toBe('grace'))
  await page.user.click(await palette.findByRole('option', { name: /^ORDER-1 *Grace Miller, London/ }))
  await waitFor(() => expect(page.address()).toBe(`/shipments/${SHIPMENT_ID}`))
})

test('Enter opens the shipment that is meant, and does what was selected when it was pressed', async () => {
  const page = await openScreen('/carriers', { answers: fullAccount() })
  const type = async (text: string) => {
    await page.user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Commands' })
    await page.user.keyboard(text)
  }
  const selected = () => screen.getByRole('option', { selected: true }).textContent
  await heading('Carriers')
  await type('order-1')
  await waitFor(() => expect(selected()).toMatch(/^ORDER-1/))
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toBe(`/shipments/${SHIPMENT_ID}`))

  // A shipment of the text before goes with it.
  await type('order-1')
  await waitFor(() => expect(selected()).toMatch(/^ORDER-1/))
  page.api.answer({ 'GET /shipments': list([]) })
  await page.user.keyboard('0')
  await waitFor(() => expect(selected()).toBe('Search shipments for “order-10”'))
  page.api.answer({ 'GET /shipments': list([aShipment()]) })
  await page.user.keyboard('{Escape}')

  // Back at the search: it stays selected.
  await type('order-1')
  await waitFor(() => expect(selected()).toMatch(/^ORDER-1/))
  await page.user.keyboard('{ArrowUp}')
  expect(selected()).toBe('Search shipments for “order-1”')

  // Pressed before the shipment was shown, and handled after it has come.
  await page.user.keyboard('{Escape}')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  await type('order-1')
  await waitFor(() => expect(selected()).toMatch(/^ORDER-1/))
  fireEvent(screen.getByRole('combobox'), enter)
  await waitFor(() => expect(page.address()).toBe('/shipments?q=order-1'))
})

test('keys that are pressed before the palette is there are typed into it, and run no shortcut', async () => {
  await openScreen('/carriers', { answers: fullAccount() })
  await heading('Carriers')
  // One after the other, without waiting for the palette.
  const typed = ['g', 't', 'Backspace', 'Backspace', ...'print st', 'Enter'].map((key) => ({ key }))
  for (const init of [{ key: 'k', ctrlKey: true }, ...typed]) fireEvent.keyDown(document.body, init)
  await heading('Print station')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shortcuts of single keys are listed, and can be switched off', async () => {
  const page = await openScreen('/carriers', { answers: fullAccount() })
  await heading('Carriers')
  await page.user.keyboard('?')
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  help.getByText('Print station')
  await page.user.click(help.getByRole('switch', { name: 'Shortcuts of single keys' }))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await page.user.keyboard('gt?')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Carriers')
  // Those with Control work on.
  await page.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Commands' })
  await page.reload()
  await heading('Carriers')
  await page.user.keyboard('gt')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Carriers')
})

test('theme and language are kept, and the page changes without a reload', async () => {
  const page = await openScreen('/', { answers: fullAccount() })
  await heading('Today')
  await page.user.click(screen.getByRole('button', { name: 'Account of Ada Miller' }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }))
  await heading('Heute')
  expect(document.documentElement.lang).toBe('de')
  await page.user.click(screen.getByRole('button', { name: /^Konto von/ }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Dunkel' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  await page.reload()
  await heading('Heute')
})

test('the environment is in view, and another one opens without anything of the first', async () => {
  const environments = [
    { environment_id: 'env_test', name: 'Sandbox', livemode: false, scopes: OWNER_SCOPES },
    { environment_id: 'env_live', name: 'Shop', livemode: true, scopes: OWNER_SCOPES },
  ]
  const page = await openScreen('/settings/printers', { answers: fullAccount(), session: aSession({ environments }) })
  await screen.findByLabelText('Print many labels on')
  expect(document.querySelector('.test-stripes')).not.toBeNull()
  await page.user.click(screen.getByRole('button', { name: /^Environment\s*Sandbox\s*Test$/ }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: /Shop/ }))
  await heading('Today')
  expect(document.querySelector('.test-stripes')).toBeNull()
  await waitFor(() => expect(page.api.calls.at(-1)?.headers.get('waybill-environment')).toBe('env_live'))
  expect(new URL(window.location.href).searchParams.get('env')).toBe('env_live')
  // The browser comes back to it.
  await page.reload()
  await screen.findByRole('button', { name: /^Environment\s*Shop\s*Live$/ })
})

test('an address without a page says so within the frame', async () => {
  const page = await openScreen('/nowhere', { answers: fullAccount() })
  await screen.findByText('There is no page at this address')
  expect(await findViolations()).toEqual([])
  await page.user.click(screen.getByRole('link', { name: 'Go to Today' }))
  await heading('Today')
})

test('the page says while the network is gone', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get')
  await openScreen('/carriers', { answers: fullAccount() })
  await heading('Carriers')
  const text = /^You are offline\./
  expect(screen.queryByText(text)).toBeNull()
  online.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  await screen.findByText(text)
  expect(await findViolations()).toEqual([])
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

test('a session that ends under a page asks to sign in over it, and what was typed stays', async () => {
  const page = await openScreen('/account', { answers: fullAccount() })
  await page.fill(await screen.findByLabelText('Current password'), 'half typed')
  page.api.answer({ 'DELETE /sessions/:id': gone(), 'PATCH /session/user': failure(401, { code: 'unauthenticated' }) })
  await page.user.click(screen.getByRole('button', { name: 'Set the password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
  page.api.answer({ 'POST /session': aSession() })
  expect((await dialog.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('ada@example.com')
  await page.fill(dialog.getByLabelText('Password'), 'correct horse')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('half typed')
  expect(page.api.sentTo('POST /session')).toMatchObject([{ merchant_id: aSession().merchant.merchant_id }])
})

test('who has no password signs in by a link in another tab, and the page goes on', async () => {
  const session = aSession()
  const withoutPassword = { ...session, user: { ...session.user, has_password: false } }
  const page = await openScreen('/shipments', { answers: fullAccount(), session: withoutPassword })
  await heading('Shipments')
  page.api.answer({ 'GET /shipments': failure(401, { code: 'session_ended' }), 'GET /session': failure(401, {}) })
  await page.user.type(await screen.findByRole('searchbox'), 'abc')
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
  dialog.getByText(/^You have no password\./)
  page.api.answer({ ...fullAccount(), 'GET /session': withoutPassword })
  act(() => void window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('abc')
})
