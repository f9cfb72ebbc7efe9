import { aShipmentDocument } from '@waybill/testing/builders'
import type { Definite } from '../merchant.ts'

const SHIPMENTS = '/api/v1/shipments'

/** Holds, tags and annotates a shipment that is not booked. */
export async function handleShipment(call: Definite, shipmentId: string): Promise<void> {
  const path = `${SHIPMENTS}/${shipmentId}`
  await call('POST', `${SHIPMENTS}/check`, aShipmentDocument())
  await call('POST', `${path}/hold`, { reason: 'The customer confirms the address' })
  await call('POST', `${path}/release`, undefined)
  await call('POST', `${path}/assign`, { assignee_id: null })
  await call('POST', `${path}/tags`, { add_tags: ['fragile'] })
  await call('POST', `${SHIPMENTS}/edit`, { shipment_ids: [shipmentId], remove_tags: ['fragile'] })
  const { note_id } = (await call('POST', `${path}/notes`, { text: 'Knock' })).body.data
  await call('DELETE', `${path}/notes/${note_id}`, undefined)
}
