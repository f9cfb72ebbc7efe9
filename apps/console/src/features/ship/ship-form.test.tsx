/** The fields of a shipment: presets, pickup locations, units and coordinates. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { created, invalid } from '../../testing/api.ts'
import { openScreen } from '../../testing/screen.tsx'
import { aParcelPreset, aPickupLocation } from '../../testing/settings.ts'
import { anAccount, askForOffers, fillIn, first, sizes } from '../../testing/ship.ts'
import { aShipment, SHIPMENT_ID, theAddresses } from '../../testing/shipments.ts'

test('wrong fields are named where they are and in a list that leads to them, and nothing typed is lost on reload', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', {
    answers: {
      ...answers,
      'POST /quotes': invalid({ '/parcels/0/weight_kg': 'must be a number', '/dropoff_address/city': 'is required' }),
    },
  })
  await page.fill(await screen.findByLabelText('Order reference'), 'ORDER-7')
  await page.fill(screen.getByLabelText('Weight'), 'heavy')
  await page.fill(first('Street and number'), '<img src=x onerror=alert(1)>')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  const summary = within((await screen.findByText('2 fields are wrong')).closest('[role=alert]') as HTMLElement)
  expect(screen.getByLabelText('Weight').getAttribute('aria-invalid')).toBe('true')
  expect(await findViolations()).toEqual([])
  await page.user.click(summary.getByRole('button', { name: /^Parcels · 1 · Weight: Enter a number/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('Weight'))
  await page.reload()
  expect((await screen.findByLabelText<HTMLInputElement>('Order reference')).value).toBe('ORDER-7')
  expect(screen.getByLabelText<HTMLInputElement>('Weight').value).toBe('heavy')
  expect(first('Street and number').value).toBe('<img src=x onerror=alert(1)>')
})

test('a preset fills in the size, a size is kept as one, and the last one is there for the next parcel', async () => {
  const box = aParcelPreset({ preset_id: 'prs_1', name: 'Box', weight_kg: '1.250', height_cm: '15.00' })
  const { account, answers } = anAccount({ presets: [box] })
  const page = await openScreen('/ship', {
    answers: {
      ...answers,
      'POST /parcel-presets': ({ body }) => {
        const kept = aParcelPreset({ preset_id: 'prs_2', ...body, weight_kg: null, height_cm: '17.50' })
        account.presets.push(kept)
        return created(kept)
      },
    },
  })
  const preset = () => screen.getAllByLabelText<HTMLSelectElement>('Preset')
  await page.user.selectOptions((await screen.findAllByLabelText('Preset'))[0] as HTMLElement, 'Box')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Weight').value).toBe('1.25'))
  expect(screen.getByLabelText<HTMLInputElement>('Height').value).toBe('15')
  await page.fill(screen.getByLabelText('Height'), '17,5')
  expect(preset()[0]?.value).toBe('')
  await page.user.click(screen.getByRole('button', { name: 'Save as preset' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as preset' }))
  await page.fill(dialog.getByLabelText('Name'), 'Tall')
  await page.user.click(dialog.getByRole('button', { name: 'Save the preset' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.api.sentTo('POST /parcel-presets')).toEqual([
    { name: 'Tall', is_default: false, length_cm: '30', width_cm: '20', height_cm: '17.5' },
  ])
  await waitFor(() => expect(preset()[0]?.value).toBe('prs_2'))
  await page.user.click(screen.getByRole('button', { name: 'Add a parcel' }))
  await waitFor(() => expect(screen.getAllByLabelText<HTMLInputElement>('Height')[1]?.value).toBe('17.5'))
  await page.user.click(screen.getByRole('button', { name: 'Remove parcel 2' }))
  await fillIn(page, {})
  await askForOffers(page)
  sessionStorage.clear()
  await page.reload()
  await waitFor(() => expect(preset()[0]?.value).toBe('prs_2'))
})

test('a pickup in a country with other units converts what is filled in', async () => {
  const { answers } = anAccount({
    locations: [
      aPickupLocation(),
      aPickupLocation({
        pickup_location_id: 'pul_2',
        name: 'Boston',
        address: { ...aPickupLocation().address, address_line_1: '1 Main St', city: 'Boston', country: 'US' },
      }),
    ],
  })
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  const values = () =>
    Object.keys(sizes).map((label) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}$`)).value)
  const choose = async (name: string) =>
    await page.user.selectOptions(await screen.findByLabelText('Pickup location'), name)
  await choose('Boston')
  await waitFor(() => expect(values()).toEqual(['2.756', '11.81', '7.87', '5.91']))
  await choose('Hall')
  await waitFor(() => expect(values()).toEqual(Object.values(sizes)))
})

test('one of several pickup locations is chosen, with its hours, and remembered with the address that it has now', async () => {
  const hall = aPickupLocation()
  const address = { ...theAddresses(aShipment()).pickup_address, address_line_1: '3 Mill Lane' }
  const open = [{ from: '08:00', to: '12:00' }]
  const hours = {
    monday: open,
    tuesday: open,
    wednesday: open,
    thursday: open,
    friday: open,
    saturday: open,
    sunday: open,
  }
  const mill = aPickupLocation({
    pickup_location_id: 'pul_2',
    name: 'Mill',
    address,
    hours,
    closed_dates: ['2030-12-25'],
  })
  const { account, answers } = anAccount({ locations: [hall, mill] })
  const page = await openScreen('/ship', { answers })
  const choice = await screen.findByLabelText<HTMLSelectElement>('Pickup location')
  await page.user.selectOptions(choice, 'Mill')
  await screen.findByText(/3 Mill Lane/)
  screen.getByText('Open 08:00–12:00 on the collection date')
  await page.fill(screen.getByLabelText('Collection date'), '2030-12-25')
  await screen.findByText(/^Closed on the collection date/)
  await fillIn(page)
  await askForOffers(page)
  expect(page.api.callsTo('POST /quotes')[0]?.body.pickup_address.address_line_1).toBe('3 Mill Lane')
  sessionStorage.clear()
  account.locations = [hall, { ...mill, address: { ...address, address_line_1: '5 Mill Lane' } }]
  await page.reload()
  await screen.findByText(/5 Mill Lane/)
  expect(screen.getByLabelText<HTMLSelectElement>('Pickup location').value).toBe('pul_2')
  await page.user.selectOptions(screen.getByLabelText('Pickup location'), 'Another address')
  await waitFor(() => expect(screen.getAllByLabelText<HTMLInputElement>('Street and number')[1]?.value).toBe(''))
})

test('coordinates of the pickup location are sent, those of the drop-off are typed, and a new street ends them', async () => {
  const place = aPickupLocation()
  const located = { ...place, address: { ...place.address, latitude: 51.5392, longitude: -0.1426 } }
  const { answers } = anAccount({ locations: [located] })
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await page.fill(first('Latitude'), '51.5308')
  await page.fill(first('Longitude'), '-0.0973')
  await askForOffers(page)
  expect(page.api.sentTo('POST /quotes')[0]).toMatchObject({
    pickup_address: { latitude: '51.5392', longitude: '-0.1426' },
    dropoff_address: { latitude: '51.5308', longitude: '-0.0973' },
  })
  await page.user.selectOptions(screen.getByLabelText('Pickup location'), 'Another address')
  expect(screen.getAllByLabelText<HTMLInputElement>('Latitude').map(({ value }) => value)).toEqual(['51.5308', ''])
})

test('a shipment that is shipped again has the numbers that were sent, not those of a conversion and back', async () => {
  const { answers } = anAccount()
  const { pickup_address, dropoff_address } = theAddresses(aShipment())
  const dimensions = { length: '10.125', width: '8', height: '4.5', unit: 'in' } as const
  const parcels = aShipment().parcels.map((parcel) => ({
    ...parcel,
    weight_kg: '0.454',
    weight: { value: '1', unit: 'lb' as const },
    dimensions,
  }))
  await openScreen(`/ship?again=${SHIPMENT_ID}`, {
    answers: {
      ...answers,
      'GET /shipments/:id': aShipment({ parcels }),
      'GET /shipments/:id/addresses': { pickup_address: { ...pickup_address, country: 'US' }, dropoff_address },
    },
  })
  await screen.findByLabelText('Order reference')
  const values = Object.keys(sizes).map(
    (label) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}$`)).value,
  )
  expect(values).toEqual(['1', '10.125', '8', '4.5'])
})
