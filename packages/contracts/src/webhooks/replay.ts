import { z } from 'zod'
import { refuse } from '../validation.ts'
import { timestamp } from '../values/text.ts'
import { eventPattern } from './subscription.ts'

/** Body of POST /api/v1/webhooks/subscriptions/{subscription_id}/replay. */
export const createReplaySchema = z
  .strictObject({
    since: timestamp.describe(
      'Events of this time or later. What is older than deliveries are kept, which is 30 days unless set otherwise, is passed over.',
    ),
    until: timestamp.nullish().describe('Events before this time; now unless given.'),
    events: z
      .array(eventPattern)
      .min(1)
      .max(100)
      .nullish()
      .describe('Types or wildcards; those of the subscription unless given.'),
  })
  .superRefine(({ since, until }, context) => {
    if (until && until.getTime() <= since.getTime()) refuse(context, ['until'], 'too_small', 'must be after since')
  })
  .meta({ id: 'CreateReplay' })
export type CreateReplay = z.output<typeof createReplaySchema>

/** running also while the subscription is not active: it waits then. */
export const replayStatuses = ['running', 'completed', 'cancelled'] as const
export type ReplayStatus = (typeof replayStatuses)[number]

/** Sends the events of a period to a subscription once more. */
export interface Replay {
  environmentId: string
  replayId: string
  subscriptionId: string
  status: ReplayStatus
  /** Inclusive. */
  since: Date
  /** Exclusive. */
  until: Date
  /** Types and wildcards, as asked for. */
  events: string[]
  /** Events of the log that it has looked at. */
  scannedCount: number
  /** Deliveries that it has put in the queue. */
  queuedCount: number
  /** Events up to this time are done. */
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
        'running: also while the subscription is paused, and waits. completed: all are queued. cancelled: by a call, or since the subscription was deleted.',
      ),
    since: z.string().describe('Events of this time or later.'),
    until: z.string().describe('Events before this time.'),
    events: z.array(z.string()),
    progress: z.number().min(0).max(1).describe('Share of the period that is done, 0 to 1.'),
    reached_at: z.string().describe('Events up to this time are done.'),
    scanned_count: z.number().int().describe('Events looked at.'),
    queued_count: z.number().int().describe('Deliveries queued to be sent again.'),
    created_at: z.string(),
    ended_at: z.string().nullable().describe('When it ended, else null.'),
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

/** Rounded down to thousandths, so that 1 is said of the end alone. */
function shareDone({ since, until, reachedAt }: Replay): number {
  const share = (reachedAt.getTime() - since.getTime()) / (until.getTime() - since.getTime())
  return Math.floor(Math.min(Math.max(share, 0), 0.999) * 1_000) / 1_000
}
