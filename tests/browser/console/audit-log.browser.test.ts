/** The audit log under Settings: its filters, and how it looks. */
import { test } from 'vitest'
import { expectSound, LOOKS, openConsole, picture, useBrowser } from './console.ts'

useBrowser()

test.each(LOOKS)('the audit log is sound, full and empty: $name', async ({ name, options }) => {
  const opened = await openConsole('/settings/audit-log', options)
  const { page } = opened
  await page.getByRole('table', { name: 'Audit log' }).waitFor()
  await picture(page, `settings-audit-log-${name}`)
  await expectSound(opened)
  const address = new URL(page.url())
  address.searchParams.set('from', '2001-01-01')
  address.searchParams.set('to', '2001-01-02')
  await page.goto(address.href)
  await page.getByText('Nothing is recorded').waitFor()
  await picture(page, `settings-audit-log-empty-${name}`)
  await expectSound(opened)
  await opened.close()
})
