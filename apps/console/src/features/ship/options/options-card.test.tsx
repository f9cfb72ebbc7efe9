import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/screen.tsx'
import { anAccount, fillIn } from '../../../testing/ship.ts'

test('options are asked for with the offers, and a change of them asks again', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  await page.user.click(screen.getByText(/^Signature, insurance/))
  await page.user.selectOptions(screen.getByLabelText('Signature'), 'Of an adult')
  await page.fill(screen.getByLabelText('Insured value'), '250,00')
  await page.fill(screen.getByLabelText('Currency'), 'gbp')
  await page.user.click(screen.getByRole('button', { name: 'Get offers' }))
  await screen.findByText('Bike')
  expect(page.api.callsTo('POST /quotes').at(-1)?.body.service_options).toEqual({
    signature: 'adult',
    insurance: { amount: '250.00', currency: 'GBP' },
  })

  await page.user.selectOptions(screen.getByLabelText('Signature'), 'None')
  await page.user.click(screen.getByRole('button', { name: 'Get offers' }))
  await screen.findByText('Bike')
  expect(page.api.callsTo('PATCH /shipments/:id').at(-1)?.body.service_options).toMatchObject({
    signature: null,
    insurance: { amount: '250.00', currency: 'GBP' },
    tip: null,
  })
})
