import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Booking, Shipment } from '@waybill/sdk'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { ParcelStates } from '../../format/parcel-states.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { describeError, describeRefusal } from '../../ui/error-state.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { bookQueries } from './book-queries.ts'
import type { RunRow } from './run-rows.ts'

interface RunTableProps {
  rows: readonly RunRow[]
  /** Those that this page knows; others are read. */
  shipments: readonly Shipment[]
}

/** A row for each shipment with its outcome. */
export function RunTable({ rows, shipments }: RunTableProps) {
  const { t } = useLingui()
  const known = new Map<string, Pick<Shipment, 'merchant_order_ref' | 'dropoff_address'>>()
  for (const { booking } of rows) if (booking) known.set(booking.shipment_id, booking.shipment)
  for (const shipment of shipments) known.set(shipment.shipment_id, shipment)
  const queries = bookQueries(useApi())
  const missing = rows.filter(({ shipmentId, state }) => !known.has(shipmentId) && state !== 'booked')
  const read = useQueries({ queries: missing.map(({ shipmentId }) => queries.shipment(shipmentId)) })
  for (const { data } of read) if (data) known.set(data.shipment_id, data)
  return (
    <Table aria-label={t`Shipments of this run`}>
      <thead>
        <tr>
          <Th>{t`Order`}</Th>
          <Th>{t`To`}</Th>
          <Th>{t`Outcome`}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { merchant_order_ref: reference, dropoff_address: to } = known.get(row.shipmentId) ?? {}
          return (
            <tr key={row.shipmentId}>
              <Td>
                <Link
                  to="/shipments/$shipmentId"
                  params={{ shipmentId: row.shipmentId }}
                  className="text-accent underline"
                >
                  {reference ?? <span className="font-mono text-sm">{row.shipmentId}</span>}
                </Link>
              </Td>
              <Td>{[to?.name, to?.city].filter(Boolean).join(', ')}</Td>
              <Td>
                <RowOutcome row={row} />
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function RowOutcome({ row: { state, booking, error } }: { row: RunRow }) {
  switch (state) {
    case 'waiting':
      return (
        <span className="text-muted">
          <Trans>Waiting</Trans>
        </span>
      )
    case 'asking':
      return (
        <Working>
          <Trans>Asking the carriers</Trans>
        </Working>
      )
    case 'booking':
      return (
        <Working>
          <Trans>Booking</Trans>
        </Working>
      )
    case 'booked':
      return <Booked booking={booking} />
    case 'failed': {
      const { message, requestId } = explain(error)
      return (
        <span className="flex items-start gap-1.5 text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="wrap-anywhere whitespace-pre-line">
            {message}
            {requestId && <code className="ms-2 font-mono text-xs text-muted">{requestId}</code>}
          </span>
        </span>
      )
    }
  }
}

/** A failure of this page, or of an item of a batch. */
const explain = (error: unknown): { message: string; requestId: string | null } =>
  error instanceof Error || error === null
    ? describeError(error ?? new Error())
    : { ...describeRefusal(error as ErrorObject), requestId: null }

type ErrorObject = Parameters<typeof describeRefusal>[0]

function Working({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5 text-muted">
      <LoaderCircle className="size-4 animate-spin" aria-hidden />
      {children}
    </span>
  )
}

function Booked({ booking }: { booking: Booking | undefined }) {
  const format = useFormat()
  const option = booking?.quote_option
  return (
    <span className="flex items-start gap-1.5">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {option ? (
          <>
            <span>{option.carrier_name ?? option.carrier_code}</span>
            <span className="tabular-nums text-muted">{format.money(option.total_amount, option.currency)}</span>
          </>
        ) : (
          <Trans>Booked</Trans>
        )}
        {booking?.tracking_number && (booking.parcels ?? []).length < 2 && (
          <span className="font-mono text-sm text-muted">{booking.tracking_number}</span>
        )}
        {booking?.printed_at && (
          <Badge tone="success">
            <Trans>Printed {format.time(booking.printed_at)}</Trans>
          </Badge>
        )}
        {booking && <ParcelStates booking={booking} />}
      </span>
    </span>
  )
}
