import { expect, test } from 'vitest'
import { aBooking } from '../testing/booking-records.ts'
import { cancellationRefused, updateRefused } from './errors.ts'

const carrier = { carrier_code: 'city_van', code: 'too_late', message: 'The van has left.', http_status: 422 }
const assigned = aBooking({ bookingId: 'bkg_1', carrierCode: 'city_van', carrierJobId: 'CV1' })
const collected = aBooking({ ...assigned, status: 'picked_up', pickedUp: true })
const booked = { shipmentId: 'shp_1', onDemand: false }

test.each([
  [
    cancellationRefused('Shipment shp_1', assigned, carrier),
    'Shipment shp_1 is not cancelled: booking bkg_1 is assigned. Carrier city_van answered: The van has left. The delivery goes on. To stop it, contact carrier city_van about job CV1.',
  ],
  [
    cancellationRefused('Booking bkg_1', collected, null),
    'Booking bkg_1 is not cancelled: it is picked_up. The delivery goes on. To stop it, contact carrier city_van about job CV1.',
  ],
  [
    cancellationRefused('Shipment shp_1', aBooking({ ...collected, status: 'delivered' }), null),
    'Shipment shp_1 is not cancelled: booking bkg_1 is delivered. Nothing is left to cancel.',
  ],
  [
    updateRefused(booked, assigned, carrier),
    'Shipment shp_1 is not changed. Carrier city_van answered: The van has left. The booking goes on. To book with other data, cancel it with POST /api/v1/bookings/bkg_1/cancel, change the shipment, and request a new quote.',
  ],
  [
    updateRefused({ ...booked, onDemand: true }, assigned, carrier),
    'Shipment shp_1 is not changed. Carrier city_van answered: The van has left. The booking goes on. To send other data, cancel the shipment and create another one.',
  ],
  [
    updateRefused(booked, collected, carrier),
    'Shipment shp_1 is not changed. Carrier city_van answered: The van has left. The goods are picked up. To change the delivery, contact carrier city_van about job CV1.',
  ],
])('a refusal says what to do next (%#)', ({ message }, expected) => {
  expect(message).toBe(expected)
})
