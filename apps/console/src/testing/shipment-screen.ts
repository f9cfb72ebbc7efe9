/** The screen of one shipment. */
import { screen, within } from '@testing-library/react'
import type { Booking, Shipment } from '@waybill/sdk'
import { type Answers, list, versioned } from './api.ts'
import { fullAccount } from './full-account.ts'
import { BOOKING_ID, SHIPMENT_ID, theAddresses } from './shipments.ts'

export const PATH = `/shipments/${SHIPMENT_ID}`

/** The page's answers, of a shipment and bookings that tests change. */
export function makeAnswers(state: { shipment: Shipment; bookings?: readonly Booking[] }): Answers {
  return {
    ...fullAccount(),
    'GET /shipments/:id': () => versioned(state.shipment),
    'GET /shipments/:id/addresses': () => theAddresses(state.shipment),
    'GET /bookings': () => list(state.bookings ?? []),
    'GET /api-log': list([]),
    'GET /events': list([]),
  }
}

export const region = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
export const changed = { type: 'booking.updated', subject: { type: 'booking', id: BOOKING_ID } } as never
