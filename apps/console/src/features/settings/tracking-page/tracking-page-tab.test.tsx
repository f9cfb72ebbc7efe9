import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, gone, invalid, stale, versioned } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { aBranding } from '../../../testing/settings.ts'

const PATH = '/settings/tracking-page'
const LOGO = { url: 'http://localhost/t/logo/abc.png', content_type: 'image/png', width: 10, height: 10 }
const color = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Colour' })
const preview = (theme: 'light' | 'dark') => within(screen.getByRole('img', { name: `The page in a ${theme} browser` }))

test('the preview shows what is typed, and a pale colour is refused at its field', async () => {
  const page = await openScreen(PATH, {
    answers: {
      'GET /branding': versioned(aBranding(), '"3"'),
      'PATCH /branding': invalid({ '/accent_color': 'must be darker: its contrast is 1.2' }),
    },
  })
  await page.fill(await screen.findByLabelText('Name on the page'), 'Bread & Co')
  await page.fill(await color(), '#ffee00')
  for (const theme of ['light', 'dark'] as const)
    expect(preview(theme).getByTestId('brand').textContent).toBe('Bread & Co')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findAllByText(/Must be darker: its contrast is 1\.2\./)
  expect((await color()).getAttribute('aria-invalid')).toBe('true')

  page.api.answer({ 'PATCH /branding': ({ body }) => versioned(aBranding(body)) })
  await page.fill(await color(), '#7a0019')
  const accents = (['light', 'dark'] as const).map((theme) => preview(theme).getByTestId('accent').style.color)
  expect(accents[0]).toBe('rgb(122, 0, 25)')
  // The dark page lightens it.
  expect(accents[1]).not.toBe(accents[0])
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findAllByText('The look of the tracking page is stored.')
  const last = page.api.callsTo('PATCH /branding').at(-1)
  expect(last?.body).toEqual({ display_name: 'Bread & Co', accent_color: '#7a0019' })
  expect(last?.headers.get('if-match')).toBe('"3"')
})

test('what is typed survives a reload, and a change of somebody else in between is saved over on request', async () => {
  const page = await openScreen(PATH, {
    answers: { 'GET /branding': versioned(aBranding(), '"1"'), 'PATCH /branding': stale() },
  })
  await page.fill(await screen.findByLabelText('Phone number'), '+44 20 7946 0018')
  await page.reload()
  expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe('+44 20 7946 0018')
  page.api.answer({ 'GET /branding': versioned(aBranding({ display_name: 'Bakery' }), '"2"') })
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Somebody else has changed this/)
  page.api.answer({ 'PATCH /branding': ({ body }) => versioned(aBranding(body)) })
  await page.user.click(screen.getByRole('button', { name: 'Save over the new state' }))
  await screen.findAllByText('The look of the tracking page is stored.')
  expect(page.api.sentTo('PATCH /branding').at(-1)).toEqual({ support_phone: '+44 20 7946 0018' })
})

test('a logo is stored as soon as it is chosen, and removed with an undo', async () => {
  let logo: typeof LOGO | null = null
  const image = new File(['image'], 'logo.png', { type: 'image/png' })
  const store = () => {
    logo = LOGO
    return versioned(aBranding({ logo }))
  }
  const page = await openScreen(PATH, {
    answers: {
      'GET /branding': () => versioned(aBranding({ logo })),
      'POST /branding/logo': store,
      'DELETE /branding/logo': () => {
        logo = null
        return gone()
      },
      'GET /t/logo/abc.png': () => new Response('image', { headers: { 'content-type': 'image/png' } }),
    },
  })
  await page.user.upload(await screen.findByLabelText('Logo'), image)
  await screen.findByRole('img', { name: 'The logo' })
  await screen.findAllByText('The logo is stored.')
  expect(preview('light').getByTestId('brand').querySelector('img')?.getAttribute('src')).toBe('/t/logo/abc.png')
  await page.user.click(screen.getByRole('button', { name: 'Remove the logo' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'The logo' })).toBeNull())
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('img', { name: 'The logo' })
  expect(page.api.callsTo('POST /branding/logo')).toHaveLength(2)
})

test('a logo that the API refuses says why beside the button', async () => {
  const message = 'The image is larger than 256 KiB.'
  const page = await openScreen(PATH, {
    answers: { 'GET /branding': versioned(aBranding()), 'POST /branding/logo': failure(413, { message }) },
  })
  const image = new File(['image'], 'logo.png', { type: 'image/png' })
  await page.user.upload(await screen.findByLabelText('Logo'), image)
  await screen.findByText(message)
  expect(screen.queryByRole('img', { name: 'The logo' })).toBeNull()
})
