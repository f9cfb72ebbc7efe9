/** The simulator's advance answers when every read shows the move. */
import { expect, test } from 'vitest'
import { get, getData } from '../api.ts'
import { advance, bookShipment } from '../journeys.ts'

const readEvents = async (subjectId: string): Promise<{ type: string; data: { object: { status: string } } }[]> =>
  getData(await get(`/api/v1/events?subject_id=${subjectId}&limit=10`), 200)

const moves = [
  { booking: 'picked_up', shipment: 'in_transit', event: 'shipment.in_transit' },
  { booking: 'delivered', shipment: 'delivered', event: 'shipment.delivered' },
] as const

test('reads right after a move show it, fifty times in a row', { timeout: 180_000 }, async () => {
  for (let round = 0; round < 25; round++) {
    const { shipment, booking } = await bookShipment()
    for (const move of moves) {
      const answered = getData(await advance(shipment.shipment_id, { status: move.booking }), 200)
      const [shownShipment, shownBooking, ofShipment, ofBooking] = await Promise.all([
        get(`/api/v1/shipments/${shipment.shipment_id}`),
        get(`/api/v1/bookings/${booking.booking_id}`),
        readEvents(shipment.shipment_id),
        readEvents(booking.booking_id),
      ])
      const shown = { status: move.booking, shipment: { status: move.shipment } }
      expect(answered, `round ${round}`).toMatchObject(shown)
      expect(getData(shownShipment, 200), `round ${round}`).toMatchObject({ status: move.shipment })
      expect(getData(shownBooking, 200), `round ${round}`).toMatchObject(shown)
      expect(
        ofShipment.map(({ type }) => type),
        `round ${round}`,
      ).toContain(move.event)
      expect(
        ofBooking.map(({ data }) => data.object.status),
        `round ${round}`,
      ).toContain(move.booking)
    }
  }
})
