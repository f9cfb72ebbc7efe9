import type { CreateApiKey, CreateReplay, CreateSubscription, Waybill } from '@waybill/sdk'

/** Changes that the screen makes. Each is one call. */
export const developerChanges = {
  createKey: async (api: Waybill, key: CreateApiKey, idempotencyKey: string) =>
    await api.apiKeys.create(key, { idempotencyKey }),
  rotateKey: async (api: Waybill, { keyId, overlapSeconds }: { keyId: string; overlapSeconds: number }) =>
    await api.apiKeys.rotate(keyId, { overlap_seconds: overlapSeconds }),
  revokeKey: async (api: Waybill, keyId: string) => await api.apiKeys.revoke(keyId),
  createEndpoint: async (api: Waybill, endpoint: CreateSubscription, idempotencyKey: string) =>
    await api.webhooks.subscriptions.create(endpoint, { idempotencyKey }),
  updateEndpoint: async (api: Waybill, { id, etag, ...changes }: EndpointChanges) =>
    await api.webhooks.subscriptions.update(id, changes, { ifMatch: etag ?? undefined }),
  testEndpoint: async (api: Waybill, id: string) => await api.webhooks.subscriptions.test(id),
  rotateSecret: async (api: Waybill, id: string) => await api.webhooks.subscriptions.rotateSecret(id),
  deleteEndpoint: async (api: Waybill, id: string) => await api.webhooks.subscriptions.delete(id),
  startReplay: async (api: Waybill, { id, period, key }: { id: string; period: CreateReplay; key: string }) =>
    await api.webhooks.replays.create(id, period, { idempotencyKey: key }),
  cancelReplay: async (api: Waybill, { id, replayId }: { id: string; replayId: string }) =>
    await api.webhooks.replays.cancel(id, replayId),
  redeliver: async (api: Waybill, id: string) => await api.webhooks.deliveries.redeliver(id),
}

interface EndpointChanges {
  id: string
  /** The version that is changed; omitted: whichever there is. */
  etag?: string | null
  url?: string
  events?: string[]
  ordering?: 'none' | 'per_subject'
}
