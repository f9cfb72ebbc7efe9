/** Coordinates of an address by the geocoder: asked for, chosen by the person, and voided with the address. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../testing/accessibility.ts'
import { failure } from '../testing/api.ts'
import { openScreen } from '../testing/screen.tsx'
import { anAccount, askForOffers, fillIn, first } from '../testing/ship.ts'

const candidates = [
  { latitude: 51.5308, longitude: -0.0973, label: '7 River Road, London', precision: 'building' },
  { latitude: 51.51, longitude: -0.12, label: 'London', precision: 'city' },
]
const map = { 'GET /console/config.json': () => Response.json({ version: '0.0.0', map_tiles_url: null }) }
const found = { candidates, attribution: '© OpenStreetMap contributors' }

async function openShip(answer: unknown = found) {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers: { ...answers, ...map, 'POST /addresses/locate': () => answer } })
  await fillIn(page)
  return page
}
const findButton = () => screen.getByRole('button', { name: 'Find on the map' })
const coordinates = () => [first('Latitude').value, first('Longitude').value]

test('a candidate is chosen by keys and sent; the geocoder gets the place alone; a new street voids it', async () => {
  const page = await openShip()
  findButton().focus()
  await page.user.keyboard('{Enter}')
  const building = await screen.findByRole('radio', { name: /7 River Road, London · the building/ })
  expect(coordinates()).toEqual(['', ''])
  expect(page.api.sentTo('POST /addresses/locate')).toEqual([
    { address: { address_line_1: '7 River Road', post_code: 'N1 9GU', city: 'London', country: 'GB' } },
  ])
  await page.user.tab()
  expect(document.activeElement).toBe(building)
  await page.user.keyboard(' ')
  expect(coordinates()).toEqual(['51.5308', '-0.0973'])
  expect(screen.getByText('© OpenStreetMap contributors')).toBeTruthy()
  expect(await findViolations()).toEqual([])
  await askForOffers(page)
  expect(page.api.sentTo('POST /quotes')[0]).toMatchObject({
    dropoff_address: { latitude: '51.5308', longitude: '-0.0973' },
  })
  // A correction by hand is of the chosen place, too.
  await page.fill(first('Latitude'), '51.5309')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /7 River Road/ }).checked).toBe(false)
  await page.fill(first('Street and number'), '8 River Road')
  await waitFor(() => expect(coordinates()).toEqual(['', '']))
  expect(screen.queryByRole('radio', { name: /River Road/ })).toBeNull()
  expect(findButton()).toBeTruthy()
})

test('an answer for an address that was changed during the look-up is not shown, and not announced', async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const page = await openShip(() => held.then(() => found))
  await page.user.click(findButton())
  await page.fill(first('Street and number'), '8 River Road')
  answer()
  await waitFor(() => expect(findButton().getAttribute('aria-busy')).not.toBe('true'))
  expect(screen.queryByRole('radio', { name: /River Road/ })).toBeNull()
  expect(screen.getByTestId('announcer').textContent).not.toContain('Places were found')
})

test('an unknown place and a missing geocoder are said in words, and nothing changes', async () => {
  const page = await openShip({ candidates: [], attribution: null })
  await page.user.click(findButton())
  await screen.findByText(/The geocoder knows no such place/)
  expect(coordinates()).toEqual(['', ''])
})

test('without a geocoder the person reads whom to ask', async () => {
  const page = await openShip(failure(409, { code: 'geocoder_not_configured' }))
  await page.user.click(findButton())
  await screen.findByText(/This installation looks up no addresses/)
  await page.fill(first('Street and number'), '8 River Road')
  await waitFor(() => expect(screen.queryByText(/This installation looks up no addresses/)).toBeNull())
})
