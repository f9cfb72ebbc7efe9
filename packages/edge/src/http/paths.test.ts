import { parameterNames } from '@waybill/contracts/requests/operation'
import { expect, test } from 'vitest'
import { methodsByPath, routableUrl, routerPath, tracedPath } from './paths.ts'

const methods = methodsByPath([
  { method: 'GET', path: '/shipments' },
  { method: 'POST', path: '/shipments' },
  { method: 'GET', path: '/shipments/{shipment_id}' },
  { method: 'POST', path: '/shipments/on-demand' },
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/console/*' },
])

test('a path allows the methods of every route that matches it', () => {
  expect(methods('/shipments')).toEqual(['GET', 'HEAD', 'POST'])
  expect(methods('/shipments/x')).toEqual(['GET', 'HEAD'])
  expect(methods('/shipments/on-demand')).toEqual(['GET', 'HEAD', 'POST'])
  expect(methods('/console/shipments/x')).toEqual(['GET', 'HEAD'])
})

test('an unknown path allows no method', () => {
  for (const path of ['/', '/shipment', '/shipments/', '/shipments/a/b', '/openapixjson', '/console/']) {
    expect(methods(path), path).toEqual([])
  }
})

test('broken percent-encoding in a path makes it unknown; in a query it is ignored', () => {
  expect(routableUrl('/shipments/%zz')).toBe('/-/malformed')
  expect(routableUrl('/shipments/%ff')).toBe('/-/malformed')
  expect(routableUrl('/shipments/%20?x=%zz')).toBe('/shipments/%20?x=%zz')
})

test('the documentation and the console may have a slash at the end of their URLs', () => {
  expect(routableUrl('/docs/')).toBe('/docs')
  expect(routableUrl('/docs/types/?x=1')).toBe('/docs/types?x=1')
  expect(routableUrl('/console/')).toBe('/console')
  for (const other of ['/docs', '/docs/types', '/docs//', '/api/v1/shipments/', '/console/x/'])
    expect(routableUrl(other)).toBe(other)
})

test("parameters are written in the router's syntax", () => {
  expect(routerPath('/a/{b_id}/c')).toBe('/a/:b_id/c')
  expect(parameterNames('/a/{b_id}/{c}')).toEqual(['b_id', 'c'])
})

test.each([
  ['/t/trk_secret?x=1', '/t/:tracking_token', '/t/:tracking_token'],
  ['/t/trk_secret/stream', '/t/:tracking_token/stream', '/t/:tracking_token/stream'],
  ['/api/v1/shipments/shp_1?a=b', '/api/v1/shipments/:shipment_id', '/api/v1/shipments/shp_1'],
  ['/unknown', undefined, '/unknown'],
])('the span of %s, a request to %s, shows %s', (url, route, shown) => {
  expect(tracedPath(url, route)).toBe(shown)
})
