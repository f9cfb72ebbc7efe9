import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { ReplayStatus } from '@waybill/contracts/webhooks/replay'
import type { DisabledReason, MissedReason, SubscriptionStatus } from '@waybill/contracts/webhooks/subscription'
import type { Generated, Kysely, Transaction } from 'kysely'

export interface SubscriptionTable {
  environment_id: string
  subscription_id: string
  merchant_id: string
  livemode: boolean
  status: SubscriptionStatus
  url: string
  /** Types and wildcards, as requested. */
  events: string[]
  disabled_reason: DisabledReason | null
  /** Whether an event of a subject waits for the previous one. */
  ordering: Generated<'none' | 'per_subject'>
  /** Whether it also gets an event that a more specific one of the same change repeats. */
  verbose_events: Generated<boolean>
  /** Counts changes of the row: the entity tag. */
  version: Generated<number>
  /** Sequence of the last event about this subscription. */
  sequence: Generated<number>
  created_at: Date
  updated_at: Date
  /** A deleted subscription is kept, `paused` and without secrets, so that its deliveries can be read. */
  deleted_at: Date | null
}

/** Deleted subscriptions whose open deliveries are being cancelled. */
interface SubscriptionDeletionTable {
  environment_id: string
  subscription_id: string
  /** Deliveries of this event and later ones are cancelled; null: none yet. */
  reached_event_id: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Replays: periods whose events are sent again. */
export interface ReplayTable {
  environment_id: string
  replay_id: string
  subscription_id: string
  status: ReplayStatus
  since: Date
  until: Date
  /** Types and wildcards, as requested. */
  events: string[]
  /** With `reached_event_id`: the last event processed. */
  reached_at: Date
  reached_event_id: string
  scanned_count: Generated<number>
  queued_count: Generated<number>
  created_at: Date
  updated_at: Generated<Date>
  ended_at: Date | null
}

/** Several during a rotation; all unexpired ones sign. */
interface SubscriptionSecretTable {
  environment_id: string
  subscription_id: string
  secret_id: string
  key_id: string
  sealed: Buffer
  created_at: Generated<Date>
  expires_at: Date | null
}

/** Health and pace of a subscription's receiver. Locked, by id, before any row of the queue. */
interface EndpointTable {
  environment_id: string
  subscription_id: string
  failing_since: Date | null
  failure_count: Generated<number>
  last_success_at: Date | null
  /** Test deliveries requested since `test_window_from`. */
  tests_in_window: Generated<number>
  test_window_from: Generated<Date>
  breaker: Generated<'closed' | 'open'>
  /** Concurrent sends; null: the general limit. */
  send_limit: number | null
  /** Consecutive attempts that found it unavailable. */
  failures_in_row: Generated<number>
  /** Pauses since it was last at full speed. */
  slow_downs: Generated<number>
  /** End of its pause, which only tests and manual redeliveries ignore. Attempts that began earlier do not count. */
  not_before: Date | null
}

/** The last position of an environment's event log. */
interface EnvironmentPositionTable {
  environment_id: string
  last_position: number
  /** Ids of the subscriptions that get no deliveries as events arrive. They are in `behind_subscription`. */
  behind: Generated<string[]>
}

/** Subscriptions with more than their share of the backlog quota. They continue from the event log. */
interface BehindSubscriptionTable {
  environment_id: string
  subscription_id: string
  /** Its deliveries are stored for the events of the log up to this one. */
  position: number
  since: Generated<Date>
  updated_at: Generated<Date>
}

/** Periods with events that a subscription was behind at and that got no delivery, one for each reason. */
interface MissedPeriodTable {
  environment_id: string
  subscription_id: string
  reason: MissedReason
  since: Date
  until: Date
  /** Events that the subscription wanted; null: not counted. */
  event_count: number | null
  recorded_at: Generated<Date>
}

export interface EventTable {
  environment_id: string
  event_id: string
  /** The event's own time: the partition key, here and in deliveries and attempts. */
  event_at: Date
  /** Position in the environment's log; null for tests, which are not part of it. */
  position: number | null
  type: string
  subject_type: string
  subject_id: string
  sequence: number | null
  /** The exact text that is sent. */
  payload: string
  traceparent: string | null
  /** Types of the more specific events of the same change. */
  detailed_by: Generated<string[] | null>
}

export interface DeliveryTable {
  environment_id: string
  delivery_id: string
  event_at: Date
  subscription_id: string
  event_id: string
  event_type: string
  /** `sending` is not stored: it is a claim in the queue. */
  status: 'pending' | 'succeeded' | 'retrying' | 'failed' | 'paused' | 'cancelled'
  attempt_count: Generated<number>
  next_attempt_at: Date | null
  created_at: Generated<Date>
}

/** Append-only. */
export interface AttemptTable {
  environment_id: string
  delivery_id: string
  attempt_id: string
  event_at: Date
  subscription_id: string
  trigger: 'event' | 'retry' | 'manual' | 'test' | 'replay'
  started_at: Date
  duration_ms: number
  response_status: number | null
  response_headers: Record<string, string>
  response_body: string | null
  error_code: string | null
}

/** Deliveries still to be sent. */
interface DeliveryQueueTable {
  environment_id: string
  delivery_id: string
  subscription_id: string
  event_id: string
  event_at: Date
  trigger: 'event' | 'manual' | 'test' | 'replay'
  /** See `queue/lanes.ts`. */
  lane: Generated<number>
  due_at: Generated<Date>
  attempts_made: Generated<number>
  /** The claim of a dispatcher and its lease; null while the delivery waits. */
  claim_id: string | null
  lease_until: Date | null
  /** The dispatcher: key of the advisory lock that its session holds. Null: only the lease counts. */
  claimed_by: number | null
  /** The subject's id if the subscription is ordered; null otherwise, and for manual redeliveries. */
  ordered_subject: string | null
  ordered_sequence: number | null
  /** The delivery that must leave the queue before this one may be claimed. */
  predecessor_id: string | null
}

export interface WebhookDatabase extends ChassisTables {
  subscription: SubscriptionTable
  subscription_secret: SubscriptionSecretTable
  subscription_deletion: SubscriptionDeletionTable
  replay: ReplayTable
  endpoint: EndpointTable
  environment_position: EnvironmentPositionTable
  behind_subscription: BehindSubscriptionTable
  missed_period: MissedPeriodTable
  event: EventTable
  delivery: DeliveryTable
  attempt: AttemptTable
  delivery_queue: DeliveryQueueTable
}

export type Reader = Kysely<WebhookDatabase>
export type Writer = Transaction<WebhookDatabase>
