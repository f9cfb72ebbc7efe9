import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { list, versioned } from '../testing/api.ts'
import { fullAccount } from '../testing/full-account.ts'
import { openScreen } from '../testing/screen.tsx'
import { aParcelPreset } from '../testing/settings.ts'

const hasFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))
const button = (name: string) => screen.getByRole('button', { name })

test('the focus returns to the button of a menu, and to what had it before the palette', async () => {
  const page = await openScreen('/shipments', { answers: fullAccount() })
  await page.user.click(await screen.findByRole('button', { name: 'Views' }))
  await page.user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Save as a view' }))
  await screen.findByRole('dialog', { name: 'Save as a view' })
  await page.user.keyboard('{Escape}')
  await hasFocus(() => button('Views'))

  const search = screen.getByRole('searchbox')
  search.focus()
  await page.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Commands' })
  // A dialog that a command opens returns it past the palette.
  await page.user.keyboard('keyboard sh{Enter}')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.user.keyboard('{Escape}')
  await hasFocus(() => screen.getByRole('searchbox'))
})

test('the focus returns past a sheet that stood for one while it was loaded', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const box = aParcelPreset({ name: 'Box' })
  const page = await openScreen('/settings/parcel-presets', {
    answers: {
      ...fullAccount(),
      'GET /parcel-presets': list([box]),
      'GET /parcel-presets/:id': () => held.then(() => versioned(box)),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Change Box' }))
  await screen.findByRole('dialog')
  go()
  await screen.findByLabelText('Name')
  await page.user.keyboard('{Escape}')
  await hasFocus(() => button('Change Box'))
})
