/** Accounts with carriers, connected by the form that each carrier describes. */
import { expect, test } from 'vitest'
import { dataOf, get } from '../../e2e/api.ts'
import { expectSound, LOOKS, openConsole, openScreen, picture, useBrowser } from './console.ts'

useBrowser()

test('connects an account, names a wrong credential at its field, switches it off, and disconnects it', async () => {
  const name = `Parcels ${crypto.randomUUID().slice(0, 8)}`
  const opened = await openConsole('/carriers')
  const { page } = opened
  await page.getByRole('button', { name: 'Connect EasyPost' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name of the account').fill(name)
  await sheet.getByLabel('API key').fill('no key')
  await sheet.getByRole('button', { name: 'Connect' }).click()
  await sheet.getByRole('alert').waitFor()
  expect(await sheet.getByLabel('API key').getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'carriers-wrong')
  await sheet.getByLabel('API key').fill(`EZTK${'a'.repeat(54)}`)
  await sheet.getByRole('button', { name: 'Connect' }).click()
  await sheet.waitFor({ state: 'detached' })

  const account = page.getByRole('region', { name })
  await account.getByText('not verified').waitFor()
  await account.getByRole('switch').press('Space')
  await account.getByText('off', { exact: true }).waitFor()
  const mine = async () =>
    dataOf(await get('/api/v1/carrier-accounts?limit=100'), 200).find((one: { name: string }) => one.name === name)
  await expect.poll(mine).toMatchObject({ enabled: false, status: 'unverified' })
  await picture(page, 'carriers-account')
  await account.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  // While it is open, the page behind it has no roles.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await account.waitFor({ state: 'detached' })
  expect(await mine()).toBeUndefined()
  await opened.close()
})

test.each(LOOKS)('the screen fits and is accessible: $name', async ({ name, options }) => {
  const opened = await openScreen('/carriers', options)
  await opened.page.getByRole('button', { name: 'Connect EasyPost' }).waitFor()
  await picture(opened.page, `carriers-${name}`)
  await expectSound(opened)
  await opened.close()
})
