import { expect, test } from 'vitest'
import { path, queryString } from './path.ts'

test('ids are escaped', () => {
  expect(path`/api/v1/shipments/${'shp_1'}/cancel`).toBe('/api/v1/shipments/shp_1/cancel')
  expect(path`/api/v1/shipments/${'a/../b?c'}`).toBe('/api/v1/shipments/a%2F..%2Fb%3Fc')
})

test.each([[''], ['.'], ['..'], [undefined], [null], [7], [{}]])('%j is no id', (id) => {
  expect(() => path`/api/v1/shipments/${id as string}`).toThrow('pass the id of the resource')
})

test('a query joins lists, spreads records and leaves out what is missing', () => {
  expect(
    queryString({ status: ['ready', 'failed'], metadata: { a: 'b c' }, limit: 5, cursor: undefined, q: null }),
  ).toBe('?status=ready%2Cfailed&metadata%5Ba%5D=b+c&limit=5')
  expect(queryString({ created_from: '2026-12-01T09:00:00+01:00' })).toBe(
    '?created_from=2026-12-01T09%3A00%3A00%2B01%3A00',
  )
  expect(queryString({ status: [] })).toBe('')
})
