/** Calls of the operations that the webhook service answers. */
import { newId } from '@waybill/contracts/ids'
import type { OperationCall } from './operation-call.ts'

const booking_id = newId('bkg')
const subscription_id = newId('whs')
const delivery_id = newId('whd')
const replay_id = newId('whr')
const event_id = newId('evt')

const subscriptions = '/api/v1/webhooks/subscriptions'

export const webhookCalls: OperationCall[] = [
  {
    id: 'createSubscription',
    path: subscriptions,
    body: { url: 'https://example.com/hook', events: ['*'] },
    calls: 'WebhookService.CreateSubscription',
    with: { document: { url: 'https://example.com/hook', events: ['*'] } },
  },
  {
    id: 'listSubscriptions',
    path: `${subscriptions}?limit=5`,
    calls: 'WebhookService.ListSubscriptions',
    with: { page: { limit: 5, cursor: '' } },
  },
  {
    id: 'getSubscription',
    path: `${subscriptions}/${subscription_id}`,
    calls: 'WebhookService.GetSubscription',
    with: { subscription_id },
  },
  {
    id: 'updateSubscription',
    path: `${subscriptions}/${subscription_id}`,
    body: { status: 'paused' },
    calls: 'WebhookService.UpdateSubscription',
    with: { subscription_id, document: { status: 'paused' } },
  },
  {
    id: 'deleteSubscription',
    path: `${subscriptions}/${subscription_id}`,
    calls: 'WebhookService.DeleteSubscription',
    with: { subscription_id },
  },
  {
    id: 'rotateSecret',
    path: `${subscriptions}/${subscription_id}/rotate-secret`,
    calls: 'WebhookService.RotateSecret',
    with: { subscription_id },
  },
  {
    id: 'testSubscription',
    path: `${subscriptions}/${subscription_id}/test`,
    calls: 'WebhookService.TestSubscription',
    with: { subscription_id },
  },
  {
    id: 'listDeliveries',
    path: `${subscriptions}/${subscription_id}/deliveries?status=failed&event=shipment.created&event_id=${event_id}`,
    calls: 'WebhookService.ListDeliveries',
    with: { subscription_id, status: 'failed', event: 'shipment.created', event_ids: [event_id] },
  },
  {
    id: 'getDelivery',
    path: `/api/v1/webhooks/deliveries/${delivery_id}`,
    calls: 'WebhookService.GetDelivery',
    with: { delivery_id },
  },
  {
    id: 'redeliver',
    path: `/api/v1/webhooks/deliveries/${delivery_id}/redeliver`,
    calls: 'WebhookService.Redeliver',
    with: { delivery_id },
  },
  {
    id: 'createReplay',
    path: `${subscriptions}/${subscription_id}/replay`,
    body: { since: '2026-01-01T00:00:00Z' },
    calls: 'WebhookService.CreateReplay',
    with: { subscription_id, document: { since: '2026-01-01T00:00:00Z' } },
  },
  {
    id: 'previewReplay',
    path: `${subscriptions}/${subscription_id}/replay-preview?since=2026-01-01&events=shipment.*,quote.created`,
    calls: 'WebhookService.PreviewReplay',
    with: { subscription_id, since: '2026-01-01T00:00:00.000Z', events: ['shipment.*', 'quote.created'] },
  },
  {
    id: 'listReplays',
    path: `${subscriptions}/${subscription_id}/replays?status=running`,
    calls: 'WebhookService.ListReplays',
    with: { subscription_id, status: 'running' },
  },
  {
    id: 'getReplay',
    path: `${subscriptions}/${subscription_id}/replays/${replay_id}`,
    calls: 'WebhookService.GetReplay',
    with: { subscription_id, replay_id },
  },
  {
    id: 'cancelReplay',
    path: `${subscriptions}/${subscription_id}/replays/${replay_id}/cancel`,
    calls: 'WebhookService.CancelReplay',
    with: { subscription_id, replay_id },
  },
  {
    id: 'listEvents',
    path: `/api/v1/events?type=booking.*&subject_id=${booking_id}&order=asc&cursor=latest`,
    calls: 'WebhookService.ListEvents',
    with: { type: 'booking.*', subject_id: booking_id, ascending: true, page: { limit: 0, cursor: 'latest' } },
  },
  { id: 'getEvent', path: `/api/v1/events/${event_id}`, calls: 'WebhookService.GetEvent', with: { event_id } },
]
