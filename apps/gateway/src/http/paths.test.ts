import { expect, test } from 'vitest'
import { methodsByPath, parameterNames, routableUrl, routerPath } from './paths.ts'

const methods = methodsByPath([
  { method: 'GET', path: '/shipments' },
  { method: 'POST', path: '/shipments' },
  { method: 'GET', path: '/shipments/{shipment_id}' },
  { method: 'POST', path: '/shipments/on-demand' },
  { method: 'GET', path: '/openapi.json' },
])

test('a path allows the methods of every route that matches it', () => {
  expect(methods('/shipments')).toEqual(['GET', 'HEAD', 'POST'])
  expect(methods('/shipments/x')).toEqual(['GET', 'HEAD'])
  expect(methods('/shipments/on-demand')).toEqual(['GET', 'HEAD', 'POST'])
})

test('an unknown path allows no method', () => {
  for (const path of ['/', '/shipment', '/shipments/', '/shipments/a/b', '/openapixjson']) {
    expect(methods(path), path).toEqual([])
  }
})

test('broken percent-encoding in a path makes it unknown; in a query it is ignored', () => {
  expect(routableUrl('/shipments/%zz')).toBe('/-/malformed')
  expect(routableUrl('/shipments/%ff')).toBe('/-/malformed')
  expect(routableUrl('/shipments/%20?x=%zz')).toBe('/shipments/%20?x=%zz')
})

test("parameters are written in the router's syntax", () => {
  expect(routerPath('/a/{b_id}/c')).toBe('/a/:b_id/c')
  expect(parameterNames('/a/{b_id}/{c}')).toEqual(['b_id', 'c'])
})
