import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findViolations } from '../../testing/accessibility.ts'
import { failure } from '../../testing/api.ts'
import { aCostRow, someCosts } from '../../testing/costs.ts'
import { fullAccount } from '../../testing/full-account.ts'
import { openScreen } from '../../testing/screen.tsx'

const rows = [
  aCostRow({ failed: 1, refused: 2 }),
  aCostRow({ week: '2026-11-09', total_amount: '60.50', parcels: 3, on_time: 0, late: 1 }),
  aCostRow({ carrier_code: 'eco_parcel', service_code: 'eco_saver', total_amount: '7.00', parcels: 1 }),
  aCostRow({ currency: 'EUR', total_amount: '900.00', bookings: 1 }),
]
const open = (answers: object = {}, path = '/costs') =>
  openScreen(path, { answers: { ...fullAccount(), 'GET /costs': someCosts({ rows }), ...answers } })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('shows each carrier and service of one currency, and leads to their shipments', async () => {
  const page = await open()
  const table = within(await screen.findByRole('table', { name: 'Carriers and services' }))
  const [, van, eco, ...others] = table.getAllByRole('row')
  expect(others).toEqual([])
  await waitFor(() => expect(cells(van as HTMLElement)[0]).toBe('City Van'))
  expect(cells(van as HTMLElement)).toEqual([
    'City Van',
    'Van same day',
    '£180.50',
    '15',
    '£12.03',
    '82% of 11',
    '1',
    '0',
    '0',
    '2',
  ])
  expect(cells(eco as HTMLElement)[2]).toBe('£7.00')
  expect(screen.getByText('£187.50')).toBeDefined()
  expect(await findViolations()).toEqual([])

  await page.user.click(within(van as HTMLElement).getByRole('link'))
  await screen.findByRole('heading', { level: 1, name: 'Shipments' })
  const query = page.api.callsTo('GET /shipments').at(-1)?.query
  expect(Object.fromEntries(query ?? [])).toMatchObject({
    carrier_code: 'city_van',
    service_code: 'van_same_day',
    collection_from: '2026-11-02',
    collection_to: '2026-11-29',
  })
})

test('the weeks are also a table, and another currency is shown by itself', async () => {
  const page = await open()
  await page.user.click(await screen.findByText('The weeks as a table'))
  const table = within(screen.getByRole('table', { name: 'Spend by week' }))
  expect(cells(table.getAllByRole('row')[2] as HTMLElement).slice(1)).toEqual(['£60.50', '£0.00', '£60.50'])
  await page.user.selectOptions(screen.getByLabelText('Currency'), 'EUR')
  await screen.findAllByText('€900.00')
  expect(page.address()).toBe('/costs?currency=EUR')
})

test('another period is asked for, and saved as CSV with every row', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const made = vi.spyOn(URL, 'createObjectURL')
  const page = await open()
  await page.user.selectOptions(await screen.findByLabelText('Period'), '12 weeks and the next')
  await waitFor(() => expect(page.api.callsTo('GET /costs')).toHaveLength(2))
  const [before, after] = page.api.callsTo('GET /costs').map(({ query }) => Date.parse(query.get('from') ?? ''))
  expect(((before ?? 0) - (after ?? 0)) / 86_400_000).toBe(56)
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const [file] = made.mock.lastCall as [Blob]
  const text = await file.text()
  expect(text.split('\r\n')).toHaveLength(rows.length + 2)
  expect(text).toContain('2026-11-02,city_van,van_same_day,EUR,')
})

test('says why there is nothing, and what went wrong', async () => {
  const page = await open({ 'GET /costs': someCosts({ rows: [] }) })
  await screen.findByText('No bookings in these weeks')
  page.api.answer({ 'GET /costs': failure(503, { message: 'Out of order.' }) })
  await page.reload()
  await screen.findByText('Out of order.')
})
