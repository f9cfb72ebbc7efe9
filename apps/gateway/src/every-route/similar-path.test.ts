import { similarPath } from '@waybill/edge/server/similar-path'
import { expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'

const similar = similarPath([...routeTable, { path: '/docs' }, { path: '/docs/webhooks' }])

test.each([
  ['/api/v1/shipment', '/api/v1/shipments'],
  ['/api/v1/shipments/', '/api/v1/shipments'],
  ['/shipments', '/api/v1/shipments'],
  ['/v1/shipments', '/api/v1/shipments'],
  ['/api/shipments', '/api/v1/shipments'],
  ['/api/v2/shipments', '/api/v1/shipments'],
  ['/api/v1/shipment/shp_01k', '/api/v1/shipments/{shipment_id}'],
  ['/api/v1/shipments/shp_01k/boook', '/api/v1/shipments/{shipment_id}/book'],
  ['/api/v1/webhook/subscription', '/api/v1/webhooks/subscriptions'],
  ['/api/v1/bookings/bkg_01k/driver-location', '/api/v1/bookings/{booking_id}/driver_location'],
  ['/doc', '/docs'],
  ['/docs/webhook', '/docs/webhooks'],
  ['/consol', '/console'],
])('%s is like %s', (asked, meant) => {
  expect(similar(asked)).toBe(meant)
})

test.each(['/', '/-/malformed', '/wp-login.php', '/api/v1/invoices', '/x/abc', `/api/v1/${'shipment'.repeat(40)}`])(
  '%s is like no path',
  (asked) => {
    expect(similar(asked)).toBeUndefined()
  },
)
