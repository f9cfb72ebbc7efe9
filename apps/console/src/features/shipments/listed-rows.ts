import { useQueries } from '@tanstack/react-query'
import type { Booking, Shipment } from '@waybill/sdk'
import { useRef } from 'react'
import { useApi, useCan } from '../../session/workspace.ts'
import { shipmentsQueries } from './queries.ts'

/** A row of the list. */
export interface ListedShipment extends Shipment {
  /** The active booking, or the latest one; undefined: none, or it is not known yet. */
  booking: Booking | undefined
}

const MOST_IDS = 100

/** The shipments with their bookings, which follow a moment later. A row is the same object until it changes. */
export function useListedRows(shipments: readonly Shipment[]): ListedShipment[] {
  const queries = shipmentsQueries(useApi())
  const enabled = useCan('bookings:read')
  const parts = Array.from({ length: Math.ceil(shipments.length / MOST_IDS) }, (_, index) =>
    shipments.slice(index * MOST_IDS, (index + 1) * MOST_IDS).map(({ shipment_id }) => shipment_id),
  )
  const found = useQueries({
    queries: parts.map((ids) => Object.assign(queries.bookings(ids), { enabled })),
    combine: collect,
  })
  const kept = useRef({ bookings: new Map<string, Booking>(), rows: new WeakMap<Shipment, ListedShipment>() }).current
  // While the bookings of a page are read again, those of before stay.
  for (const booking of found) kept.bookings.set(booking.shipment_id, booking)
  const rows = shipments.map((shipment) => {
    const booking = kept.bookings.get(shipment.shipment_id)
    const before = kept.rows.get(shipment)
    const row = before && before.booking === booking ? before : { ...shipment, booking }
    kept.rows.set(shipment, row)
    return row
  })
  return useSame(rows)
}

const collect = (results: readonly { data: Booking[] | undefined }[]): Booking[] =>
  results.flatMap(({ data }) => data ?? [])

/** The list of before if it has the same rows. */
function useSame<T>(rows: T[]): T[] {
  const before = useRef(rows)
  const isSame = rows.length === before.current.length && rows.every((row, index) => row === before.current[index])
  if (!isSame) before.current = rows
  return before.current
}
