/** What a merchant sets up once: each tab of the settings has an address. */
import { expect, test } from 'vitest'
import { expectSound, openConsole, useBrowser } from './console.ts'

useBrowser()

test('each tab has an address, and an unknown one says so', async () => {
  const opened = await openConsole('/settings')
  const { page } = opened
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  const team = tabs.getByRole('link', { name: 'Team' })
  await page.getByRole('region', { name: 'Team' }).waitFor()
  expect(await team.getAttribute('aria-current')).toBe('page')
  await page.goto(page.url().replace('/settings', '/settings/nowhere'))
  await page.getByText('There is no such page for you').waitFor()
  await expectSound(opened)
  await team.press('Enter')
  await page.getByRole('table', { name: 'Members' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/settings/team')
  expect(await page.title()).toBe('Team · Waybill')
  await opened.close()
})
