/** Calls of the operations that the shipment service answers. */
import { newId } from '@waybill/contracts/ids'
import { aShipmentDocument } from '@waybill/testing/builders'
import type { OperationCall } from './operation-call.ts'

const shipment_id = newId('shp')
const pickup_location_id = newId('pul')
const note_id = newId('nte')

const document = JSON.parse(JSON.stringify(aShipmentDocument()))
const { collection_date: _, ...onDemandDocument } = document
const pickupLocations = '/api/v1/pickup-locations'
const pickupLocation = { name: 'Bakery', address: aShipmentDocument().pickup_address }

export const shipmentCalls: OperationCall[] = [
  {
    id: 'createShipment',
    path: '/api/v1/shipments',
    body: document,
    calls: 'ShipmentService.Create',
    with: { document, on_demand: false },
  },
  {
    id: 'createOnDemandShipment',
    path: '/api/v1/shipments/on-demand',
    body: onDemandDocument,
    calls: 'ShipmentService.Create',
    with: { document: onDemandDocument, on_demand: true },
  },
  {
    id: 'listShipments',
    path: '/api/v1/shipments?limit=7&cursor=abc&status=delivered&created_to=2026-02-01T00:00:00%2B01:00&waiting_for=courier&direction=return&return_of=shp_1&tag=a,b&assignee_id=none&note=bell',
    calls: 'ShipmentService.List',
    with: {
      page: { limit: 7, cursor: 'abc' },
      filters: {
        statuses: ['delivered'],
        created_to: '2026-01-31T23:00:00.000Z',
        direction: 'return',
        return_of: 'shp_1',
        tags: ['a', 'b'],
        assignee_ids: ['none'],
        note: 'bell',
      },
    },
  },
  { id: 'countShipments', path: '/api/v1/shipments/counts', calls: 'ShipmentService.Count', with: {} },
  {
    id: 'getShipment',
    path: `/api/v1/shipments/${shipment_id}`,
    calls: 'ShipmentService.Get',
    with: { shipment_id },
  },
  {
    id: 'getShipmentAddresses',
    path: `/api/v1/shipments/${shipment_id}/addresses`,
    calls: 'ShipmentService.GetAddresses',
    with: { shipment_id },
  },
  {
    id: 'getCustomsDefaults',
    path: '/api/v1/customs-defaults',
    calls: 'ShipmentService.GetCustomsDefaults',
    with: {},
  },
  {
    id: 'updateCustomsDefaults',
    path: '/api/v1/customs-defaults',
    body: { certify_signer: 'Ada Baker' },
    calls: 'ShipmentService.UpdateCustomsDefaults',
    with: { document: { certify_signer: 'Ada Baker' } },
  },
  {
    id: 'resetCustomsDefaults',
    path: '/api/v1/customs-defaults',
    calls: 'ShipmentService.ResetCustomsDefaults',
    with: {},
  },
  {
    id: 'getReturnRules',
    path: '/api/v1/return-rules',
    calls: 'ShipmentService.GetReturnRules',
    with: {},
  },
  {
    id: 'updateReturnRules',
    path: '/api/v1/return-rules',
    body: { days: 14 },
    calls: 'ShipmentService.UpdateReturnRules',
    with: { document: { days: 14 } },
  },
  {
    id: 'resetReturnRules',
    path: '/api/v1/return-rules',
    calls: 'ShipmentService.ResetReturnRules',
    with: {},
  },
  {
    id: 'createPickupLocation',
    path: pickupLocations,
    body: pickupLocation,
    calls: 'ShipmentService.CreatePickupLocation',
    with: { document: pickupLocation },
  },
  {
    id: 'listPickupLocations',
    path: `${pickupLocations}?limit=3`,
    calls: 'ShipmentService.ListPickupLocations',
    with: { page: { limit: 3, cursor: '' } },
  },
  {
    id: 'getPickupLocation',
    path: `${pickupLocations}/${pickup_location_id}`,
    calls: 'ShipmentService.GetPickupLocation',
    with: { pickup_location_id },
  },
  {
    id: 'updatePickupLocation',
    path: `${pickupLocations}/${pickup_location_id}`,
    body: { name: 'Corner Bakery' },
    calls: 'ShipmentService.UpdatePickupLocation',
    with: { pickup_location_id, document: { name: 'Corner Bakery' } },
  },
  {
    id: 'deletePickupLocation',
    path: `${pickupLocations}/${pickup_location_id}`,
    calls: 'ShipmentService.DeletePickupLocation',
    with: { pickup_location_id },
  },
  {
    id: 'returnShipment',
    path: `/api/v1/shipments/${shipment_id}/return`,
    body: { items: [{ sku: 'BUN', quantity: 2 }], pay: 'on_use' },
    calls: 'ShipmentService.Return',
    with: { shipment_id, document: { items: [{ sku: 'BUN', quantity: 2 }], pay: 'on_use' } },
  },
  {
    id: 'holdShipment',
    path: `/api/v1/shipments/${shipment_id}/hold`,
    body: { reason: 'Paid?' },
    calls: 'ShipmentService.Handle',
    with: { shipment_id, document: { hold: { reason: 'Paid?' } } },
  },
  {
    id: 'releaseShipment',
    path: `/api/v1/shipments/${shipment_id}/release`,
    calls: 'ShipmentService.Handle',
    with: { shipment_id, document: { hold: null } },
  },
  {
    id: 'assignShipment',
    path: `/api/v1/shipments/${shipment_id}/assign`,
    body: { assignee_id: null },
    calls: 'ShipmentService.Handle',
    with: { shipment_id, document: { assignee_id: null } },
  },
  {
    id: 'tagShipment',
    path: `/api/v1/shipments/${shipment_id}/tags`,
    body: { add_tags: ['a'], remove_tags: ['b'] },
    calls: 'ShipmentService.Handle',
    with: { shipment_id, document: { add_tags: ['a'], remove_tags: ['b'] } },
  },
  { id: 'listShipmentTags', path: '/api/v1/shipments/tags', calls: 'ShipmentService.ListTags', with: {} },
  {
    id: 'createNote',
    path: `/api/v1/shipments/${shipment_id}/notes`,
    body: { text: 'Knock' },
    calls: 'ShipmentService.AddNote',
    with: { shipment_id, document: { text: 'Knock' } },
  },
  {
    id: 'listNotes',
    path: `/api/v1/shipments/${shipment_id}/notes?limit=3`,
    calls: 'ShipmentService.ListNotes',
    with: { shipment_id, page: { limit: 3, cursor: '' } },
  },
  {
    id: 'deleteNote',
    path: `/api/v1/shipments/${shipment_id}/notes/${note_id}`,
    calls: 'ShipmentService.DeleteNote',
    with: { shipment_id, note_id },
  },
  {
    id: 'listShipmentEvents',
    path: `/api/v1/shipments/${shipment_id}/events?limit=3`,
    calls: 'ShipmentService.ListEvents',
    with: { shipment_id, page: { limit: 3, cursor: '' } },
  },
]
