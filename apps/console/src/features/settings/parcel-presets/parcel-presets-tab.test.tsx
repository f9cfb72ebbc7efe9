import { screen, waitFor, within } from '@testing-library/react'
import type { ParcelPreset } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { created, failure, gone, invalid, list, stale, versioned } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { aParcelPreset, aPickupLocation } from '../../../testing/settings.ts'

const PATH = '/settings/parcel-presets'
const inBoston = { ...aPickupLocation().address, country: 'US' }
const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest('li')
  if (!found) throw new Error(`${name} is in no list.`)
  return found
}
const field = (label: string) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label)

test('the form names wrong fields beside their controls, and what is typed survives a reload', async () => {
  const presets: ParcelPreset[] = []
  const page = await openScreen(PATH, {
    answers: {
      'GET /parcel-presets': () => list(presets),
      'GET /pickup-locations': list([aPickupLocation({ address: inBoston })]),
      'POST /parcel-presets': invalid({ '/dimensions/width': 'must be a number', '/dimensions/height': 'is required' }),
    },
  })
  await screen.findByText('No parcel presets yet')
  await page.user.keyboard('c')
  await screen.findByRole('dialog')
  await page.user.type(field('Name'), 'Box')
  await page.user.type(field('Length'), '10')
  await page.user.type(field('Width'), 'wide')
  await page.reload()
  await screen.findByRole('dialog')
  expect(field('Length').value).toBe('10')
  await page.user.type(field('Width'), '{Enter}')
  await within(screen.getByRole('dialog')).findByRole('alert')
  expect(field('Width').getAttribute('aria-invalid')).toBe('true')
  expect(field('Height').getAttribute('aria-invalid')).toBe('true')
  expect(field('Length').getAttribute('aria-invalid')).toBeNull()

  const dimensions = { length: '10', width: '8', height: '4.5', unit: 'in' } as const
  const box = aParcelPreset({ name: 'Box', dimensions, length_cm: '25.40', width_cm: '20.32', height_cm: '11.43' })
  page.api.answer({
    'POST /parcel-presets': () => {
      presets.push(box)
      return created(box)
    },
  })
  await page.user.clear(field('Width'))
  await page.user.type(field('Width'), '8')
  await page.user.type(field('Height'), '4,5')
  await page.user.type(field('Weight'), '12')
  await page.user.selectOptions(field('Unit of weight'), 'oz')
  await page.user.click(screen.getByRole('button', { name: 'Add' }))
  within(await row('Box')).getByText('10 × 8 × 4.5 in (25.4 × 20.32 × 11.43 cm)')
  expect(page.api.sentTo('POST /parcel-presets').at(-1)).toEqual({
    name: 'Box',
    weight: { value: '12', unit: 'oz' },
    dimensions,
    is_default: false,
  })
})

test('a change on a stale state is saved over the new one', async () => {
  let preset = aParcelPreset({ name: 'Box' })
  const page = await openScreen(PATH, {
    answers: {
      'GET /pickup-locations': list([]),
      'GET /parcel-presets': () => list([preset]),
      'GET /parcel-presets/:id': () => versioned(preset, `"${preset.height_cm}"`),
      'PATCH /parcel-presets/:id': stale(),
    },
  })
  await page.user.click(within(await row('Box')).getByRole('button', { name: 'Change Box' }))
  await screen.findByLabelText('Weight')
  await page.user.type(field('Weight'), '2')
  preset = aParcelPreset({ name: 'Box', height_cm: '15.00' })
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Somebody else has changed this/)
  page.api.answer({
    'PATCH /parcel-presets/:id': ({ body }) => {
      preset = aParcelPreset({ name: 'Box', height_cm: '15.00', weight_kg: '2.000', ...body })
      return versioned(preset)
    },
  })
  await page.user.click(screen.getByRole('button', { name: 'Save over the new state' }))
  within(await row('Box')).getByText('30 × 20 × 15 cm · 2 kg')
  const weight = { value: '2', unit: 'kg' }
  const changes = page.api.callsTo('PATCH /parcel-presets/:id')
  expect(changes.map(({ body }) => body)).toEqual([{ weight }, { weight }])
  expect(changes.map(({ headers }) => headers.get('if-match'))).toEqual(['"10.00"', '"15.00"'])
})

test('a deletion shows at once, and is as before if the API refuses it', async () => {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  const presets = [aParcelPreset({ name: 'Box' })]
  const page = await openScreen(PATH, {
    answers: {
      'GET /pickup-locations': list([]),
      'GET /parcel-presets': () => list(presets),
      'DELETE /parcel-presets/:id': async () => {
        await held
        return failure(409, { code: 'conflict', message: 'A shipment is being made with it.' })
      },
    },
  })
  await page.user.click(within(await row('Box')).getByRole('button', { name: 'Delete Box' }))
  await waitFor(() => expect(screen.queryByText('Box')).toBeNull())
  go()
  await screen.findByText(/A shipment is being made with it\./)
  await row('Box')

  page.api.answer({
    'DELETE /parcel-presets/:id': () => {
      presets.pop()
      return gone()
    },
    'POST /parcel-presets': ({ body }) => {
      presets.push(aParcelPreset(body))
      return created(presets[0])
    },
  })
  await page.user.click(within(await row('Box')).getByRole('button', { name: 'Delete Box' }))
  await waitFor(() => expect(screen.queryByText('Box')).toBeNull())
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
  await row('Box')
  expect(page.api.sentTo('POST /parcel-presets')).toHaveLength(1)
})
