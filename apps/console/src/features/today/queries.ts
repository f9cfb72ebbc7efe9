import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Booking, CarrierAccount, ListShipments, Shipment, Waybill } from '@waybill/sdk'
import { findReason } from '../../format/reason.ts'
import type { SessionEnvironment } from '../../session/session-calls.ts'
import { hasAny, useApi } from '../../session/workspace.ts'
import { toastError } from '../../ui/toast.tsx'
import { HEALTH_SAMPLE, readHealth } from '../../webhooks/health.ts'

/** Entries that are read; of more than 99, the page says so. */
const MOST = 100
const MINUTE_MS = 60_000
/** Endpoints whose latest deliveries are read. */
const MOST_ENDPOINTS = 20
/** Refresh interval: a change caused by time alone, such as being late, has no event. */
const LOOK_EVERY_MS = MINUTE_MS
/** A carrier that answers later than this is worth a look, and so is a search for a courier. */
const STUCK_MINUTES = 5
const SEARCH_MINUTES = 2

export const TROUBLE = ['delivery_attempted', 'on_hold', 'returning', 'failed'] as const
const OPEN = [
  'ready',
  'in_transit',
  'out_for_delivery',
  'awaiting_collection',
  'delivery_attempted',
  'on_hold',
] as const
const ADDRESS_INCIDENTS = ['address_not_found', 'incorrect_address', 'access_restricted'] as const
const NO_COURIER = [
  'no_courier_available',
  'dispatch_window_over',
  'dispatch_attempts_used_up',
  'no_carrier_on_demand',
] as const

export interface Work<T> {
  rows: T[]
  /** There are more than these. */
  hasMore: boolean
}

/** A shipment with the code of what went wrong; empty: it is not known. */
export interface TroubledShipment extends Shipment {
  reason: string
}

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

/** Shipments with the reason of each, which may be that of its booking. */
async function readTroubled(
  api: Waybill,
  filters: ListShipments,
  signal: AbortSignal,
  toReason = findReason,
): Promise<Work<TroubledShipment>> {
  const { data, hasMore } = await api.shipments.list({ ...filters, limit: MOST }, { signal })
  const ids = data.map(({ shipment_id }) => shipment_id)
  const found = ids.length > 0 ? (await api.shipments.listBookings({ shipment_id: ids }, { signal })).data : []
  const bookings = new Map(found.map((booking) => [booking.shipment_id, booking]))
  const rows = data.map((shipment) => ({
    ...shipment,
    reason: toReason(shipment, bookings.get(shipment.shipment_id)),
  }))
  return { rows, hasMore }
}

/** Why the latest booking was not made. Nothing of one that was cancelled. */
const findRefusal: typeof findReason = (_shipment, booking) =>
  booking?.status === 'failed' ? (booking.failure_reason ?? booking.status) : ''

