import { screen, waitFor, within } from '@testing-library/react'
import type { Booking, Driver, RateCard } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { type Answers, created, failure, gone, invalid, list, stale, versioned } from '../../../testing/api.ts'
import { aDriver, aRateCard } from '../../../testing/carriers.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../../testing/session.ts'
import { aBooking } from '../../../testing/shipments.ts'

const PATH = '/carriers/own-fleet'

const toFleet = (fleet: {
  cards?: readonly RateCard[]
  drivers?: readonly Driver[]
  jobs?: readonly Booking[]
}): Answers => ({
  'GET /rate-cards': () => list(fleet.cards ?? []),
  'GET /drivers': () => list(fleet.drivers ?? []),
  'GET /bookings': () => list(fleet.jobs ?? []),
})
const idris = aDriver({ driver_id: 'drv_2', name: 'Idris Idle' })
const rowIn = async (list_: string, text: string) => {
  const found = within(await screen.findByRole('list', { name: list_ }))
    .getByText(text)
    .closest('li')
  if (!found) throw new Error(`${text} is in no row.`)
  return within(found)
}

test('a rate card is added with its price as an example, and a wrong amount is named at its field', async () => {
  const cards: RateCard[] = []
  const page = await openScreen(PATH, {
    answers: {
      ...toFleet({ cards }),
      'POST /rate-cards': ({ body }) => {
        if (body.distance_price.per_km_amount === '0.505')
          return invalid({ '/distance_price/per_km_amount': 'has too many decimals' })
        cards.push(aRateCard({ ...body, distance_price: aRateCard().distance_price }))
        return created(cards[0])
      },
    },
  })
  await screen.findByText('No prices yet')
  await page.user.click(screen.getByRole('button', { name: 'Add a rate card' }))
  const sheet = within(await screen.findByRole('dialog'))
  await page.fill(sheet.getByLabelText('Name'), 'City')
  await page.fill(sheet.getByLabelText('Currency'), 'gbp')
  await page.user.click(sheet.getByRole('combobox', { name: 'Country' }))
  await page.user.type(await screen.findByPlaceholderText('Search'), 'United Kingdom{Enter}')
  await page.fill(sheet.getByLabelText('For every delivery'), '4')
  await page.fill(sheet.getByLabelText('For each kilometre'), '0.505')
  await page.user.click(sheet.getByRole('button', { name: 'Add' }))
  await sheet.findByText('1 field is wrong')
  expect(sheet.getByLabelText('For each kilometre').getAttribute('aria-invalid')).toBe('true')
  await page.fill(sheet.getByLabelText('For each kilometre'), '0.50')
  await sheet.findByText('5 km and 2 kg cost £6.50 before tax.')
  await page.user.click(sheet.getByRole('button', { name: 'Add' }))
  await (await rowIn('Prices', 'City')).findByText('£4.00 + £0.50 per km')
  expect(page.api.sentTo('POST /rate-cards').at(-1)).toMatchObject({ currency: 'GBP', pickup_country: 'GB' })
})

test('prices by zone are shown from the lowest to the highest', async () => {
  const zones = [
    { country: 'GB', post_code_prefix: null, amount: '7.50' },
    { country: 'GB', post_code_prefix: 'E1', amount: '4.20' },
  ]
  await openScreen(PATH, { answers: toFleet({ cards: [aRateCard({ distance_price: null, zones })] }) })
  await (await rowIn('Prices', 'City')).findByText('£4.20 – £7.50 (2 zones)')
})

test('a rate card is switched off at once, and deleted after a question', async () => {
  const cards = [aRateCard(), aRateCard({ rate_card_id: 'rcd_2', name: 'Country' })]
  const page = await openScreen(PATH, {
    answers: {
      ...toFleet({ cards }),
      'PATCH /rate-cards/:id': ({ body }) => {
        cards[0] = aRateCard(body)
        return cards[0]
      },
      'DELETE /rate-cards/:id': () => {
        cards.shift()
        return gone()
      },
    },
  })
  const offered = await screen.findByRole<HTMLInputElement>('switch', { name: 'City is offered' })
  screen.getByText(/the oldest one counts/)
  await page.user.click(offered)
  await waitFor(() => expect(offered.checked).toBe(false))
  expect(page.api.sentTo('PATCH /rate-cards/:id')).toEqual([{ enabled: false }])
  await page.user.click(screen.getByRole('button', { name: 'Delete City' }))
  await page.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete the rate card' }),
  )
  await waitFor(() => expect(screen.queryByText('City')).toBeNull())
  screen.getByText('Country')
})

test('a driver is added, and the token of the app is shown once', async () => {
  const drivers: Driver[] = []
  const page = await openScreen(PATH, {
    answers: {
      ...toFleet({ drivers }),
      'POST /drivers': ({ body }) => {
        drivers.push(aDriver(body))
        return created({ ...drivers[0], token: 'drt_abc' })
      },
    },
  })
  await screen.findByText('No drivers yet')
  await page.user.click(screen.getByRole('button', { name: 'Add a driver' }))
  const sheet = within(await screen.findByRole('dialog'))
  await page.fill(sheet.getByLabelText('Name'), 'Dora Driver')
  await page.fill(sheet.getByLabelText('Phone'), '+44 20 7946 0000')
  await page.user.click(sheet.getByRole('button', { name: 'Add' }))
  const token = await screen.findByTestId('driver-token')
  expect(token.textContent).toBe('drt_abc')
  await page.user.click(screen.getByRole('button', { name: 'Done' }))
  await (await rowIn('Drivers', 'Dora Driver')).findByText('on duty')
  expect(document.body.textContent).not.toContain('drt_abc')
})

