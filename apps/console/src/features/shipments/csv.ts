/** Shipments as rows of a CSV file. */
import type { Shipment } from '@waybill/sdk'
import { BYTE_ORDER_MARK, writeRows } from '@waybill/sdk/sheets/write'

type Address = Shipment['dropoff_address']

const address = (prefix: string, of: (shipment: Shipment) => Address): [string, (shipment: Shipment) => unknown][] =>
  (['name', 'address_line_1', 'post_code', 'city', 'country'] as const).map((field) => [
    `${prefix}_${field}`,
    (shipment) => of(shipment)[field],
  ])

const fields: [string, (shipment: Shipment) => unknown][] = [
  ['shipment_id', ({ shipment_id }) => shipment_id],
  ['merchant_order_ref', ({ merchant_order_ref }) => merchant_order_ref],
  ['status', ({ status }) => status],
  ['collection_date', ({ collection_date }) => collection_date],
  ...address('pickup', ({ pickup_address }) => pickup_address),
  ...address('dropoff', ({ dropoff_address }) => dropoff_address),
  ['parcels', ({ parcels }) => parcels.length],
  ['weight_kg', ({ parcels }) => Number(parcels.reduce((sum, { weight_kg }) => sum + Number(weight_kg), 0).toFixed(3))],
  ['booking_id', ({ booking_id }) => booking_id],
  ['tracking_url', ({ tracking_url }) => tracking_url],
  ['failure_reason', ({ failure_reason }) => failure_reason],
  ['metadata', ({ metadata }) => (Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '')],
  ['created_at', ({ created_at }) => created_at],
  ['updated_at', ({ updated_at }) => updated_at],
]

/** The names of the columns. The mark before them has Excel read the file as UTF-8. */
export const csvHead = (): string => BYTE_ORDER_MARK + writeRows([fields.map(([name]) => name)])

export const csvRows = (shipments: readonly Shipment[]): string =>
  writeRows(shipments.map((shipment) => fields.map(([, value]) => value(shipment))))
