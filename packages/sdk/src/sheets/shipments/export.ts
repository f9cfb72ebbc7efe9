/**
 * Shipments as a file, whose headings are names of the API: `toShipments` reads it as the same shipments, whatever their status
 * was. Metadata, items of parcels and tax numbers are JSON in one column each. The assignee is shown only: other accounts do not
 * have this member.
 */
import type { Booking, Shipment, ShipmentAddresses } from '../../types.ts'
import { ADDRESS, CUSTOMS, OPTIONS, SIDES } from '../columns/fields.ts'
import { BYTE_ORDER_MARK, writeRows } from '../write.ts'

export interface ExportedShipment {
  shipment: Shipment
  /** In full. */
  addresses: Pick<ShipmentAddresses, 'pickup_address' | 'dropoff_address'>
  /** The active booking, or the latest one. */
  booking?: Booking | undefined
}

/** An optional column is left out if it is empty in all rows. */
type Column = [heading: string, read: (exported: ExportedShipment) => unknown, isOptional?: boolean]

const field = (name: keyof Shipment): Column => [name, ({ shipment }) => shipment[name]]

const addressNames = ADDRESS.filter((name) => name !== 'address_line_3' && name !== 'house_number')

const address = (side: 'pickup_address' | 'dropoff_address'): Column[] =>
  addressNames.map((name) => [`${side}.${name}`, ({ addresses }) => addresses[side][name]])

/** Values of objects in one another. A list is in JSON. */
const nested = (group: 'service_options' | 'customs', names: readonly string[]): Column[] =>
  names.map((name) => [
    `${group}.${name.replace(/\.(\d)$/, '[$1]')}`,
    ({ shipment }) => {
      const value = name.split('.').reduce<unknown>((at, key) => Object(at)[key], shipment[group])
      return Array.isArray(value) ? toList(value) : value
    },
    true,
  ])

const toList = (list: readonly unknown[]): string => (list.length > 0 ? JSON.stringify(list) : '')

const optionColumns = nested('service_options', [...OPTIONS, ...addressNames.map((name) => `return_address.${name}`)])

/** The weight and the sides are those that were sent, in their units. */
function parcel(index: number): Column[] {
  const column = (name: string, read: (one: Shipment['parcels'][number]) => unknown, isOptional?: boolean): Column => [
    `parcels[${index}].${name}`,
    ({ shipment }) => {
      const one = shipment.parcels[index]
      return one && read(one)
    },
    isOptional,
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
    column('items', ({ items }) => toList(items), true),
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
  ...optionColumns,
  ...nested('customs', CUSTOMS),
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
  const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
  const columns = listColumns(Math.max(1, ...exported.map(({ shipment }) => shipment.parcels.length))).filter(
    ([, read, isOptional]) => !isOptional || exported.some((one) => !isEmpty(read(one))),
  )
  const rows = exported.map((one) => columns.map(([, read]) => read(one)))
  return BYTE_ORDER_MARK + writeRows([columns.map(([heading]) => heading), ...rows])
}
