/** Accounts with carriers, connected by the form that each carrier describes. */
import { test } from 'vitest'
import { expectSound, LOOKS, openScreen, picture, useBrowser } from './console.ts'

useBrowser()

test.each(LOOKS)('the screen fits and is accessible: $name', async ({ name, options }) => {
  const opened = await openScreen('/carriers', options)
  await opened.page.getByRole('button', { name: 'Connect EasyPost' }).waitFor()
  await picture(opened.page, `carriers-${name}`)
  await expectSound(opened)
  await opened.close()
})
