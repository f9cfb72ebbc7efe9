import { expect, test } from 'vitest'
import { noCourier } from './advance.ts'

const ready = {
  shipmentId: 'shp_1',
  status: 'ready',
  onDemand: false,
  cancelRequested: false,
  failureReason: null,
  pendingBookingId: null,
} as const
const onDemand = { ...ready, status: 'in_transit', onDemand: true } as const

test.each([
  ['has no booking', ready, 'Shipment shp_1 has no courier yet. Book it first.'],
  [
    'waits for the carrier',
    { ...ready, pendingBookingId: 'bkg_1' },
    'Shipment shp_1 has no courier yet: the carrier has not answered booking bkg_1. Move the courier once the status of the booking is assigned.',
  ],
  [
    'waits for the search',
    { ...onDemand, pendingBookingId: 'bkg_1' },
    'Shipment shp_1 has no courier yet: the search goes on. Move the courier once the status of the booking is assigned.',
  ],
  [
    'has found no courier',
    { ...onDemand, status: 'failed', failureReason: 'no_courier_available' },
    'Shipment shp_1 is failed. No courier was found for it. Create another shipment.',
  ],
  [
    'is being cancelled',
    { ...onDemand, cancelRequested: true },
    'Shipment shp_1 is being cancelled and has no courier.',
  ],
  [
    'is cancelled',
    { ...onDemand, status: 'cancelled' },
    'Shipment shp_1 is cancelled. It has no courier. Create another shipment.',
  ],
] as const)('no courier of a shipment that %s can be moved', (_, shipment, message) => {
  expect(noCourier(shipment)).toMatchObject({ code: 'booking_not_found', message })
})
