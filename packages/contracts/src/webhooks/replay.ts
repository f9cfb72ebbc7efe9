import { z } from 'zod'
import { acrossFields } from '../requests/across-fields.ts'
import { refuse } from '../requests/validation.ts'
import { timestamp } from '../values/text.ts'
import { eventPattern } from './subscription.ts'

/** Body of POST /api/v1/webhooks/subscriptions/{subscription_id}/replay. */
export const createReplaySchema = acrossFields(
  z.strictObject({
    since: timestamp.describe(
      'Replays events of this time or later. Events older than the retention period of deliveries (30 days by default) are skipped.',
    ),
    until: timestamp.nullish().describe('Replays events before this time. Default: now.'),
    events: z
      .array(eventPattern)
      .min(1)
      .max(100)
      .nullish()
      .describe('Event types or wildcards to replay. Default: those of the subscription.'),
  }),
  ({ since, until }, context) => {
    if (since && until && until <= since) refuse(context, ['until'], 'too_small', 'must be after since')
  },
).meta({ id: 'CreateReplay' })
export type CreateReplay = z.output<typeof createReplaySchema>

/** `running` includes waiting for an inactive subscription. */
export const replayStatuses = ['running', 'completed', 'cancelled'] as const
export type ReplayStatus = (typeof replayStatuses)[number]

/** Sends the events of a period to a subscription again. */
export interface Replay {
  environmentId: string
  replayId: string
  subscriptionId: string
  status: ReplayStatus
  /** Inclusive. */
  since: Date
  /** Exclusive. */
  until: Date
  /** Types and wildcards, as requested. */
  events: string[]
  /** Events of the log that were examined. */
  scannedCount: number
  /** Deliveries that were queued. */
  queuedCount: number
  /** Events before this time have been examined. */
  reachedAt: Date
  createdAt: Date
  endedAt: Date | null
}

export const publicReplaySchema = z
  .object({
    replay_id: z.string().describe('Identifier, whr_…'),
    subscription_id: z.string(),
    status: z
      .enum(replayStatuses)
      .describe(
        '`running`: in progress, or waiting while the subscription is paused. `completed`: every event has been queued. `cancelled`: cancelled by a request, or because the subscription was deleted.',
      ),
    since: z.string().describe('Start of the period, inclusive.'),
    until: z.string().describe('End of the period, exclusive.'),
    events: z.array(z.string()),
    progress: z.number().min(0).max(1).describe('Fraction of the period that has been examined, from 0 to 1.'),
    reached_at: z.string().describe('Events before this time have been examined.'),
    scanned_count: z.number().int().describe('Number of events examined.'),
    queued_count: z.number().int().describe('Number of deliveries queued.'),
    created_at: z.string(),
    ended_at: z.string().nullable().describe('When the replay ended; null while it is running.'),
  })
  .meta({ id: 'Replay' })
export type PublicReplay = z.output<typeof publicReplaySchema>

export const publicReplay = (replay: Replay): PublicReplay => ({
  replay_id: replay.replayId,
  subscription_id: replay.subscriptionId,
  status: replay.status,
  since: replay.since.toISOString(),
  until: replay.until.toISOString(),
  events: replay.events,
  progress: replay.status === 'completed' ? 1 : shareDone(replay),
  reached_at: replay.reachedAt.toISOString(),
  scanned_count: replay.scannedCount,
  queued_count: replay.queuedCount,
  created_at: replay.createdAt.toISOString(),
  ended_at: replay.endedAt?.toISOString() ?? null,
})

/** Events that a preview examines at most. */
export const MOST_PREVIEWED = 10_000

/** Number of events that a replay of a period would send, as its events are now. */
export interface ReplayPreview {
  subscriptionId: string
  /** Inclusive. */
  since: Date
  /** Exclusive. */
  until: Date
  /** Types and wildcards. */
  events: string[]
  /** Most first. */
  counts: { event: string; count: number }[]
  /** False: the period has more than MOST_PREVIEWED events, and the counts are those of the oldest. */
  isComplete: boolean
}

export const publicReplayPreviewSchema = z
  .object({
    subscription_id: z.string(),
    since: z
      .string()
      .describe('Start of the period, inclusive: that of the request, or the start of the retention period if later.'),
    until: z.string().describe('End of the period, exclusive.'),
    events: z.array(z.string()),
    event_count: z.number().int().describe('Number of events that the replay would send.'),
    counts: z
      .array(
        z.object({
          event: z.string().describe('The event type.'),
          count: z.number().int().describe('Number of its events that the replay would send.'),
        }),
      )
      .describe('The same by type, the most frequent first.'),
    complete: z
      .boolean()
      .describe(
        `Whether all events of the period were examined. \`false\`: it has more than ${MOST_PREVIEWED}; the numbers are those of the oldest.`,
      ),
  })
  .meta({ id: 'ReplayPreview' })
export type PublicReplayPreview = z.output<typeof publicReplayPreviewSchema>

export const publicReplayPreview = (preview: ReplayPreview): PublicReplayPreview => ({
  subscription_id: preview.subscriptionId,
  since: preview.since.toISOString(),
  until: preview.until.toISOString(),
  events: preview.events,
  event_count: preview.counts.reduce((sum, { count }) => sum + count, 0),
  counts: preview.counts,
  complete: preview.isComplete,
})

/** Rounded down to thousandths and below 1: only a completed replay shows 1. */
function shareDone({ since, until, reachedAt }: Replay): number {
  const share = (reachedAt.getTime() - since.getTime()) / (until.getTime() - since.getTime())
  return Math.floor(Math.min(Math.max(share, 0), 0.999) * 1_000) / 1_000
}
