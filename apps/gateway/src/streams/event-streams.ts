/** Streams of the event logs of environments, and the loop that reads the logs for all of them. */
import type { Readable } from 'node:stream'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import { contextMessage, type RpcClient, systemContext } from '@waybill/chassis/rpc/client'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Caller } from '@waybill/edge/routing/route'
import {
  createFollowedLogs,
  type FollowedLog,
  type FollowedLogs,
  type Follower,
  handOut,
  isBehind,
  isDue,
  nextReaders,
  setEnd,
} from './followed-logs.ts'
import { messageText } from './message.ts'
import type { OpenStreams } from './open-streams.ts'
import { placeId } from './place.ts'

const POLL_MS = 250
const CALL_TIMEOUT_MS = 5_000
/** Parts of logs that are read at the same time; of one environment, one. */
const MAX_READS = 16
const ERROR_BACKOFF = { firstMs: 250, maxMs: 10_000 }

type Webhooks = RpcClient<'gateway', 'waybill.webhook.v1.WebhookService'>

export interface EventStreams extends Stoppable {
  /** Opens a stream of the events after a place, in the order of the log, without an end. */
  open(caller: Caller, environmentId: string, options: Pick<Follower, 'place' | 'filter' | 'showError'>): Readable
}

interface Options {
  webhooks: Webhooks
  streams: OpenStreams
  log: Logger
  pollMs?: number
}

/**
 * Asks for the ends of all logs in one call, and reads those that have grown. Followers at the same place share a read. A
 * follower gets more only once it has read what it has, so that a slow one costs neither much memory nor the time of others.
 */
export function startEventStreams({ webhooks, streams, log, pollMs = POLL_MS }: Options): EventStreams {
  const logs = createFollowedLogs()
  const reads = new Set<Promise<void>>()
  let endsReadAtMs = Number.NEGATIVE_INFINITY

  const loop = startLoop({
    name: 'streams.events',
    intervalMs: pollMs,
    log,
    work: async (stopping) => {
      if (logs.ids().length === 0) return 'idle'
      // Reads and readers wake this loop more often.
      if (performance.now() - endsReadAtMs >= pollMs / 2) {
        await findEnds(webhooks, logs, log)
        endsReadAtMs = performance.now()
      }
      for (const followed of logs.all()) {
        if (stopping.aborted || reads.size >= MAX_READS) break
        if (!isDue(followed, performance.now())) continue
        const reading = readPart(webhooks, followed, log).finally(() => {
          logs.moveBack(followed)
          reads.delete(reading)
          loop.nudge()
        })
        reads.add(reading)
      }
      return 'idle'
    },
  })

  return {
    open(caller, environmentId, options) {
      const checkpoint = () => checkpointText(environmentId, follower, logs.get(environmentId))
      const stream = streams.open(caller, {
        heartbeat: checkpoint,
        onRoom() {
          const followed = logs.get(environmentId)
          if (followed !== undefined && isBehind(follower, followed)) loop.nudge()
        },
        onClose: () => logs.leave(environmentId, follower),
      })
      const follower: Follower = { stream, ...options }
      logs.join(environmentId, follower)
      stream.write(checkpoint())
      return stream.body
    },
    async stop() {
      await loop.stop()
      await Promise.all(reads)
    },
  }
}

const toContext = (environmentId: string) =>
  contextMessage(systemContext({ environmentId, merchantId: '', livemode: false, timeoutMs: CALL_TIMEOUT_MS }))

async function findEnds(webhooks: Webhooks, logs: FollowedLogs, log: Logger): Promise<void> {
  const at = new Date().toISOString()
  // Followers that join in the meantime, or read a part, may be further than the reply.
  const followers = [...logs.all()].flatMap((followed) => [...followed.followers])
  const places = new Map(followers.map((follower) => [follower, follower.place]))
  const { ends } = await webhooks.ListLogEnds({ context: toContext(''), environment_ids: logs.ids() })
  const positions = new Map(ends.map(({ environment_id, position }) => [environment_id, position]))
  for (const followed of logs.all()) {
    const { environmentId } = followed
    const position = positions.get(environmentId) ?? 0
    const lost = setEnd(followed, { position, at }, places)
    if (lost > 0) log.error({ environmentId, position, streams: lost }, 'streams.log_went_back')
  }
}

/** Reads one part of a log. After a failure, this log waits and the others go on. */
async function readPart(webhooks: Webhooks, followed: FollowedLog, log: Logger): Promise<void> {
  const { environmentId } = followed
  const { after, filter, readers } = nextReaders(followed)
  followed.isBeingRead = true
  try {
    const part = await webhooks.ReadLog({
      context: toContext(environmentId),
      after,
      types: [...filter.types],
      subject_id: filter.subjectId,
    })
    handOut(followed, readers, part)
    followed.failures = 0
  } catch (error) {
    followed.failures += 1
    const retryInMs = backoffMs(followed.failures, ERROR_BACKOFF)
    followed.retryAtMs = performance.now() + retryInMs
    const fields = { environmentId, failures: followed.failures, retryInMs }
    log.warn({ ...fields, reason: (error as Error).message }, 'streams.read_failed')
  } finally {
    followed.isBeingRead = false
  }
}

/** A message with the id of the place that a follower has reached. */
function checkpointText(environmentId: string, { place }: Follower, followed: FollowedLog | undefined): string {
  const end = followed?.end
  // The end was read later than the place.
  const id = placeId(environmentId, end?.position === place.position ? end : place)
  return messageText({ id, event: 'checkpoint', data: '{}' })
}
