import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Booking } from '@waybill/sdk'
import { ParcelStates } from '../../format/parcel-states.tsx'
import { RelativeTime } from '../../format/relative-time.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'

interface LabelsTableProps {
  bookings: readonly Booking[]
  /** Ids of those that are not to be printed. */
  left: ReadonlySet<string>
  onChange: (left: ReadonlySet<string>) => void
}

export function LabelsTable({ bookings, left, onChange }: LabelsTableProps) {
  const { t } = useLingui()
  const toggle = (bookingId: string) => {
    const next = new Set(left)
    if (!next.delete(bookingId)) next.add(bookingId)
    onChange(next)
  }
  const all = bookings.every(({ booking_id }) => !left.has(booking_id))
  const toggleAll = () => onChange(all ? new Set(bookings.map(({ booking_id }) => booking_id)) : new Set())
  return (
    <Table aria-label={t`Labels to print`}>
      <thead>
        <tr>
          <Th>
            <Checkbox aria-label={t`All`} checked={all} onChange={toggleAll} />
          </Th>
          <Th>{t`Order`}</Th>
          <Th>{t`To`}</Th>
          <Th>{t`Carrier`}</Th>
          <Th>{t`Booked`}</Th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => {
          const { booking_id, shipment_id, shipment, quote_option, booked_at } = booking
          return (
            <tr key={booking_id}>
              <Td>
                <Checkbox
                  aria-label={t`Print the label of ${shipment.merchant_order_ref}`}
                  checked={!left.has(booking_id)}
                  onChange={() => toggle(booking_id)}
                />
              </Td>
              <Td>
                <Link
                  to="/shipments/$shipmentId"
                  params={{ shipmentId: shipment_id }}
                  className="text-accent underline"
                >
                  {shipment.merchant_order_ref}
                </Link>
              </Td>
              <Td>{[shipment.dropoff_address.name, shipment.dropoff_address.city].filter(Boolean).join(', ')}</Td>
              <Td>
                {quote_option.carrier_name ?? quote_option.carrier_code}
                <ParcelStates booking={booking} />
              </Td>
              <Td>
                <RelativeTime at={booked_at} />
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
