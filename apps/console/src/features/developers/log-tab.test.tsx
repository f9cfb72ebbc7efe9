import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { list } from '../../testing/api.ts'
import { aCall, aKey } from '../../testing/developers.ts'
import { openScreen } from '../../testing/screen.tsx'

const PATH = '/developers?tab=log'
const FAILED = aCall({
  status: 422,
  error_code: 'validation_error',
  request_body: { merchant_order_ref: '[replaced]' },
  response_body: { success: false },
  replayed: true,
  subjects: ['shp_1'],
})

test('a failed call shows its request and its answer', async () => {
  const page = await openScreen(PATH, {
    answers: { 'GET /api-log': list([FAILED]), 'GET /api-log/:id': FAILED, 'GET /api-keys': list([]) },
  })
  await page.user.click(await screen.findByRole('link', { name: 'POST /api/v1/shipments' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'POST /api/v1/shipments' }))
  await sheet.findByText('422 validation_error')
  expect(sheet.getByRole('region', { name: 'Request as JSON' }).textContent).toContain('[replaced]')
  sheet.getByRole('region', { name: 'Answer as JSON' })
  sheet.getByText('Personal and secret values are replaced.')
  sheet.getByText(/The answer is that of an earlier call/)
  sheet.getByText('shp_1')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.address()).toBe(PATH)
})

test('calls have the name of their key, and those by which the console reads come when they are asked for', async () => {
  const key = aKey()
  const page = await openScreen(PATH, {
    answers: { 'GET /api-log': list([aCall({ actor_id: key.key_id })]), 'GET /api-keys': list([key]) },
  })
  await screen.findByText(key.name)
  const asked = () => page.api.callsTo('GET /api-log').at(-1)?.query.get('console_reads')
  expect(asked()).toBe('false')
  await page.user.click(screen.getByRole('checkbox', { name: 'What the console reads' }))
  await waitFor(() => expect(asked()).toBeNull())
  expect(page.address()).toBe(`${PATH}&all=true`)
})

test.each(['request=req_9', 'subject=shp_1', 'answer=5xx'])(
  'with %s the calls of the console are among them',
  async (filter) => {
    const page = await openScreen(`${PATH}&${filter}`, { answers: { 'GET /api-log': list([]) } })
    await screen.findByText('No calls')
    expect(page.api.callsTo('GET /api-log').at(-1)?.query.get('console_reads')).toBeNull()
    const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: 'What the console reads' })
    expect([choice.checked, choice.disabled]).toEqual([true, true])
  },
)

test('when none of the newest calls match, the older ones can be fetched', async () => {
  const page = await openScreen(PATH, {
    answers: {
      'GET /api-log': ({ query }) => (query.has('cursor') ? list([aCall()]) : list([], 'cur_2')),
      'GET /api-keys': list([]),
    },
  })
  await screen.findByText('None of the newest calls')
  expect(screen.queryByText('No calls')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByRole('link', { name: /POST/ })
})

test('the filters of the address are asked for', async () => {
  const page = await openScreen(`${PATH}&answer=4xx&method=POST&request=req_9`, {
    answers: { 'GET /api-log': list([]) },
  })
  await screen.findByText('No calls')
  const query = page.api.callsTo('GET /api-log').at(-1)?.query
  expect(query?.get('status_class')).toBe('4xx')
  expect(query?.get('method')).toBe('POST')
  expect(query?.get('request_id')).toBe('req_9')
})
