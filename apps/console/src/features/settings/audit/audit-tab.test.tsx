import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AuditEntry } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { type Answers, failure, list } from '../../../testing/api.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { ENVIRONMENT_ID } from '../../../testing/session.ts'
import { aColleague, aMember, anAuditEntry } from '../../../testing/settings.ts'
import { SHIPMENT_ID } from '../../../testing/shipments.ts'

const PATH = '/settings/audit-log'
const INVITED = anAuditEntry({ action: 'createInvitation' })
const SIGNED_IN = anAuditEntry({ action_id: 'aud_2', action: 'createSessionWithLink' })

const toLog = (entries: readonly AuditEntry[]): Answers => ({
  'GET /team/members': list([aMember(), aColleague()]),
  'GET /audit-log': ({ query }) => {
    const actions = query.getAll('action').flatMap((one) => one.split(','))
    return list(entries.filter(({ action }) => actions.length === 0 || actions.includes(action)))
  },
})
const table = () => within(screen.getByRole('table', { name: 'Audit log' }))

test('filters what was done by group, and keeps the filter in the address', async () => {
  const page = await openScreen(PATH, { answers: toLog([INVITED, SIGNED_IN]) })
  await screen.findByText('Signed in with a link')
  await page.user.selectOptions(screen.getByLabelText('What'), 'Team')
  await waitFor(() => expect(screen.queryByText('Signed in with a link')).toBeNull())
  table().getByText('Invited somebody')
  expect(page.address()).toBe('/settings/audit-log?what=team')
  await page.reload()
  await screen.findByText('Invited somebody')
  expect(screen.getByLabelText<HTMLSelectElement>('What').value).toBe('team')
  expect(screen.queryByText('Signed in with a link')).toBeNull()
})

test('filters by member and by dates', async () => {
  const page = await openScreen(PATH, { answers: toLog([INVITED]) })
  await screen.findByText('Invited somebody')
  await screen.findByRole('option', { name: 'Sam Reader' })
  await page.user.selectOptions(screen.getByLabelText('Who'), 'Sam Reader')
  const within_ = within(screen.getByRole('main'))
  const [from, until] = [within_.getByLabelText('From'), within_.getByLabelText('Until')]
  fireEvent.change(from, { target: { value: '2026-03-01' } })
  fireEvent.change(until, { target: { value: '2026-03-02' } })
  await waitFor(() => {
    const last = page.api.callsTo('GET /audit-log').at(-1)?.query
    expect(last?.get('actor_id')).toBe(aColleague().user_id)
    expect(last?.get('occurred_from')).toContain('2026-03-01')
    expect(last?.get('occurred_to')).toContain('2026-03-02')
  })
  // One date cannot be after the other.
  expect(from.getAttribute('max')).toBe('2026-03-02')
  expect(until.getAttribute('min')).toBe('2026-03-01')
})

test('an empty log says what will be in it, and one that is filtered says to choose other filters', async () => {
  const page = await openScreen(PATH, { answers: toLog([]) })
  await screen.findByText('Nothing is recorded')
  screen.getByText('Sign-ins and every change that a member makes appear here.')
  await page.user.selectOptions(screen.getByLabelText('What'), 'Carriers')
  await screen.findByText('Nobody did such a thing in this time. Choose other filters.')
})

test('the member of an address who has left is still the filter', async () => {
  await openScreen(`${PATH}?who=usr_gone`, { answers: toLog([]) })
  await screen.findByText('Nothing is recorded')
  expect(screen.getByLabelText<HTMLSelectElement>('Who').value).toBe('usr_gone')
})

test('says how each action ended, who did it, and what it was about', async () => {
  const entries = [
    anAuditEntry({ action_id: 'aud_1', action: 'bookShipment', outcome: 'failed', error_code: 'conflict' }),
    anAuditEntry({ action_id: 'aud_2', action: 'updateShipment', outcome: 'started' }),
    anAuditEntry({ action_id: 'aud_3', action: 'createShipment', outcome: 'repeated' }),
    anAuditEntry({
      action_id: 'aud_4',
      action: 'aNovelty',
      actor: { type: 'operator', id: null, name: null, email: null },
    }),
    anAuditEntry({
      action_id: 'aud_5',
      action: 'cancelShipment',
      actor: { type: 'api_key', id: 'key_1', name: 'Shop', email: null },
      object_type: 'shipment',
      object_id: SHIPMENT_ID,
      environment_id: ENVIRONMENT_ID,
    }),
  ]
  await openScreen(PATH, { answers: toLog(entries) })
  await screen.findByRole('table', { name: 'Audit log' })
  const rows = table().getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Booked a shipment conflict'),
    expect.stringContaining('Changed a shipment outcome unknown'),
    expect.stringContaining('Registered a shipment repeated'),
    expect.stringMatching(/Operator.*aNovelty/),
    expect.stringMatching(/Shop.*API key.*Cancelled a shipment/),
  ])
  const link = table().getByRole('link', { name: SHIPMENT_ID })
  expect(link.getAttribute('href')).toBe(`/console/shipments/${SHIPMENT_ID}?env=${ENVIRONMENT_ID}`)
  within(rows[4] as HTMLElement).getByText('Sandbox')
})

test('the next page is added on request, and one that fails leaves what is there', async () => {
  const page = await openScreen(PATH, {
    answers: {
      'GET /team/members': list([aMember()]),
      'GET /audit-log': ({ query }) =>
        query.has('cursor') ? failure(500, { message: 'No more today.' }) : list([INVITED], 'next'),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('No more today.')
  table().getByText('Invited somebody')
  page.api.answer({
    'GET /audit-log': ({ query }) => (query.has('cursor') ? list([SIGNED_IN]) : list([INVITED], 'next')),
  })
  await page.user.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Signed in with a link')
  expect(page.api.callsTo('GET /audit-log').at(-1)?.query.get('cursor')).toBe('next')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
