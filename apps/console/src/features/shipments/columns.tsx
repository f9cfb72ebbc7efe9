import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { type MouseEvent, useMemo } from 'react'
import { RelativeTime } from '../../format/relative-time.tsx'
import { StatusBadge } from '../../format/status-badge.tsx'
import { shownStatus } from '../../format/statuses.ts'
import { useFormat } from '../../format/use-format.ts'
import type { GridColumn } from '../../grid/columns.ts'
import { useEnvironment } from '../../session/workspace.ts'
import { useBookingColumns } from './booking-columns.tsx'
import { useHandlingColumns } from './handling-columns.tsx'
import type { ListedShipment } from './listed-rows.ts'

/** `country`: the name of the country. */
export const toPlace = ({ post_code, city }: Shipment['dropoff_address'], country: string | null): string =>
  [city, post_code, country].filter(Boolean).join(', ')

/** Kilograms of all parcels. The API has decimals as text. */
const sumWeights = ({ parcels }: Shipment): number => parcels.reduce((sum, { weight_kg }) => sum + Number(weight_kg), 0)

/** Whether every parcel was weighed in pounds or ounces. */
const isInPounds = ({ parcels }: Shipment): boolean => parcels.every(({ weight }) => /^(lb|oz)$/.test(weight.unit))

/** The columns of the list. Those that few people need are hidden until chosen. */
export function useColumns({
  withReason,
  withHold,
}: {
  withReason: boolean
  withHold: boolean
}): GridColumn<ListedShipment>[] {
  const { t } = useLingui()
  const format = useFormat()
  const ofBooking = useBookingColumns({ withReason })
  const ofHandling = useHandlingColumns({ withHold })
  return useMemo(
    () => [
      {
        id: 'reference',
        header: t`Reference`,
        width: 'minmax(8.5rem, 1.4fr)',
        fixed: true,
        cell: ({ shipment_id, merchant_order_ref }) => (
          <ShipmentLink shipmentId={shipment_id} reference={merchant_order_ref} />
        ),
      },
      {
        id: 'status',
        header: t`Status`,
        width: '9.5rem',
        cell: (shipment) => <StatusBadge status={shownStatus(shipment)} />,
      },
      ...ofHandling,
      {
        id: 'recipient',
        header: t`Recipient`,
        width: 'minmax(7.5rem, 1fr)',
        cell: ({ dropoff_address }) => dropoff_address.name,
      },
      {
        id: 'to',
        header: t`To`,
        width: 'minmax(6.25rem, 1.2fr)',
        cell: ({ dropoff_address: to }) => toPlace(to, format.country(to.country)),
      },
      {
        id: 'from',
        header: t`From`,
        width: 'minmax(9rem, 1.2fr)',
        hidden: true,
        cell: ({ pickup_address: from }) => toPlace(from, format.country(from.country)),
      },
      {
        id: 'collection',
        header: t`Collection`,
        width: '7.5rem',
        hidden: true,
        cell: ({ collection_date }) => format.date(collection_date),
      },
      {
        id: 'parcels',
        header: t`Parcels`,
        width: '5.5rem',
        align: 'end',
        hidden: true,
        cell: ({ parcels }) => format.number(parcels.length),
      },
      {
        id: 'weight',
        header: t`Weight`,
        width: '6rem',
        align: 'end',
        hidden: true,
        cell: (shipment) =>
          isInPounds(shipment) ? format.pounds(sumWeights(shipment)) : format.weight(sumWeights(shipment)),
      },
      // Nothing is booked of what is on hold.
      ...(withHold ? ofBooking.map((column) => ({ ...column, hidden: true })) : ofBooking),
      {
        id: 'id',
        header: t`Shipment ID`,
        width: '15rem',
        hidden: true,
        cell: ({ shipment_id }) => <code className="font-mono text-sm">{shipment_id}</code>,
      },
      {
        id: 'updated',
        header: t`Changed`,
        width: '8.5rem',
        hidden: true,
        cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
      },
      {
        id: 'created',
        header: t`Created`,
        width: '7.75rem',
        cell: ({ created_at }) => <RelativeTime at={created_at} />,
      },
    ],
    [t, format, ofBooking, ofHandling, withHold],
  )
}

/** A link that costs little to make, since a list that scrolls makes hundreds a second: the router's own follows each change of the address. */
function ShipmentLink({ shipmentId, reference }: { shipmentId: string; reference: string }) {
  const router = useRouter()
  const { environment_id } = useEnvironment()
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to: '/shipments/$shipmentId', params: { shipmentId } })
  }
  return (
    <a
      href={`${router.basepath}/shipments/${shipmentId}?env=${environment_id}`}
      className="font-medium hover:underline"
      title={reference}
      onClick={open}
    >
      {reference}
    </a>
  )
}

/** A row on a phone. */
export function CompactRow({ shipment }: { shipment: Shipment }) {
  const { dropoff_address: to } = shipment
  const place = toPlace(to, useFormat().country(to.country))
  return (
    <div className="flex flex-col gap-0.5">
      <span className="flex items-center gap-2">
        <span className="grow truncate font-medium">{shipment.merchant_order_ref}</span>
        <StatusBadge status={shownStatus(shipment)} />
      </span>
      <span className="flex items-center gap-2 text-sm text-muted">
        <span className="grow truncate">{[to.name, place].filter(Boolean).join(' · ')}</span>
        <span className="whitespace-nowrap">
          <RelativeTime at={shipment.created_at} />
        </span>
      </span>
    </div>
  )
}
