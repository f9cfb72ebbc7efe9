import { screen, waitFor, within } from '@testing-library/react'
import type { SimulatorFault } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { created, gone, invalid, list } from '../../../testing/api.ts'
import { aCarrier, easyPost } from '../../../testing/carriers.ts'
import { aFault } from '../../../testing/developers.ts'
import { openScreen } from '../../../testing/screen.tsx'
import { aSession, READER_SCOPES } from '../../../testing/session.ts'

const PATH = '/developers?tab=simulator'

test('a fault of a carrier is planned, shown and removed, and planned once more', async () => {
  const faults: SimulatorFault[] = []
  const page = await openScreen(PATH, {
    answers: {
      'GET /simulator/faults': () => list(faults),
      'GET /carriers': list([aCarrier(), easyPost()]),
      'POST /simulator/faults': ({ body }) => {
        if (typeof body.calls_count !== 'number') return invalid({ '/calls_count': 'must be a number' })
        faults.push(aFault({ ...body, calls_left: body.calls_count }))
        return created(faults[0])
      },
      'DELETE /simulator/faults/:id': () => {
        faults.pop()
        return gone()
      },
    },
  })
  const select = (label: string, value: string) => page.user.selectOptions(screen.getByLabelText(label), value)
  // Only simulated carriers fail on request.
  await screen.findByRole('option', { name: 'City Van' })
  expect(screen.queryByRole('option', { name: 'EasyPost' })).toBeNull()
  await select('What goes wrong', 'label')
  await select('How', 'server_error')
  // Waybill itself tries three times.
  expect(screen.getByLabelText<HTMLInputElement>('How many calls').value).toBe('4')
  await page.fill(screen.getByLabelText('How many calls'), 'many')
  await page.user.click(screen.getByRole('button', { name: 'Plan the fault' }))
  await screen.findByText('1 field is wrong')
  await select('What goes wrong', 'report')
  await select('How', 'out_of_order')
  await page.fill(screen.getByLabelText('Over after'), '5')
  await page.user.keyboard('{Enter}')
  for (const times of [1, 2]) {
    const planned = await screen.findByText(/^city_van, .*: Reports come out of order$/)
    const row = within(planned.closest('li') as HTMLElement)
    row.getByText(/^1 of 1 calls left/)
    await page.user.click(row.getByRole('button', { name: /^Remove/ }))
    await screen.findByText('No fault is planned')
    if (times === 1) await page.user.click(screen.getByRole('button', { name: 'Plan the fault' }))
  }
  const sent = page.api.callsTo('POST /simulator/faults').slice(1)
  expect(sent.map(({ body }) => body)).toEqual(
    Array(2).fill({
      carrier_code: 'city_van',
      operation: 'report',
      fault: 'out_of_order',
      calls_count: 1,
      expires_in_minutes: 5,
    }),
  )
  // The same once more is another fault.
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
})

test('who may not book plans and removes no fault', async () => {
  const session = aSession({ role: 'viewer', scopes: READER_SCOPES })
  await openScreen(PATH, {
    answers: { 'GET /simulator/faults': list([aFault()]), 'GET /carriers': list([aCarrier()]) },
    session,
  })
  await screen.findByText(/Reports come out of order/)
  await waitFor(() => expect(screen.queryByRole('button', { name: /Plan|Remove/ })).toBeNull())
})
