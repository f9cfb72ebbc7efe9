/** Calls of the operations that the booking service answers. */
import { newId } from '@waybill/contracts/ids'
import type { OperationCall } from './operation-call.ts'

const shipment_id = newId('shp')
const booking_id = newId('bkg')
const batch_id = newId('bch')
const label_batch_id = newId('lbb')
const pickup_id = newId('pku')
const manifest_id = newId('mnf')
const driver_id = newId('drv')
const fault_id = newId('flt')

const drivers = '/api/v1/drivers'

export const bookingCalls: OperationCall[] = [
  {
    id: 'updateShipment',
    path: `/api/v1/shipments/${shipment_id}`,
    body: { pickup_instructions: 'Ring twice' },
    calls: 'BookingService.UpdateShipment',
    with: { shipment_id, document: { pickup_instructions: 'Ring twice' } },
  },
  {
    id: 'cancelShipment',
    path: `/api/v1/shipments/${shipment_id}/cancel`,
    body: { reason_code: 'customer_request' },
    calls: 'BookingService.CancelShipment',
    with: { shipment_id, document: { reason_code: 'customer_request' } },
  },
  {
    id: 'createDriver',
    path: drivers,
    body: { name: 'Dora' },
    calls: 'BookingService.CreateDriver',
    with: { document: { name: 'Dora' } },
  },
  {
    id: 'listDrivers',
    path: `${drivers}?limit=3`,
    calls: 'BookingService.ListDrivers',
    with: { page: { limit: 3, cursor: '' } },
  },
  { id: 'getDriver', path: `${drivers}/${driver_id}`, calls: 'BookingService.GetDriver', with: { driver_id } },
  {
    id: 'updateDriver',
    path: `${drivers}/${driver_id}`,
    body: { active: false },
    calls: 'BookingService.UpdateDriver',
    with: { driver_id, document: { active: false } },
  },
  { id: 'deleteDriver', path: `${drivers}/${driver_id}`, calls: 'BookingService.DeleteDriver', with: { driver_id } },
  {
    id: 'rotateDriverToken',
    path: `${drivers}/${driver_id}/token`,
    calls: 'BookingService.RotateDriverToken',
    with: { driver_id },
  },
  {
    id: 'assignDriver',
    path: `/api/v1/bookings/${booking_id}/assign-driver`,
    body: { driver_id },
    calls: 'BookingService.AssignDriver',
    with: { booking_id, document: { driver_id } },
  },
  {
    id: 'bookShipment',
    path: `/api/v1/shipments/${shipment_id}/book`,
    body: { quote_option_id: newId('qop') },
    calls: 'BookingService.Book',
    with: { shipment_id },
  },
  {
    id: 'getCosts',
    path: '/api/v1/costs?from=2026-11-02&group_by=carrier,week',
    calls: 'BookingService.GetCosts',
    with: { from: '2026-11-02', to: '', group_by: ['carrier', 'week'] },
  },
  {
    id: 'createBookingBatch',
    path: '/api/v1/bookings/batch',
    body: { bookings: [{ shipment_id, quote_option_id: 'qop_1' }] },
    calls: 'BookingService.CreateBatch',
    with: { document: { bookings: [{ shipment_id, quote_option_id: 'qop_1' }] } },
  },
  {
    id: 'createLabelBatch',
    path: '/api/v1/label-batches',
    body: { booking_ids: [booking_id], format: 'zpl' },
    calls: 'BookingService.CreateLabelBatch',
    with: { document: { booking_ids: [booking_id], format: 'zpl' } },
  },
  {
    id: 'getLabelBatch',
    path: `/api/v1/label-batches/${label_batch_id}`,
    calls: 'BookingService.GetLabelBatch',
    with: { label_batch_id },
  },
  {
    id: 'createPickup',
    path: '/api/v1/pickups',
    body: { booking_ids: [booking_id], window_from: '2026-12-01T09:00:00Z', window_to: '2026-12-01T12:00:00Z' },
    calls: 'BookingService.CreatePickup',
    with: {
      document: {
        booking_ids: [booking_id],
        window_from: '2026-12-01T09:00:00Z',
        window_to: '2026-12-01T12:00:00Z',
      },
    },
  },
  {
    id: 'listPickups',
    path: `/api/v1/pickups?status=failed&booking_id=${booking_id}&limit=3`,
    calls: 'BookingService.ListPickups',
    with: { status: 'failed', booking_id, page: { limit: 3, cursor: '' } },
  },
  { id: 'getPickup', path: `/api/v1/pickups/${pickup_id}`, calls: 'BookingService.GetPickup', with: { pickup_id } },
  {
    id: 'cancelPickup',
    path: `/api/v1/pickups/${pickup_id}/cancel`,
    calls: 'BookingService.CancelPickup',
    with: { pickup_id },
  },
  {
    id: 'createManifest',
    path: '/api/v1/manifests',
    body: { booking_ids: [booking_id] },
    calls: 'BookingService.CreateManifest',
    with: { document: { booking_ids: [booking_id] } },
  },
  {
    id: 'listManifests',
    path: `/api/v1/manifests?status=failed&booking_id=${booking_id}&limit=3`,
    calls: 'BookingService.ListManifests',
    with: { status: 'failed', booking_id, page: { limit: 3, cursor: '' } },
  },
  {
    id: 'getManifest',
    path: `/api/v1/manifests/${manifest_id}`,
    calls: 'BookingService.GetManifest',
    with: { manifest_id },
  },
  {
    id: 'listOpenLabels',
    path: '/api/v1/open-labels?ship_date=2026-12-01',
    calls: 'BookingService.ListOpenLabels',
    with: { ship_date: '2026-12-01' },
  },
  { id: 'getBatch', path: `/api/v1/batches/${batch_id}`, calls: 'BookingService.GetBatch', with: { batch_id } },
  {
    id: 'listBatchItems',
    path: `/api/v1/batches/${batch_id}/items?status=failed&limit=3`,
    calls: 'BookingService.ListBatchItems',
    with: { batch_id, status: 'failed', page: { limit: 3, cursor: '' } },
  },
  {
    id: 'listBookingExchanges',
    path: `/api/v1/bookings/${booking_id}/exchanges?limit=3`,
    calls: 'BookingService.ListExchanges',
    with: { booking_id, page: { limit: 3, cursor: '' } },
  },
  {
    id: 'listBookings',
    path: `/api/v1/bookings?shipment_id=${shipment_id}&status=assigned&printed=false`,
    calls: 'BookingService.List',
    with: { shipment_id, filters: { statuses: ['assigned'] }, printed: false },
  },
  {
    id: 'getBookingOfShipment',
    path: `/api/v1/shipments/${shipment_id}/booking`,
    calls: 'BookingService.GetOfShipment',
    with: { shipment_id },
  },
  {
    id: 'listBookingsOfShipments',
    path: `/api/v1/shipments/bookings?shipment_id=${shipment_id}`,
    calls: 'BookingService.ListOfShipments',
    with: { shipment_ids: [shipment_id] },
  },
  {
    id: 'cancelBooking',
    path: `/api/v1/bookings/${booking_id}/cancel`,
    body: { reason_code: 'cheaper_offer' },
    calls: 'BookingService.CancelBooking',
    with: { booking_id, document: { reason_code: 'cheaper_offer' } },
  },
  { id: 'getBooking', path: `/api/v1/bookings/${booking_id}`, calls: 'BookingService.Get', with: { booking_id } },
  {
    id: 'getDriverLocation',
    path: `/api/v1/bookings/${booking_id}/driver_location`,
    calls: 'BookingService.GetDriverLocation',
    with: { booking_id },
  },
  {
    id: 'markLabelPrinted',
    path: `/api/v1/bookings/${booking_id}/label/printed`,
    calls: 'BookingService.MarkLabelPrinted',
    with: { booking_id },
  },
  {
    id: 'revokeDocumentLinks',
    path: `/api/v1/bookings/${booking_id}/document-links/revoke`,
    calls: 'BookingService.RevokeDocumentLinks',
    with: { booking_id },
  },
  {
    id: 'advanceShipment',
    path: `/api/v1/simulator/shipments/${shipment_id}/advance`,
    body: { status: 'delivered' },
    calls: 'BookingService.Advance',
    with: { shipment_id, document: { status: 'delivered' } },
    callsLater: ['ShipmentService.Get'],
  },
  {
    id: 'planFault',
    path: '/api/v1/simulator/faults',
    body: { carrier_code: 'city_van', operation: 'book', fault: 'refuse' },
    calls: 'BookingService.PlanFault',
    with: { document: { carrier_code: 'city_van', operation: 'book', fault: 'refuse' } },
  },
  {
    id: 'listFaults',
    path: '/api/v1/simulator/faults',
    calls: 'BookingService.ListFaults',
    with: {},
  },
  {
    id: 'removeFault',
    path: `/api/v1/simulator/faults/${fault_id}`,
    calls: 'BookingService.RemoveFault',
    with: { fault_id },
  },
]
