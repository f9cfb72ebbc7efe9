/** Traffic through every feature, so that every metric has samples. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { openStream } from '@waybill/testing/event-stream'
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { call, get, getData, patch, post, sandbox, silentReceiverUrl } from '../e2e/api.ts'
import { advance, aReference, bookShipment, createShipment, quoteShipment, untilStatus } from '../e2e/journeys.ts'

const subscribe = async (url: string) =>
  getData(await post('/api/v1/webhooks/subscriptions', { url, events: ['*'] }), 201).subscription_id as string

export async function driveEverything(receiver: HttpReceiver): Promise<void> {
  const subscriptionId = await subscribe(`${receiver.url}/all`)
  await subscribe(silentReceiverUrl)
  getData(await call('POST', `/api/v1/webhooks/subscriptions/${subscriptionId}/test`), 201)

  const { shipment, booking } = await bookShipment()
  const stream = await openStream(`${sandbox.base_url}/api/v1/shipments/${shipment.shipment_id}/stream`, {
    authorization: `Bearer ${sandbox.access_token}`,
  })
  await get(`/api/v1/bookings/${booking.booking_id}/label`)
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'delivered')
  stream.close()

  const cancelled = await bookShipment()
  getData(await post(`/api/v1/shipments/${cancelled.shipment.shipment_id}/cancel`, { reason_code: 'other' }), 200)
  const changed = await createShipment()
  getData(await patch(`/api/v1/shipments/${changed.shipment_id}`, { pickup_instructions: 'Ring twice' }), 200)
  await quoteShipment(changed.shipment_id)
  await quoteShipment(changed.shipment_id)

  const onDemand = aShipmentDocument({ merchant_order_ref: aReference() })
  const { shipment_id } = getData(await post('/api/v1/shipments/on-demand', onDemand), 201)
  await eventually(async () => {
    const { booking_id } = getData(await get(`/api/v1/shipments/${shipment_id}`), 200)
    if (booking_id === null || getData(await get(`/api/v1/bookings/${booking_id}`), 200).status === 'pending')
      throw new Error('no courier yet')
  })
  await get('/api/v1/shipments/shp_01m7yx16xyeh08gm14ern4ykbe')
  await get('/api/v1/nowhere')
  await get('/api/v1/shipments', { token: 'wb_test_nobody' })
  await eventually(() => {
    if (receiver.requests.length < 10) throw new Error(`expected 10 webhooks, received ${receiver.requests.length}`)
  })
}
