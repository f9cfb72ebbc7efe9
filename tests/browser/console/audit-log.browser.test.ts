/** The audit log under Settings: its filters, and how it looks. */
import { expect, test } from 'vitest'
import { expectSound, LOOKS, openConsole, picture, useBrowser } from './console.ts'

useBrowser()

test('an owner reads who did what, and filters it', async () => {
  const owner = await openConsole('/settings/team')
  const { page } = owner
  const form = page.getByRole('region', { name: 'Invite somebody' })
  await form.getByLabel('E-mail').fill(`audit-${crypto.randomUUID().slice(0, 8)}@example.com`)
  await form.getByRole('button', { name: 'Make a link' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.goto(page.url().replace('/settings/team', '/settings/audit-log'))
  const log = page.getByRole('table', { name: 'Audit log' })
  await log.getByText('Invited somebody').first().waitFor()
  const signIns = log.getByText('Signed in with a link')
  await signIns.first().waitFor()
  await page.getByLabel('What').selectOption({ label: 'Team' })
  await signIns.first().waitFor({ state: 'detached' })
  await log.getByText('Invited somebody').first().waitFor()
  expect(new URL(page.url()).searchParams.get('what')).toBe('team')
  await expectSound(owner)
  await owner.close()
})

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
