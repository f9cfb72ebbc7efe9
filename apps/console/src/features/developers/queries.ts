import { queryOptions } from '@tanstack/react-query'
import type { ListApiCalls, ListEvents, Waybill } from '@waybill/sdk'
import { listQuery } from '../../grid/rows.ts'
import { HEALTH_SAMPLE, readHealth } from '../../webhooks/health.ts'

const PAGE_SIZE = 50
/** No event announces deliveries and calls. */
const POLL_MS = 5_000
const PROGRESS_MS = 1_000
const SHOWN_REPLAYS = 3

/** Queries of the screen. */
export const developerQueries = (api: Waybill) => ({
  keys: () =>
    listQuery(['api-keys', 'list'], (cursor, signal) => api.apiKeys.list({ cursor, limit: PAGE_SIZE }, { signal })),
  endpoints: () =>
    listQuery(['webhooks', 'list'], (cursor, signal) =>
      api.webhooks.subscriptions.list({ cursor, limit: PAGE_SIZE }, { signal }),
    ),
  /** With the version that a change is made to. */
  endpoint: (subscriptionId: string) =>
    queryOptions({
      queryKey: ['webhooks', subscriptionId],
      queryFn: async ({ signal }) => {
        const { data, etag } = await api.webhooks.subscriptions.get(subscriptionId, { signal }).withResponse()
        return { endpoint: data, etag }
      },
    }),
  health: (subscriptionId: string) =>
    queryOptions({
      queryKey: ['webhooks', subscriptionId, 'health'],
      queryFn: async ({ signal }) => {
        const { data } = await api.webhooks.deliveries.list(subscriptionId, { limit: HEALTH_SAMPLE }, { signal })
        return readHealth(data, Date.now())
      },
      refetchInterval: POLL_MS,
    }),
  deliveries: (subscriptionId: string) => ({
    ...listQuery(['webhooks', subscriptionId, 'deliveries'], (cursor, signal) =>
      api.webhooks.deliveries.list(subscriptionId, { cursor, limit: PAGE_SIZE }, { signal }),
    ),
    refetchInterval: POLL_MS,
  }),
  /** The newest replays of an endpoint. Their progress has no event. */
  replays: (subscriptionId: string) =>
    queryOptions({
      queryKey: ['webhooks', subscriptionId, 'replays'],
      queryFn: async ({ signal }) =>
        (await api.webhooks.replays.list(subscriptionId, { limit: SHOWN_REPLAYS }, { signal })).data,
      refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? PROGRESS_MS : false),
    }),
  /** Preview of a replay: the events that it would send. */
  preview: (subscriptionId: string, { since, until }: { since: string; until: string }) =>
    queryOptions({
      queryKey: ['webhooks', subscriptionId, 'preview', since, until],
      queryFn: async ({ signal }) => await api.webhooks.replays.preview(subscriptionId, { since, until }, { signal }),
    }),
  eventTypes: () =>
    queryOptions({
      queryKey: ['event-types'],
      queryFn: async ({ signal }) => (await api.webhooks.eventTypes({ signal })).data,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  events: (filters: Omit<ListEvents, 'cursor' | 'limit'>) =>
    listQuery(['events', 'list', filters], (cursor, signal) =>
      api.events.list({ ...filters, cursor, limit: PAGE_SIZE }, { signal }),
    ),
  event: (eventId: string) =>
    queryOptions({
      queryKey: ['event', eventId],
      queryFn: async ({ signal }) => await api.events.get(eventId, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  calls: (filters: Omit<ListApiCalls, 'cursor' | 'limit'>) => ({
    ...listQuery(['api-log', 'list', filters], (cursor, signal) =>
      api.apiLog.list({ ...filters, cursor, limit: PAGE_SIZE }, { signal }),
    ),
    refetchInterval: POLL_MS,
  }),
  call: (callId: string) =>
    queryOptions({
      queryKey: ['api-log', callId],
      queryFn: async ({ signal }) => await api.apiLog.get(callId, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
})
