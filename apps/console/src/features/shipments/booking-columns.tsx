import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useCodeNames } from '../../format/code-names.ts'
import { findReason } from '../../format/reason.ts'
import { useFormat } from '../../format/use-format.ts'
import type { GridColumn } from '../../grid/columns.ts'
import type { ListedShipment } from './listed-rows.ts'

/** A booking that was cancelled, or that no carrier took, has no price and no arrival. */
const getBought = ({ booking }: ListedShipment) =>
  booking?.status === 'cancelled' || (booking?.status === 'failed' && booking.carrier_job_id === null)
    ? undefined
    : booking

/** The columns of the active booking, or the latest one. The reason is hidden where nothing went wrong. */
export function useBookingColumns({ withReason }: { withReason: boolean }): GridColumn<ListedShipment>[] {
  const { t } = useLingui()
  const format = useFormat()
  const getName = useCodeNames()
  return useMemo(
    () => [
      {
        id: 'reason',
        header: t`Reason`,
        width: 'minmax(9rem, 1fr)',
        hidden: !withReason,
        cell: (shipment) => getName(findReason(shipment, shipment.booking)),
      },
      {
        id: 'carrier',
        header: t`Carrier`,
        width: 'minmax(6.5rem, 0.8fr)',
        cell: ({ booking }) =>
          booking && (booking.quote_option.carried_by ?? (booking.quote_option.carrier_name || booking.carrier_code)),
      },
      {
        id: 'service',
        header: t`Service`,
        width: 'minmax(8rem, 1fr)',
        hidden: true,
        cell: ({ booking }) => booking && (booking.quote_option.service_name ?? booking.quote_option.service_code),
      },
      {
        id: 'tracking_number',
        header: t`Tracking number`,
        width: 'minmax(8.5rem, 1fr)',
        cell: ({ booking }) =>
          booking?.tracking_number && <span className="font-mono text-sm">{booking.tracking_number}</span>,
      },
      {
        id: 'price',
        header: t`Price`,
        width: '5.5rem',
        align: 'end',
        cell: (shipment) => {
          const bought = getBought(shipment)
          return bought && format.money(bought.quote_option.total_amount, bought.quote_option.currency)
        },
      },
      {
        id: 'promised',
        header: t`Promised`,
        width: '11.5rem',
        hidden: true,
        cell: (shipment) => {
          const bought = getBought(shipment)
          return bought && format.window([bought.quote_option.eta_from, bought.quote_option.eta_to])
        },
      },
      {
        id: 'arrival',
        header: t`Arrival`,
        width: '11.5rem',
        cell: ({ booking }) => {
          if (booking?.eta) return format.window([booking.eta.from, booking.eta.to])
          const at = booking?.status === 'delivered' ? booking.pod?.captured_at : undefined
          return at && format.window([at, at])
        },
      },
    ],
    [t, format, getName, withReason],
  )
}
