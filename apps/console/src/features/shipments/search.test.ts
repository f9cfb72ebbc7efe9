import type { SavedView } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { filterNames, findTab, getQuery, isUnchanged, readSearch, searchOfView, TABS, toView } from './search.ts'

test('the address is read without what is not known', () => {
  expect(
    readSearch({
      q: 4711,
      status: 'ready,lost',
      created_from: '2026-11-01',
      created_to: 'soon',
      carrier_code: ['metro-courier', 7],
      metadata: { shop: 'north', empty: '' },
      sort: 'price',
      env: 'env_1',
    }),
  ).toEqual({
    q: '4711',
    status: ['ready'],
    created_from: '2026-11-01',
    carrier_code: ['metro-courier', '7'],
    metadata: { shop: 'north' },
  })
})

test('the default order has no parameter', () => {
  expect(readSearch({ sort: '-created_at' })).toEqual({})
  expect(readSearch({ sort: 'updated_at' })).toEqual({ sort: 'updated_at' })
})

test('the API gets a text that is long enough, and no view', () => {
  expect(getQuery({ q: ' AB ', view: 'svw_1', status: ['ready'] })).toEqual({ status: ['ready'] })
  expect(getQuery({ q: ' ABC ' })).toEqual({ q: 'ABC' })
})

test('a day is the one at the browser, and a date of collection is the same everywhere', () => {
  expect(
    getQuery({ created_from: '2026-02-01', created_to: '2026-02-28', collection_from: '2026-02-01' }),
  ).toStrictEqual({
    created_from: new Date(2026, 1, 1).toISOString(),
    created_to: new Date(2026, 2, 1).toISOString(),
    collection_from: '2026-02-01',
  })
  expect(getQuery({ updated_to: '2026-02-28T12:00:00Z' })).toEqual({ updated_to: '2026-02-28T12:00:00Z' })
})

test('statuses are a tab, some other choice, or all', () => {
  expect(findTab({})).toBeUndefined()
  expect(findTab({ status: ['delivered'] })).toBe('delivered')
  expect(findTab({ status: ['ready', 'failed'] })).toBeNull()
  expect(findTab({ status: ['delivered'], waiting_for: ['booking'] })).toBeNull()
})

test('the tab of shipments to book leaves out those that are booked and still ready', () => {
  expect(getQuery(TABS.open)).toEqual({ waiting_for: ['booking'] })
  expect(findTab(readSearch({ waiting_for: 'booking' }))).toBe('open')
  expect(findTab({ status: ['ready'] })).toBeNull()
})

test('a view gives back the filters that it was made of', () => {
  const search = readSearch({ status: ['failed'], metadata: { b: '1', a: '2' }, sort: 'created_at' })
  const view = { ...toView(search), view_id: 'svw_1' } as unknown as SavedView
  expect(searchOfView(view)).toEqual({ ...search, view: 'svw_1' })
  expect(isUnchanged(view, { ...search, metadata: { a: '2', b: '1' }, view: 'svw_1' })).toBe(true)
  expect(isUnchanged(view, { ...search, q: 'abc', view: 'svw_1' })).toBe(false)
})

test('tabs and text are not among the filters of the sheet', () => {
  expect(filterNames({ q: 'abc', waiting_for: ['booking'], created_from: '2026-11-01', sort: 'created_at' })).toEqual([
    'created_from',
  ])
  expect(filterNames({ status: ['ready', 'failed'] })).toEqual(['status'])
})
