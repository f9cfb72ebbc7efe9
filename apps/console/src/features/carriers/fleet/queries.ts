import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  CreateDriver,
  CreateRateCard,
  Driver,
  RateCard,
  UpdateDriver,
  UpdateRateCard,
  Waybill,
} from '@waybill/sdk'
import { ofRow, useOptimistic } from '../../../live/optimistic.ts'
import { useApi } from '../../../session/workspace.ts'

/** More than a merchant has; an environment takes fewer. */
const MOST_DRIVERS = 1_000
const MOST_CARDS = 500
const MOST_JOBS = 200

/** Statuses of a job that a driver can still be assigned to. */
const OPEN = [
  ...(['assigned', 'reassigning', 'en_route_to_pickup', 'arrived_at_pickup', 'picked_up'] as const),
  ...(['en_route_to_dropoff', 'arrived_at_dropoff', 'returning'] as const),
]

/** Drivers have jobs, so an event of a booking makes them old, too: their keys are below those of bookings. */
const DRIVERS = ['bookings', 'fleet', 'drivers']
const CARDS = ['rate-cards']

export const fleetQueries = (api: Waybill) => ({
  drivers: () =>
    queryOptions({
      queryKey: DRIVERS,
      queryFn: async ({ signal }) =>
        await api.drivers.list({ limit: 100 }, { signal }).toArray({ limit: MOST_DRIVERS }),
    }),
  /** With the version that a change is made to. */
  driver: (driverId: string) =>
    queryOptions({
      queryKey: [...DRIVERS, driverId],
      queryFn: async ({ signal }) => {
        const { data, etag } = await api.drivers.get(driverId, { signal }).withResponse()
        return { driver: data, etag }
      },
      staleTime: 0,
    }),
  /** Deliveries by own drivers that have not ended, oldest first. */
  jobs: () =>
    queryOptions({
      queryKey: ['bookings', 'fleet', 'jobs'],
      queryFn: async ({ signal }) =>
        await api.bookings
          .list({ carrier_code: ['own_fleet'], status: OPEN, sort: 'created_at', limit: 100 }, { signal })
          .toArray({ limit: MOST_JOBS }),
    }),
  cards: () =>
    queryOptions({
      queryKey: CARDS,
      queryFn: async ({ signal }) =>
        await api.rateCards.list({ limit: 100 }, { signal }).toArray({ limit: MOST_CARDS }),
    }),
  /** With the version that a change is made to. */
  card: (cardId: string) =>
    queryOptions({
      queryKey: [...CARDS, cardId],
      queryFn: async ({ signal }) => {
        const { data, etag } = await api.rateCards.get(cardId, { signal }).withResponse()
        return { card: data, etag }
      },
      staleTime: 0,
    }),
})

/** A call, after which the lists of that key are read again, also if it failed. */
function useFleetCall<Input, Result>(
  key: readonly string[],
  call: (api: Waybill, input: Input) => PromiseLike<Result>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => await call(api, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

export const useCreateDriver = () =>
  useFleetCall(DRIVERS, (api, { driver, key }: { driver: CreateDriver; key: string }) =>
    api.drivers.create(driver, { idempotencyKey: key }),
  )

/** On and off duty, before the API has confirmed it. */
export function useDuty() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ id, available, key }: Duty) =>
      await api.drivers.update(id, { available }, { idempotencyKey: key }),
    ...useOptimistic(
      DRIVERS,
      ofRow(
        (driver: Driver, { id }: Duty) => driver.driver_id === id,
        (driver, { available }) => ({ ...driver, available }),
      ),
    ),
  })
}

interface Duty {
  id: string
  available: boolean
  key: string
}

export const useUpdateDriver = () =>
  useFleetCall(
    DRIVERS,
    (api, { id, changes, etag, key }: { id: string; changes: UpdateDriver; etag?: string | null; key: string }) =>
      api.drivers.update(id, changes, { ifMatch: etag ?? undefined, idempotencyKey: key }),
  )

/** The response has the new token, this once. */
export const useRotateToken = () =>
  useFleetCall(DRIVERS, (api, { id, key }: { id: string; key: string }) =>
    api.drivers.rotateToken(id, { idempotencyKey: key }),
  )

export const useDeleteDriver = () => useFleetCall(DRIVERS, (api, driverId: string) => api.drivers.delete(driverId))

/** Gives a job to a driver, without an offer. */
export const useAssignDriver = () =>
  useFleetCall(['bookings'], (api, { bookingId, driverId }: { bookingId: string; driverId: string }) =>
    api.bookings.assignDriver(bookingId, { driver_id: driverId }),
  )

export const useCreateCard = () =>
  useFleetCall(CARDS, (api, { card, key }: { card: CreateRateCard; key: string }) =>
    api.rateCards.create(card, { idempotencyKey: key }),
  )

/** Whether a card makes offers, before the API has confirmed it. */
export function useOffered() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ id, enabled, key }: Offered) =>
      await api.rateCards.update(id, { enabled }, { idempotencyKey: key }),
    ...useOptimistic(
      CARDS,
      ofRow(
        (card: RateCard, { id }: Offered) => card.rate_card_id === id,
        (card, { enabled }) => ({ ...card, enabled }),
      ),
    ),
  })
}

interface Offered {
  id: string
  enabled: boolean
  key: string
}

export const useUpdateCard = () =>
  useFleetCall(
    CARDS,
    (api, { id, changes, etag, key }: { id: string; changes: UpdateRateCard; etag?: string | null; key: string }) =>
      api.rateCards.update(id, changes, { ifMatch: etag ?? undefined, idempotencyKey: key }),
  )

export const useDeleteCard = () => useFleetCall(CARDS, (api, cardId: string) => api.rateCards.delete(cardId))
