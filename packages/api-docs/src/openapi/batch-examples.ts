/** The batches, the pickup and the manifest of the examples. Pure. */
import type { PublicManifest, PublicOpenLabels } from '@waybill/contracts/bookings/manifest'
import type { PublicPickup } from '@waybill/contracts/bookings/pickup'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { type At, booking_id, environment_id, merchant_id, shipment_id } from './example-resources.ts'

const otherShipmentId = 'shp_01kavb2m4k0a9d8f7g6h5j4k3m'

const pickupRequests = (at: At) => ({
  createPickup: {
    booking_ids: [booking_id],
    window_from: at(13),
    window_to: at(17),
    instructions: 'Ring at the gate',
  },
})

const pickupResponses = (at: At, { pickup_address, parcels }: PublicShipment): { Pickup: PublicPickup } => ({
  Pickup: {
    pickup_id: 'pku_01kavb5s2ah3j5k7m9n1p3q5rt',
    merchant_id,
    environment_id,
    status: 'scheduled',
    carrier_code: 'eco_parcel',
    carrier_account_id: 'cac_5f1d7a84c3e2b6908d4f1a2b3c4d5e6f',
    booking_ids: [booking_id],
    parcels: parcels.length,
    weight_kg: '1.250',
    window_from: at(13),
    window_to: at(17),
    address: pickup_address,
    instructions: 'Ring at the gate',
    confirmation_number: 'P402817365',
    price: null,
    error: null,
    cancellation_requested_at: null,
    scheduled_at: at(8),
    cancelled_at: null,
    created_at: at(8),
    updated_at: at(8),
  },
})

const day = (at: At) => at(8).slice(0, 10)
const leftOutId = 'bkg_01kavb5s2ah3j5k7m9n1p3q5rt'

const manifestResponses = (
  at: At,
  { pickup_address: address }: PublicShipment,
): { Manifest: PublicManifest; OpenLabels: PublicOpenLabels } => {
  const carrier = { carrier_code: 'eco_parcel', carrier_account_id: 'cac_5f1d7a84c3e2b6908d4f1a2b3c4d5e6f' }
  const left_out = [
    { booking_id: leftOutId, code: 'cancelled' as const, message: 'is cancelled, so that its label is not valid' },
  ]
  const common = { ...carrier, ship_date: day(at), address, booking_ids: [booking_id], left_out }
  const manifest_id = 'mnf_01kavb5s2ah3j5k7m9n1p3q5rt'
  return {
    Manifest: {
      manifest_id,
      merchant_id,
      environment_id,
      status: 'created',
      ...common,
      manifest_number: 'M402817365',
      document_url: `https://waybill.example/api/v1/manifests/${manifest_id}/document`,
      error: null,
      created_at: at(17),
      completed_at: at(17),
      updated_at: at(17),
    },
    OpenLabels: { ...common, carried_by: null, location_id: null, makes_manifests: true, schedules_pickups: true },
  }
}

/** Request bodies by operationId. */
export const batchRequests = (at: At, document: object, quote_option_id: string) => ({
  createShipmentBatch: {
    shipments: [document, { ...document, merchant_order_ref: 'ORDER-1002' }],
    dry_run: false,
  },
  createBookingBatch: {
    bookings: [
      { shipment_id, quote_option_id },
      { shipment_id: otherShipmentId, quote_option_id: 'qop_01kavb4c7rzt5v3x1w9y8m6n4p' },
    ],
  },
  createLabelBatch: { booking_ids: [booking_id], format: 'pdf', size: '4x6', mark_printed: true },
  ...pickupRequests(at),
  createManifest: { booking_ids: [booking_id] },
})

/** `data` of responses by component name. */
export const batchResponses = (at: At, shipment: PublicShipment, quote_option_id: string) => ({
  ShipmentBatch: {
    dry_run: false,
    succeeded: 2,
    failed: 0,
    items: [
      { index: 0, outcome: 'registered', shipment, existing_shipment_id: null, error: null },
      {
        index: 1,
        outcome: 'registered',
        shipment: { ...shipment, shipment_id: otherShipmentId, merchant_order_ref: 'ORDER-1002' },
        existing_shipment_id: null,
        error: null,
      },
    ],
  },
  BookingBatch: {
    batch_id: 'bch_01kavb5s2ah3j5k7m9n1p3q5rt',
    merchant_id,
    environment_id,
    status: 'running',
    total: 2,
    pending: 1,
    booked: 1,
    failed: 0,
    created_at: at(8),
    completed_at: null,
  },
  LabelBatch: {
    label_batch_id: 'lbb_01kavb5s2ah3j5k7m9n1p3q5rt',
    merchant_id,
    environment_id,
    status: 'completed',
    format: 'pdf',
    size: '4x6',
    mark_printed: true,
    total: 1,
    pending: 0,
    included: 1,
    failed: 0,
    created_at: at(8),
    completed_at: at(8),
    items: [{ booking_id, status: 'included', pages: 1, error: null }],
  },
  ...pickupResponses(at, shipment),
  ...manifestResponses(at, shipment),
  BookingBatchItem: { index: 0, shipment_id, quote_option_id, status: 'booked', booking_id, error: null },
})
