/** Keys, webhooks, events and calls, as the API shows them, for component tests. */
import type {
  ApiCall,
  ApiKey,
  Delivery,
  EventType,
  Replay,
  Shipment,
  SimulatorFault,
  SubscriptionWithBacklog,
  WaybillEvent,
} from '@waybill/sdk'
import { AT, ENVIRONMENT_ID } from './session.ts'
import { aShipment } from './shipments.ts'

export const aKey = (values: Partial<ApiKey> = {}): ApiKey => ({
  key_id: 'key_00000000000000000000000001',
  environment_id: ENVIRONMENT_ID,
  name: 'Shop',
  token_hint: 'wb_test_…abcd',
  status: 'active',
  scopes: ['shipments:read'],
  rate_limit_per_second: null,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  created_by: 'usr_00000000000000000000000001',
  created_at: AT,
  ...values,
})

export const anEndpoint = (values: Partial<SubscriptionWithBacklog> = {}): SubscriptionWithBacklog => ({
  subscription_id: 'whs_00000000000000000000000001',
  status: 'active',
  url: 'https://receiver.example.com/hook',
  events: ['*'],
  ordering: 'none',
  verbose_events: false,
  disabled_reason: null,
  createdAt: AT,
  updated_at: AT,
  backlog: null,
  missed: [],
  ...values,
})

export const anAttempt = (values: Partial<Delivery['attempts'][number]> = {}): Delivery['attempts'][number] => ({
  attempt_id: 'wha_00000000000000000000000001',
  trigger: 'event',
  started_at: AT,
  duration_ms: 42,
  response_status: 200,
  response_headers: {},
  response_body: 'ok',
  error_code: null,
  ...values,
})

export const aDelivery = (values: Partial<Delivery> = {}): Delivery => ({
  delivery_id: 'whd_00000000000000000000000001',
  subscription_id: 'whs_00000000000000000000000001',
  event: 'shipment.created',
  event_id: 'evt_00000000000000000000000001',
  status: 'succeeded',
  attempt_count: 1,
  next_attempt_at: null,
  createdAt: AT,
  updated_at: AT,
  attempts: [anAttempt()],
  ...values,
})

export const aReplay = (values: Partial<Replay> = {}): Replay => ({
  replay_id: 'rpl_00000000000000000000000001',
  subscription_id: 'whs_00000000000000000000000001',
  status: 'running',
  since: AT,
  until: AT,
  events: ['*'],
  progress: 0,
  reached_at: AT,
  scanned_count: 0,
  queued_count: 0,
  created_at: AT,
  ended_at: null,
  ...values,
})

/** Event of a shipment: its registration, or another one. */
export function anEvent(
  type: Extract<WaybillEvent['type'], `shipment.${string}`> = 'shipment.created',
  object: Shipment = aShipment(),
): WaybillEvent {
  return {
    id: `evt_${type.replace(/\W/g, '').padStart(26, '0')}`,
    type,
    timestamp: AT,
    api_version: 'v1',
    merchant_id: object.merchant_id,
    environment_id: ENVIRONMENT_ID,
    livemode: false,
    subject: { type: 'shipment', id: object.shipment_id },
    sequence: 1,
    data: { object, previous_attributes: {} },
    request: { id: 'req_1', idempotency_key: null },
  }
}

export const anEventType = (type: EventType['type'] = 'shipment.created'): EventType => ({
  type,
  description: `Sent for ${type}.`,
  subject_type: type.split('.')[0] ?? '',
  schema: {},
  example: { ...anEvent(), type } as WaybillEvent,
})

export const aCall = (values: Partial<ApiCall> = {}): ApiCall => ({
  call_id: 'cal_00000000000000000000000001',
  environment_id: ENVIRONMENT_ID,
  request_id: 'req_9',
  occurred_at: AT,
  method: 'POST',
  operation_id: 'createShipment',
  path: '/api/v1/shipments',
  status: 201,
  error_code: null,
  duration_ms: 12,
  actor_id: 'key_00000000000000000000000001',
  replayed: false,
  subjects: [],
  request_body: {},
  response_body: {},
  ...values,
})

export const aFault = (values: Partial<SimulatorFault> = {}): SimulatorFault => ({
  fault_id: 'flt_00000000000000000000000001',
  carrier_code: 'city_van',
  operation: 'report',
  fault: 'out_of_order',
  calls_count: 1,
  calls_left: 1,
  created_at: AT,
  expires_at: '2099-03-02T09:00:00.000Z',
  ...values,
})
