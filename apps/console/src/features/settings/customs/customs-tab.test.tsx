import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invalid, stale, versioned } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { someCustomsDefaults } from '../../../testing/settings.ts'

const PATH = '/settings/customs'
const others = [
  { type: 'vat', number: 'GB1', issuing_country: 'GB' },
  { type: 'voec', number: '2012345', issuing_country: null },
]
const save = (name = 'Save') => screen.getByRole('button', { name })

test('what differs is sent, and numbers with those that have no field', async () => {
  const page = await openScreen(PATH, {
    answers: {
      'GET /customs-defaults': versioned(someCustomsDefaults({ tax_ids: others, contents: 'gift' }), '"3"'),
      'PATCH /customs-defaults': ({ body }) => versioned(someCustomsDefaults(body), '"4"'),
    },
  })
  await page.fill(await screen.findByLabelText('EORI number'), 'GB123456789000')
  await page.fill(screen.getByLabelText('Name of the signer'), 'Ada Baker')
  await page.user.click(screen.getByLabelText('Certify that declarations are true'))
  await page.user.selectOptions(screen.getByLabelText('Reason'), 'Not declared')
  await page.user.click(save())
  await screen.findAllByText('The customs defaults are stored.')
  const [sent] = page.api.callsTo('PATCH /customs-defaults')
  expect(sent?.headers.get('if-match')).toBe('"3"')
  expect(sent?.body).toEqual({
    contents: null,
    certify: true,
    certify_signer: 'Ada Baker',
    tax_ids: [{ type: 'eori', number: 'GB123456789000' }, ...others],
  })
})

test('a wrong number is named at its field', async () => {
  const page = await openScreen(PATH, {
    answers: {
      'GET /customs-defaults': versioned(someCustomsDefaults({ tax_ids: others }), '"1"'),
      'PATCH /customs-defaults': invalid({ '/tax_ids/1/number': 'must be IM and 10 digits, such as IM2760000005' }),
    },
  })
  await page.fill(await screen.findByLabelText('EORI number'), 'GB123456789000')
  await page.fill(screen.getByLabelText('IOSS number'), '276')
  await page.user.click(save())
  await screen.findAllByText(/Must be IM and 10 digits/)
  expect(screen.getByLabelText('IOSS number').getAttribute('aria-invalid')).toBe('true')
})

test('a number that somebody else has set is kept when this state is saved over theirs', async () => {
  const page = await openScreen(PATH, {
    answers: { 'GET /customs-defaults': versioned(someCustomsDefaults(), '"1"'), 'PATCH /customs-defaults': stale() },
  })
  await page.fill(await screen.findByLabelText('EORI number'), 'GB123456789000')
  page.api.answer({ 'GET /customs-defaults': versioned(someCustomsDefaults({ tax_ids: others }), '"2"') })
  await page.user.click(save())
  await screen.findByText(/Somebody else has changed this/)
  page.api.answer({ 'PATCH /customs-defaults': ({ body }) => versioned(someCustomsDefaults(body), '"3"') })
  await page.user.click(save('Save over the new state'))
  await screen.findAllByText('The customs defaults are stored.')
  expect(page.api.sentTo('PATCH /customs-defaults').at(-1)).toEqual({
    tax_ids: [{ type: 'eori', number: 'GB123456789000' }, ...others],
  })
})

test('the country of a number stays with it, and can be stated', async () => {
  const ids = [
    { type: 'eori', number: 'GB123456789000', issuing_country: 'GB' },
    { type: 'vat', number: '123456789', issuing_country: 'NO' },
  ]
  const page = await openScreen(PATH, {
    answers: {
      'GET /customs-defaults': versioned(someCustomsDefaults({ tax_ids: ids }), '"1"'),
      'PATCH /customs-defaults': ({ body }) => versioned(someCustomsDefaults(body), '"2"'),
    },
  })
  await page.fill(await screen.findByLabelText('EORI number'), 'GB123456789001')
  await page.fill(screen.getByLabelText('VAT number'), '987654321')
  await page.fill(screen.getByLabelText('Country of the VAT number'), 'ch')
  await page.user.click(save())
  await screen.findAllByText('The customs defaults are stored.')
  expect(page.api.sentTo('PATCH /customs-defaults')).toEqual([
    {
      tax_ids: [
        { type: 'eori', number: 'GB123456789001', issuing_country: 'GB' },
        { type: 'vat', number: '987654321', issuing_country: 'CH' },
      ],
    },
  ])
})

test('what is loaded anew behind the form is not saved over', async () => {
  const page = await openScreen(PATH, {
    answers: { 'GET /customs-defaults': versioned(someCustomsDefaults(), '"1"'), 'PATCH /customs-defaults': stale() },
  })
  await page.fill(await screen.findByLabelText('Name of the signer'), 'Ada Baker')
  page.api.answer({ 'GET /customs-defaults': versioned(someCustomsDefaults({ certify_signer: 'Eve Baker' }), '"2"') })
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  await waitFor(() => expect(page.api.callsTo('GET /customs-defaults')).toHaveLength(2))
  await page.user.click(save())
  await screen.findByText(/Somebody else has changed this/)
  expect(page.api.callsTo('PATCH /customs-defaults')[0]?.headers.get('if-match')).toBe('"1"')
})
