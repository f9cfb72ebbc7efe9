import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { getLocation } from './location.ts'

const getBody = (data: unknown) => Buffer.from(JSON.stringify({ success: true, data }))

test.each([
  ['/api/v1/quotes/{quote_id}', { quote_id: 'qte_1' }, {}, '/api/v1/quotes/qte_1'],
  [
    '/s/{subscription_id}/replays/{replay_id}',
    { replay_id: 'whr_1' },
    { subscription_id: 'whs_1' },
    '/s/whs_1/replays/whr_1',
  ],
  // A rotated key is another one than that of the path.
  ['/api/v1/api-keys/{key_id}', { key_id: 'key_2' }, { key_id: 'key_1' }, '/api/v1/api-keys/key_2'],
  ['/api/v1/quotes/{quote_id}', { shipment_id: 'shp_1', quote_id: 'qte_1' }, {}, '/api/v1/quotes/qte_1'],
  ['/api/v1/session', { user: {} }, {}, '/api/v1/session'],
  ['/api/v1/quotes/{quote_id}', { quote_id: 'a/b?c' }, {}, '/api/v1/quotes/a%2Fb%3Fc'],
  ['/api/v1/quotes/{quote_id}', { quote_id: null }, {}, undefined],
  ['/api/v1/quotes/{quote_id}', {}, {}, undefined],
])('%s with %j of the answer and %j of the path', (template, data, params: Record<string, string>, location) => {
  expect(getLocation(template, getBody(data), params)).toBe(location)
})

test('a stream has none', () => {
  expect(getLocation('/api/v1/quotes/{quote_id}', Readable.from([]), {})).toBeUndefined()
})
