import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findViolations } from '../../../testing/accessibility.ts'
import { invalid, stale, versioned } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { someReturnRules } from '../../../testing/settings.ts'

const PATH = '/settings/returns'
const reasons = [
  { code: 'too_small', text: 'It is too small' },
  { code: 'broken', text: 'It is broken' },
]
const save = (name = 'Save') => screen.getByRole('button', { name })

test('what differs is sent on top of the version that is shown', async () => {
  const page = await openScreen(PATH, {
    answers: {
      'GET /return-rules': versioned(someReturnRules({ reasons }), '"3"'),
      'PATCH /return-rules': ({ body }) => versioned(someReturnRules(body), '"4"'),
    },
  })
  await page.user.click(await screen.findByLabelText('Recipients can ask for returns'))
  await page.fill(screen.getByLabelText('Days after the delivery'), '14')
  await page.fill(screen.getByLabelText('Only from these countries'), 'gb, DE')
  await page.user.click(screen.getByRole('button', { name: 'Remove reason 1' }))
  await page.user.click(screen.getByRole('button', { name: 'Add a reason' }))
  const added = within(screen.getByRole('group', { name: 'Reason 2' }))
  await page.fill(added.getByLabelText('Your code'), 'other')
  await page.fill(added.getByLabelText('As recipients read it'), 'Another reason')
  expect(await findViolations()).toEqual([])
  await page.user.click(save())
  await screen.findAllByText('The return rules are stored.')
  const [sent] = page.api.callsTo('PATCH /return-rules')
  expect(sent?.headers.get('if-match')).toBe('"3"')
  expect(sent?.body).toEqual({
    enabled: true,
    days: 14,
    countries: ['GB', 'DE'],
    reasons: [reasons[1], { code: 'other', text: 'Another reason' }],
  })
})

test('days that are no number are sent as typed, and named at their field', async () => {
  const page = await openScreen(PATH, {
    answers: {
      'GET /return-rules': versioned(someReturnRules(), '"1"'),
      'PATCH /return-rules': invalid({ '/days': 'must be a whole number' }),
    },
  })
  const days = await screen.findByLabelText('Days after the delivery')
  await page.fill(days, 'abc')
  await page.user.click(save())
  await screen.findByText('1 field is wrong')
  expect(days.getAttribute('aria-invalid')).toBe('true')
  expect(page.api.sentTo('PATCH /return-rules')).toEqual([{ days: 'abc' }])
})

test('what is approved at once is sent as a whole, and wrong parts are named at their fields', async () => {
  const approve = { reasons: ['broken'], countries: null, days: null, max_value: { amount: '50.00', currency: 'GBP' } }
  const page = await openScreen(PATH, {
    answers: {
      'GET /return-rules': versioned(someReturnRules({ reasons, approve }), '"1"'),
      'PATCH /return-rules': invalid({
        '/approve/reasons/1': 'must be the code of one of the reasons, which lost is not',
        '/approve/max_value/currency': 'must be an ISO 4217 code',
      }),
    },
  })
  await page.fill(await screen.findByLabelText('Only for these reasons'), 'broken, lost')
  await page.fill(screen.getByLabelText('Currency'), 'pounds')
  await page.fill(screen.getByLabelText('Only within so many days'), '14')
  await page.user.click(save())
  await waitFor(() => expect(screen.getByLabelText('Currency').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText('Only for these reasons').getAttribute('aria-invalid')).toBe('true')
  page.api.answer({ 'PATCH /return-rules': ({ body }) => versioned(someReturnRules(body), '"2"') })
  await page.user.click(screen.getByLabelText('Approve the first request of a delivery at once'))
  await page.user.click(save())
  await screen.findAllByText('The return rules are stored.')
  expect(page.api.sentTo('PATCH /return-rules')).toEqual([
    {
      approve: {
        reasons: ['broken', 'lost'],
        countries: null,
        days: 14,
        max_value: { amount: 50, currency: 'POUNDS' },
      },
    },
    { approve: null },
  ])
})

test('a wrong country and reason are named at their fields, and a change by somebody else first', async () => {
  const wrong = {
    '/countries/0': 'must be a country as two capital letters',
    '/reasons/0/code': 'must be 1 to 64 characters',
  }
  const page = await openScreen(PATH, {
    answers: { 'GET /return-rules': versioned(someReturnRules({ reasons }), '"1"'), 'PATCH /return-rules': stale() },
  })
  await page.fill(await screen.findByLabelText('Only from these countries'), 'England')
  await page.user.click(save())
  await screen.findByText(/Somebody else has changed this/)
  page.api.answer({ 'PATCH /return-rules': invalid(wrong) })
  await page.user.click(save('Save over the new state'))
  await screen.findAllByText(/Must be a country/)
  expect(screen.getByLabelText('Only from these countries').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByLabelText('Your code')[0]?.getAttribute('aria-invalid')).toBe('true')
})
