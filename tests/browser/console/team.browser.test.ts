/** Invitations, roles, new passwords and sessions, as an owner and a new member see them. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSound, openConsole, picture, useBrowser, visit } from './console.ts'

useBrowser()

const PASSWORD = 'correct horse battery staple'
const anEmail = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`
/** The part of a link behind `/console`. */
const getPath = (link: string) => link.slice(link.indexOf('/console') + '/console'.length)

async function invite(page: Page, email: string, role: string): Promise<string> {
  const form = page.getByRole('region', { name: 'Invite somebody' })
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Role').selectOption(role)
  await form.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByTestId('link').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  return link
}

test('an owner invites somebody, who joins, and may do what the role allows', async () => {
  const owner = await openConsole('/settings')
  const email = anEmail()
  const link = await invite(owner.page, email, 'viewer')
  await owner.page.getByRole('region', { name: 'Open invitations' }).getByText(email).waitFor()
  await picture(owner.page, 'settings')
  await expectSound(owner)

  const member = await visit(getPath(link))
  const { page } = member
  await page.getByLabel('Your name').fill('Sam Reader')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('alert').waitFor()
  await picture(page, 'join')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('navigation', { name: 'Screens' }).first().waitFor()
  await page.goto(page.url().replace(/\/console.*/, '/console/settings'))
  await page.getByRole('table', { name: 'Members' }).getByText(email).waitFor()
  expect(await page.getByRole('button', { name: 'Deactivate' }).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Invite somebody' }).count()).toBe(0)

  await owner.page.reload()
  const row = owner.page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: 'Deactivate' }).click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await row.getByText('deactivated').waitFor()
  await page.reload()
  await page.getByLabel('E-mail').waitFor()
  await member.close()
  await owner.close()
})

test('an owner makes a link for a new password, which works once, and the old sessions end', async () => {
  const owner = await openConsole('/settings')
  const email = anEmail()
  const joining = await visit(getPath(await invite(owner.page, email, 'operations')))
  await joining.page.getByLabel('Your name').fill('Olu Packer')
  await joining.page.getByLabel('New password').fill(PASSWORD)
  await joining.page.getByRole('button', { name: 'Join' }).click()
  await joining.page.getByRole('navigation', { name: 'Screens' }).first().waitFor()

  await owner.page.reload()
  await owner.page.getByRole('row').filter({ hasText: email }).getByRole('button', { name: 'New password' }).click()
  const link = await owner.page.getByTestId('link').innerText()
  const resetting = await visit(getPath(link))
  await resetting.page.getByLabel('New password').fill(`${PASSWORD} again`)
  await resetting.page.getByRole('button', { name: 'Set the password' }).click()
  await resetting.page.getByRole('navigation', { name: 'Screens' }).first().waitFor()
  await joining.page.reload()
  await joining.page.getByLabel('E-mail').waitFor()

  const second = await visit(getPath(link))
  await second.page.getByRole('alert').getByText('This link was used').waitFor()
  for (const { close } of [second, resetting, joining, owner]) await close()
})