test('a driver goes off duty at once, and is as before if the API refuses', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const page = await openScreen(PATH, {
    answers: {
      ...toFleet({ drivers: [aDriver()] }),
      'PATCH /drivers/:id': () => held.then(() => failure(409, { message: 'Dora has a job.' })),
    },
  })
  await page.user.click(await screen.findByRole('switch', { name: 'Dora Driver is on duty' }))
  await (await rowIn('Drivers', 'Dora Driver')).findByText('off duty')
  go()
  await (await rowIn('Drivers', 'Dora Driver')).findByText('on duty')
  await screen.findByText(/Dora has a job\./)
})

test('a stale change of a driver is made over the new state', async () => {
  let driver = aDriver({ name: 'Dora', capacity: 2 })
  const page = await openScreen(PATH, {
    answers: {
      ...toFleet({}),
      'GET /drivers': () => list([driver]),
      'GET /drivers/:id': () => versioned(driver, `"${driver.name}"`),
      'PATCH /drivers/:id': stale(),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Change Dora' }))
  await page.fill(await screen.findByLabelText('Jobs at once'), '3')
  driver = aDriver({ name: 'Dora Bell', capacity: 2 })
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Somebody else has changed this/)
  page.api.answer({
    'PATCH /drivers/:id': ({ body }) => {
      driver = { ...driver, ...body }
      return versioned(driver)
    },
  })
  await page.user.click(screen.getByRole('button', { name: 'Save over the new state' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(driver).toMatchObject({ name: 'Dora Bell', capacity: 3 })
  expect(page.api.callsTo('PATCH /drivers/:id').at(-1)?.headers.get('if-match')).toBe('"Dora Bell"')
})

test('a new token ends the one before, and a driver with jobs is not deleted', async () => {
  const drivers = [aDriver()]
  const page = await openScreen(PATH, {
    answers: {
      ...toFleet({ drivers }),
      'POST /drivers/:id/token': created({ ...aDriver(), token: 'drt_new' }),
      'DELETE /drivers/:id': failure(409, { message: 'The driver has jobs.' }),
    },
  })
  const choose = async (item: string) => {
    await page.user.click(await screen.findByRole('button', { name: 'More about Dora Driver' }))
    await page.user.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole('alertdialog'))
  }
  await page.user.click((await choose('New token')).getByRole('button', { name: 'Make a new token' }))
  expect((await screen.findByTestId('driver-token')).textContent).toBe('drt_new')
  await page.user.click(screen.getByRole('button', { name: 'Done' }))
  const question = await choose('Delete')
  await page.user.click(question.getByRole('button', { name: 'Delete the driver' }))
  await question.findByText('The driver has jobs.')
  page.api.answer({
    'DELETE /drivers/:id': () => {
      drivers.pop()
      return gone()
    },
  })
  await page.user.click(question.getByRole('button', { name: 'Delete the driver' }))
  await screen.findByText('No drivers yet')
})

test('a job without a driver is given to one', async () => {
  const jobs = [aBooking({ carrier_code: 'own_fleet' })]
  const page = await openScreen(PATH, {
    answers: {
      ...toFleet({ drivers: [aDriver(), idris, aDriver({ driver_id: 'drv_3', name: 'Gone', active: false })], jobs }),
      'POST /bookings/:id/assign-driver': () => {
        const driver = { driver_id: 'drv_2', name: 'Idris Idle', email: '', telephone: '', telephone_pin: '' }
        jobs[0] = aBooking({ carrier_code: 'own_fleet', driver, current_driver_id: 'drv_2' })
        return jobs[0]
      },
    },
  })
  const row = await rowIn('Jobs', 'ORDER-1')
  row.getByText('looking for a driver')
  const choice = row.getByLabelText<HTMLSelectElement>('Driver of ORDER-1')
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Assign a driver',
    'Dora Driver (0/1)',
    'Idris Idle (0/1)',
  ])
  await page.user.selectOptions(choice, 'drv_2')
  await screen.findAllByText('The job is assigned.')
  expect(page.api.sentTo('POST /bookings/:id/assign-driver')).toEqual([{ driver_id: 'drv_2' }])
  await (await rowIn('Drivers', 'Idris Idle')).findByText(/ORDER-1/)
})

test('who may only read sees the fleet without what changes it', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  const answers = toFleet({ cards: [aRateCard()], drivers: [aDriver()], jobs: [aBooking()] })
  await openScreen(PATH, { answers, session })
  await screen.findByText('Dora Driver')
  await screen.findByText('City')
  const main = within(screen.getByRole('main'))
  expect(main.queryAllByRole('switch')).toEqual([])
  expect(main.queryAllByRole('button')).toEqual([])
  expect(main.queryByLabelText('Driver of ORDER-1')).toBeNull()
})
