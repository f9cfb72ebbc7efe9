/** Filters, order and search of the lists of shipments and bookings. */
import { aDropoffAddress, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { get, getData, post } from '../api.ts'
import { aReference, bookShipment } from '../journeys.ts'

const idsIn = async (path: string, name: string): Promise<string[]> =>
  getData(await get(path), 200).map((one: Record<string, string>) => one[name])

test('shipments and bookings are found by the same filters, each other’s fields included', async () => {
  const merchant_order_ref = `Café-${aReference()}`
  const batch = aReference()
  const dropoff_address = aDropoffAddress({ name: 'Zoë Müller', last_name: 'Oquendo', post_code: 'EH1 2NG' })
  const document = aShipmentDocument({ merchant_order_ref, metadata: { batch }, dropoff_address })
  const { shipment, booking } = await bookShipment(document)
  await bookShipment()
  const { carrier_code, carrier_job_id, quote_option } = booking
  const reference = encodeURIComponent(` ${merchant_order_ref.normalize('NFD')} `)
  const here = `metadata[batch]=${batch}`
  const queries = [
    `merchant_order_ref=${reference}`,
    here,
    `${here}&carrier_code=nobody,${carrier_code}&service_code=${quote_option.service_code},nothing`,
    `${here}&collection_from=${shipment.collection_date}&collection_to=${shipment.collection_date}`,
    `${here}&q=${encodeURIComponent('zoe mul')}&sort=updated_at`,
    `${here}&q=eh12n&created_from=${encodeURIComponent(shipment.created_at)}`,
    `${here}&q=oquen&updated_from=${shipment.created_at.slice(0, 10)}`,
    `q=${encodeURIComponent(merchant_order_ref.toUpperCase())}`,
    `q=${carrier_job_id}`,
  ]
  // The shipment service learns the carrier and the tracking number from events.
  await eventually(async () => {
    for (const query of queries) {
      expect([query, await idsIn(`/api/v1/shipments?${query}`, 'shipment_id')]).toEqual([query, [shipment.shipment_id]])
      expect([query, await idsIn(`/api/v1/bookings?${query}`, 'booking_id')]).toEqual([query, [booking.booking_id]])
    }
  })
  for (const query of [`${here}&carrier_code=nobody`, `${here}&q=nobody`, `${here}&collection_to=2020-01-01`]) {
    expect(await idsIn(`/api/v1/shipments?${query}`, 'shipment_id')).toEqual([])
    expect(await idsIn(`/api/v1/bookings?${query}`, 'booking_id')).toEqual([])
  }
  expect(await idsIn(`/api/v1/shipments?${here}&status=ready,cancelled`, 'shipment_id')).toHaveLength(1)
  expect(await idsIn(`/api/v1/bookings?${here}&status=assigned,cancelled`, 'booking_id')).toHaveLength(1)
})

test.each([
  ['/api/v1/bookings?merchant_orderref=NO-SUCH', 400, 'Did you mean merchant_order_ref?'],
  ['/api/v1/bookings?page=2', 400, 'Did you mean cursor?'],
  ['/api/v1/shipments?metadata.batch=7', 400, 'Did you mean metadata[batch]?'],
  ['/api/v1/shipments?created_from=2026-12-01T10:00:00+02:00', 400, 'send + as %2B'],
  ['/api/v1/shipments?status=ready,gone', 400, 'not gone'],
  ['/api/v1/shipments?q=ab', 400, 'at least 3 characters'],
])('%s is refused and says what to send', async (path, status, text) => {
  const reply = await get(path)
  expect(reply.status).toBe(status)
  expect(reply.body.error.message).toContain(text)
})

test('an unknown parameter of a write is refused, and nothing is written', async () => {
  const merchant_order_ref = aReference()
  const reply = await post('/api/v1/shipments?dry_run=true', aShipmentDocument({ merchant_order_ref }))
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_parameter'])
  expect(await idsIn(`/api/v1/shipments?merchant_order_ref=${merchant_order_ref}`, 'shipment_id')).toEqual([])
})
