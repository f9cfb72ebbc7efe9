/** Shipments as a file, whose headings are names of the API: `toShipments` reads it as the same shipments. */
import type { Booking, Shipment, ShipmentAddresses } from '../../types.ts'
import { ADDRESS, SIDES } from '../columns/fields.ts'
import { BYTE_ORDER_MARK, writeRows } from '../write.ts'

export interface ExportedShipment {
  shipment: Shipment
  /** In full. */
  addresses: Pick<ShipmentAddresses, 'pickup_address' | 'dropoff_address'>
  /** The active booking, or the latest one. */
  booking?: Booking | undefined
}

type Column = [heading: string, read: (exported: ExportedShipment) => unknown]

const field = (name: keyof Shipment): Column => [name, ({ shipment }) => shipment[name]]

const address = (side: 'pickup_address' | 'dropoff_address'): Column[] =>
  ADDRESS.flatMap((name): Column[] =>
    name === 'address_line_3' || name === 'house_number'
      ? []
      : [[`${side}.${name}`, ({ addresses }) => addresses[side][name]]],
  )

/** The weight and the sides are those that were sent, in their units. */
function parcel(index: number): Column[] {
  const column = (name: string, read: (one: Shipment['parcels'][number]) => unknown): Column => [
    `parcels[${index}].${name}`,
    ({ shipment }) => {
      const one = shipment.parcels[index]
      return one && read(one)
    },
  ]
  return [
    column('title', ({ title }) => title),
    column('weight.value', ({ weight }) => weight.value),
    column('weight.unit', ({ weight }) => weight.unit),
    ...SIDES.map((side) => column(`dimensions.${side}`, ({ dimensions }) => dimensions[side])),
    column('dimensions.unit', ({ dimensions }) => dimensions.unit),
    column('declared_value', ({ declared_value }) => declared_value),
    column('declared_value_currency', ({ declared_value_currency }) => declared_value_currency),
    column('contents_description', ({ contents_description }) => contents_description),
  ]
}

const booked = (name: string, read: (booking: Booking) => unknown): Column => [
  `booking.${name}`,
  ({ booking }) => booking && read(booking),
]

const bookingColumns: Column[] = [
  booked('status', ({ status }) => status),
  booked('carrier_code', ({ carrier_code }) => carrier_code),
  booked('carried_by', ({ quote_option }) => quote_option.carried_by),
  booked('service_code', ({ quote_option }) => quote_option.service_code),
  booked('tracking_number', ({ tracking_number }) => tracking_number),
  booked('total_amount', ({ quote_option }) => quote_option.total_amount),
  booked('currency', ({ quote_option }) => quote_option.currency),
  booked('promised_from', ({ quote_option }) => quote_option.eta_from),
  booked('promised_to', ({ quote_option }) => quote_option.eta_to),
  booked('eta.from', ({ eta }) => eta?.from),
  booked('eta.to', ({ eta }) => eta?.to),
  booked('incident', ({ incident }) => incident),
]

const listColumns = (parcels: number): Column[] => [
  ...(['shipment_id', 'merchant_order_ref', 'status', 'collection_date', 'ready_at'] as const).map(field),
  ...address('pickup_address'),
  field('pickup_instructions'),
  ...address('dropoff_address'),
  field('dropoff_instructions'),
  ...Array.from({ length: parcels }, (_, index) => parcel(index)).flat(),
  ...(['booking_id', 'tracking_url', 'failure_reason', 'cancellation_reason_code'] as const).map(field),
  ...bookingColumns,
  ['metadata', ({ shipment: { metadata } }) => (Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '')],
  ['tags', ({ shipment: { tags } }) => tags.join(', ')],
  field('assignee_id'),
  ['hold.reason', ({ shipment: { hold } }) => hold?.reason],
  ...(['created_at', 'updated_at'] as const).map(field),
]

/** One row for each shipment, with the columns of as many parcels as the largest has. */
export function exportShipments(exported: readonly ExportedShipment[]): string {
  const columns = listColumns(Math.max(1, ...exported.map(({ shipment }) => shipment.parcels.length)))
  const rows = exported.map((one) => columns.map(([, read]) => read(one)))
  return BYTE_ORDER_MARK + writeRows([columns.map(([heading]) => heading), ...rows])
}