/** Queries for open work. Keys begin with `work`; events of shipments, bookings, carriers and webhooks invalidate them. */
export const workQueries = (api: Waybill) => {
  const shipments = (name: string, filters: () => ListShipments) =>
    queryOptions({
      queryKey: ['work', name],
      refetchInterval: LOOK_EVERY_MS,
      queryFn: async ({ signal }): Promise<Work<Shipment>> => {
        const { data, hasMore } = await api.shipments.list({ ...filters(), limit: MOST }, { signal })
        return { rows: data, hasMore }
      },
    })
  const troubled = (name: string, filters: () => ListShipments, toReason = findReason) =>
    queryOptions({
      queryKey: ['work', name],
      refetchInterval: LOOK_EVERY_MS,
      queryFn: ({ signal }) => readTroubled(api, filters(), signal, toReason),
    })
  const bookings = (name: string, filters: () => Parameters<Waybill['bookings']['list']>[0]) =>
    queryOptions({
      queryKey: ['work', name],
      refetchInterval: LOOK_EVERY_MS,
      queryFn: async ({ signal }): Promise<Work<Booking>> => {
        const { data, hasMore } = await api.bookings.list({ ...filters(), limit: MOST }, { signal })
        return { rows: data, hasMore }
      },
    })
  return {
    /** Oldest first; the reason is that of a booking that has failed. */
    toBook: () => troubled('to-book', () => ({ waiting_for: ['booking'], sort: 'created_at' }), findRefusal),
    /** Oldest first: recipients ask for these returns. */
    asked: () => shipments('asked', () => ({ waiting_for: ['approval'], sort: 'created_at' })),
    /** On demand: the search goes on for unusually long. */
    searching: () =>
      shipments('searching', () => ({ waiting_for: ['courier'], created_to: minutesAgo(SEARCH_MINUTES) })),
    noCourier: (since: string) =>
      shipments('no-courier', () => ({ failure_reason: [...NO_COURIER], updated_from: since, sort: '-updated_at' })),
    /** The carrier has not said whether it takes the booking. */
    stuck: () => bookings('stuck', () => ({ status: ['pending'], created_to: minutesAgo(STUCK_MINUTES) })),
    addresses: () => troubled('addresses', () => ({ incident: [...ADDRESS_INCIDENTS], status: [...OPEN] })),
    late: () => bookings('late', () => ({ late: ['pickup', 'delivery'], sort: 'created_at' })),
    trouble: (since: string) =>
      troubled('trouble', () => ({ status: [...TROUBLE], sort: '-updated_at', updated_from: since })),
    carriers: () =>
      queryOptions({
        queryKey: ['work', 'carriers'],
        queryFn: async ({ signal }) => {
          const { data, hasMore } = await api.carrierAccounts.list({ limit: MOST }, { signal })
          return { rows: data.filter(({ status, enabled }) => enabled && status === 'failing'), hasMore }
        },
      }),
    /** The steps that a new merchant has done. Where the role may not look, a step counts as done. */
    firstSteps: ({ livemode, scopes }: SessionEnvironment) =>
      queryOptions({
        queryKey: ['work', 'first-steps'],
        queryFn: async ({ signal }) => {
          const one = { limit: 1 }
          const has = async (noun: string, list: () => PromiseLike<{ data: readonly unknown[] }>): Promise<boolean> =>
            !hasAny({ scopes }, [`${noun}:read`]) || (await list()).data.length > 0
          const [hasAccount, hasLocation, hasBooking, hasKey, hasWebhook] = await Promise.all([
            has('carriers', () => api.carrierAccounts.list(one, { signal })),
            has('shipments', () => api.pickupLocations.list(one, { signal })),
            has('bookings', () => api.bookings.list(one, { signal })),
            has('api_keys', () => api.apiKeys.list(one, { signal })),
            has('webhooks', () => api.webhooks.subscriptions.list(one, { signal })),
          ])
          // In test mode, simulated carriers make offers without an account.
          return { hasCarrier: hasAccount || !livemode, hasLocation, hasBooking, hasKey, hasWebhook }
        },
        // Nothing of it is undone by accident: it is read again with the page.
        staleTime: LOOK_EVERY_MS,
      }),
    webhooks: () =>
      queryOptions({
        queryKey: ['work', 'webhooks'],
        refetchInterval: LOOK_EVERY_MS,
        queryFn: async ({ signal }) => {
          const { data, hasMore } = await api.webhooks.subscriptions.list({ limit: MOST }, { signal })
          const off = data.filter(({ status }) => status === 'disabled').map((endpoint) => ({ endpoint, stuck: 0 }))
          const active = data.filter(({ status }) => status === 'active').slice(0, MOST_ENDPOINTS)
          const failing = active.map(async (endpoint) => {
            const { subscription_id: id } = endpoint
            const deliveries = await api.webhooks.deliveries.list(id, { limit: HEALTH_SAMPLE }, { signal })
            const { isFailing, stuck } = readHealth(deliveries.data, Date.now())
            return isFailing ? [{ endpoint, stuck }] : []
          })
          return { rows: [...off, ...(await Promise.all(failing)).flat()], hasMore }
        },
      }),
  }
}

/** Nothing is bought: the return is to be booked then. */
export const useApproveReturn = (done: () => void) =>
  useAction({
    noun: 'shipments',
    act: async (api, id) => await api.shipments.decideReturn(id, { outcome: 'approved' }),
    done,
  })

interface Action<Result> {
  noun: string
  act: (api: Waybill, id: string) => PromiseLike<Result>
  /** Also when the row of the action has gone by then. */
  done: (result: Result) => void
}

/** Runs an action, then reads the noun and the queue again. */
function useAction<Result>({ noun, act, done }: Action<Result>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => await act(api, id),
    onSuccess: done,
    onError: toastError,
    onSettled: () => Promise.all([['work'], [noun]].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

/** Tries the credentials at the carrier. */
export const useVerifyAccount = (done: (account: CarrierAccount) => void) =>
  useAction({ noun: 'carriers', act: async (api, id) => await api.carrierAccounts.verify(id), done })

/** Events of the time it was switched off are not sent: a replay sends them. */
export const useSwitchOn = (done: () => void) =>
  useAction({
    noun: 'webhooks',
    act: async (api, id) => await api.webhooks.subscriptions.update(id, { status: 'active' }),
    done,
  })
