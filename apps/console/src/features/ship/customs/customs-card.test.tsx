import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invalid } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { someCustomsDefaults } from '../../../testing/settings.ts'
import { anAccount, askForOffers, bookButton, fillIn, sizes } from '../../../testing/ship.ts'
import { anOption, aQuote } from '../../../testing/shipments.ts'

const SWISS = 'Ada Byron\nBahnhofstrasse 1\n8001 Zürich\nSwitzerland'
const said = (code: string, pointer: string, message: string) => ({
  carrier_code: 'easypost',
  carrier_account_id: 'cac_1',
  service_code: null,
  code,
  message,
  retryable: false,
  pointer,
})
const HS = '/parcels/0/items/0/hs_code'
const messages = [
  said(
    'customs_missing',
    HS,
    `${HS} is missing: the EU asks for 6 digits of each article that was sold. Rule eu_hs6: x`,
  ),
  said('customs_estimate', '/parcels', '/parcels cost an estimated 3 EUR of duties to the EU. Rule y: z'),
  said('missing_field', '/customs/contents', 'Missing: /customs/contents, /customs/certify_signer. Shippo needs it.'),
]

async function openAbroad(answers: object = {}) {
  const { answers: account } = anAccount({ quote: aQuote({ options: [anOption()], messages }) })
  const page = await openScreen('/ship', {
    answers: {
      ...account,
      'GET /customs-defaults': someCustomsDefaults({ contents: 'merchandise', certify_signer: 'Ada Baker' }),
      ...answers,
    },
  })
  await page.user.click(await screen.findByLabelText('Paste a whole address'))
  await page.user.paste(SWISS)
  for (const [label, text] of Object.entries(sizes)) await page.fill(screen.getByLabelText(label), text)
  return page
}
const goods = { Description: 'Cotton T-shirt', Quantity: '2', 'Value of one': '10,50', 'Weight of one': '0.2' }

test('goods are asked for across a border alone, and what the carriers miss stands at its field until it is filled in', async () => {
  const page = await openAbroad()
  await screen.findByRole('heading', { name: 'Customs' })
  for (const [label, text] of Object.entries(goods)) await page.fill(screen.getByLabelText(label), text)
  await page.fill(screen.getByLabelText('Currency of the values'), 'gbp')
  await screen.findByRole('option', { name: 'As in the settings: Sale of goods' })
  await askForOffers(page)
  const sent = page.api.callsTo('POST /quotes')[0]?.body
  expect(sent).not.toHaveProperty('customs')
  expect(sent.parcels[0].items).toEqual([
    {
      description: 'Cotton T-shirt',
      quantity: 2,
      unit_value: { amount: '10.50', currency: 'GBP' },
      unit_weight: { value: '0.2', unit: 'kg' },
    },
  ])
  const customs = within(screen.getByRole('region', { name: 'Customs' }))
  customs.getByText('Missing. The EU asks for 6 digits of each article that was sold. Rule eu_hs6: x.')
  customs.getByText(/^Duties. Cost an estimated 3 EUR/)
  expect(customs.getAllByText(/^easypost needs this/)).toHaveLength(2)
  const code = screen.getByLabelText('HS code')
  expect(document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^Missing/)

  await page.fill(code, '6109.10')
  expect(customs.queryByText(/^Missing/)).toBeNull()
  expect(bookButton()).toBeNull()
  await page.user.selectOptions(screen.getByLabelText('Reason'), 'Gift')
  await page.user.click(screen.getByRole('button', { name: 'Get offers' }))
  await waitFor(() => expect(bookButton()?.hasAttribute('disabled')).toBe(false))
  const changes = page.api.sentTo('PATCH /shipments/:id').at(-1)
  expect(changes).toMatchObject({ customs: { contents: 'gift' }, parcels: [{ items: [{ hs_code: '6109.10' }] }] })
})

test('at home there is nothing to declare', async () => {
  const { answers } = anAccount()
  const page = await openScreen('/ship', { answers })
  await fillIn(page)
  expect(screen.queryByRole('heading', { name: 'Customs' })).toBeNull()
})

test('wrong goods are named at their fields', async () => {
  const page = await openAbroad({
    'POST /quotes': invalid({
      '/parcels/0/items': 'weigh 2 kg, more than the parcel with 1.25 kg',
      '/parcels/0/items/1/unit_value/amount': 'is required',
      '/customs/invoice_number': 'must have at most 35 characters',
    }),
  })
  await page.user.click(await screen.findByRole('button', { name: 'Add an item' }))
  await page.fill(screen.getAllByLabelText('Description')[0] as HTMLElement, 'Hat')
  const [, quantity] = screen.getAllByLabelText('Quantity')
  await page.fill(quantity as HTMLElement, '1')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('3 fields are wrong')
  const isWrong = (label: string) => screen.getAllByLabelText(label).map((one) => one.getAttribute('aria-invalid'))
  expect(isWrong('Description')).toEqual(['true', null])
  expect(isWrong('Value of one')).toEqual([null, 'true'])
  screen.getByRole('button', { name: /^Customs · Invoice number/ })
})
