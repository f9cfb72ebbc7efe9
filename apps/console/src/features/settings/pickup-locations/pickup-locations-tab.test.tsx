import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { PickupLocation } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { created, gone, invalid, list, versioned } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { aPickupLocation } from '../../../testing/settings.ts'

const PATH = '/settings/pickup-locations'
const sheet = () => within(screen.getByRole('dialog'))
const toRow = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li')
  if (!row) throw new Error(`${name} is in no list.`)
  return within(row)
}
const setTime = (label: string, value: string) => fireEvent.change(sheet().getByLabelText(label), { target: { value } })

test('a place has an address that is pasted, hours and days off, and each wrong field is named at its control', async () => {
  const locations: PickupLocation[] = []
  const page = await openScreen(PATH, {
    answers: {
      'GET /pickup-locations': () => list(locations),
      'POST /pickup-locations': invalid({ '/address/city': 'is required', '/hours/monday/0/to': 'must be after from' }),
    },
  })
  await screen.findByText('No pickup locations yet')
  await page.user.click(screen.getByRole('button', { name: 'Add a pickup location' }))
  await screen.findByRole('dialog')
  await page.fill(sheet().getByLabelText('Name of the place'), 'Hall')
  await page.user.click(sheet().getByLabelText('Paste a whole address'))
  await page.user.paste('Hall\n12 Dock Road\nLondon E16 1AA\nUnited Kingdom')
  await waitFor(() => expect(sheet().getByLabelText<HTMLInputElement>('Street and number').value).toBe('12 Dock Road'))
  expect(sheet().getByLabelText<HTMLInputElement>('Post code').value).toBe('E16 1AA')
  await page.fill(sheet().getByLabelText('City'), '')
  setTime('Monday, to', '08:00')
  sheet().getByRole('checkbox', { name: 'Saturday' }).focus()
  await page.user.keyboard(' ')
  await page.user.click(sheet().getByRole('button', { name: 'Add a day' }))
  fireEvent.change(await sheet().findByLabelText('Day 1'), { target: { value: '2027-12-24' } })
  await page.user.click(sheet().getByRole('button', { name: 'Add' }))
  await sheet().findByText('2 fields are wrong')
  expect(sheet().getByLabelText('City').getAttribute('aria-invalid')).toBe('true')
  expect(sheet().getByLabelText('Monday, to').getAttribute('aria-invalid')).toBe('true')
  expect(sheet().getByLabelText('Tuesday, to').getAttribute('aria-invalid')).toBeNull()

  page.api.answer({
    'POST /pickup-locations': ({ body }) => {
      const address = { ...aPickupLocation().address, ...body.address }
      locations.push(aPickupLocation({ ...body, address, time_zone: 'Europe/London' }))
      return created(locations[0])
    },
  })
  await page.fill(sheet().getByLabelText('City'), 'London')
  setTime('Monday, to', '00:00')
  await page.user.click(sheet().getByRole('button', { name: 'Same hours on every open day' }))
  await page.user.click(sheet().getByRole('button', { name: 'Add' }))
  ;(await toRow('Hall')).getByText(/Mon – Sat 09:00–24:00/)
  const all = [{ from: '09:00', to: '24:00' }]
  expect(page.api.sentTo('POST /pickup-locations').at(-1)).toMatchObject({
    name: 'Hall',
    closed_dates: ['2027-12-24'],
    hours: { monday: all, tuesday: all, saturday: all, sunday: [] },
    address: { address_line_1: '12 Dock Road', city: 'London', post_code: 'E16 1AA', country: 'GB' },
  })
})

test('a change sends what has changed, and hours can be added to a day and removed from it', async () => {
  let location = aPickupLocation()
  const page = await openScreen(PATH, {
    answers: {
      'GET /pickup-locations': () => list([location]),
      'GET /pickup-locations/:id': () => versioned(location, '"7"'),
      'PATCH /pickup-locations/:id': ({ body }) => {
        location = { ...location, ...body }
        return versioned(location)
      },
    },
  })
  await page.user.click((await toRow('Hall')).getByRole('button', { name: 'Change Hall' }))
  await page.user.selectOptions(await screen.findByLabelText('Public holidays'), 'ignore')
  await page.user.click(sheet().getByRole('button', { name: 'Add hours on Friday' }))
  await waitFor(() => expect(sheet().getAllByLabelText('Friday, from')).toHaveLength(2))
  await page.user.click(sheet().getAllByRole('button', { name: 'Remove these hours of Friday' }).at(-1) as HTMLElement)
  await waitFor(() => expect(sheet().getAllByLabelText('Friday, from')).toHaveLength(1))
  await page.user.click(sheet().getByRole('button', { name: 'Save' }))
  await screen.findByText(/open on public holidays/)
  const [change] = page.api.callsTo('PATCH /pickup-locations/:id')
  expect(change?.body).toEqual({ holidays: 'ignore' })
  expect(change?.headers.get('if-match')).toBe('"7"')
})

test('a place that is deleted is back by undo, with all that it had', async () => {
  const location = aPickupLocation({ holidays: 'ignore', closed_dates: ['2027-12-24'] })
  const locations = [location]
  const page = await openScreen(PATH, {
    answers: {
      'GET /pickup-locations': () => list(locations),
      'DELETE /pickup-locations/:id': () => {
        locations.pop()
        return gone()
      },
      'POST /pickup-locations': () => {
        locations.push(location)
        return created(location)
      },
    },
  })
  await page.user.click((await toRow('Hall')).getByRole('button', { name: 'Delete Hall' }))
  await screen.findByText('No pickup locations yet')
  await page.user.click(screen.getByRole('button', { name: 'Undo' }))
  ;(await toRow('Hall')).getByText(/open on public holidays/)
  expect(page.api.sentTo('POST /pickup-locations')).toEqual([
    expect.objectContaining({ name: 'Hall', holidays: 'ignore', closed_dates: ['2027-12-24'], hours: location.hours }),
  ])
})
