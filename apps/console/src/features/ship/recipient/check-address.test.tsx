import { screen, waitFor } from '@testing-library/react'
import type { AddressCheck } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/screen.tsx'
import { anAccount, fillIn, first } from '../../../testing/ship.ts'

const check: AddressCheck = {
  status: 'corrected',
  checked_by: { carrier_code: 'easypost', carrier_account_id: 'cac_1' },
  suggestion: { address_line_1: '7 River Rd', post_code: 'N1 9GU' },
  residential: true,
  latitude: null,
  longitude: null,
  messages: [{ code: 'E.1', message: 'The street is spelled in another way.', pointer: '/address/address_line_1' }],
}

test('one key checks the address, and a suggestion changes it only when it is taken', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers: { ...answers, 'POST /addresses/check': check } })
  await fillIn(page)
  await page.user.keyboard('{Control>}e{/Control}')
  await screen.findByText('The carrier knows this address in another form.')
  screen.getByText('The street is spelled in another way.')
  expect(page.api.callsTo('POST /addresses/check')[0]?.body.address).toMatchObject({
    address_line_1: '7 River Road',
    post_code: 'N1 9GU',
    country: 'GB',
  })
  expect(first('Street and number').value).toBe('7 River Road')
  await page.user.click(screen.getByRole('button', { name: 'Use this' }))
  expect(first('Street and number').value).toBe('7 River Rd')
  expect(screen.getByLabelText<HTMLSelectElement>('Home or business').value).toBe('true')
  expect(screen.queryByText('The carrier knows this address in another form.')).toBeNull()
})

test('an address that is changed during its check is not announced as checked', async () => {
  const { answers } = anAccount()
  const held = Promise.withResolvers<AddressCheck>()
  const page = await openScreen('/ship', { answers: { ...answers, 'POST /addresses/check': () => held.promise } })
  await fillIn(page)
  const button = screen.getByRole('button', { name: 'Check the address' })
  await page.user.click(button)
  await page.fill(first('Street and number'), '8 River Road')
  held.resolve(check)
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  expect(screen.queryByText('The address is checked.')).toBeNull()
  expect(screen.queryByText('The carrier knows this address in another form.')).toBeNull()
  page.api.answer({ 'POST /addresses/check': check })
  await page.user.click(button)
  await screen.findByText('The address is checked.')
})
