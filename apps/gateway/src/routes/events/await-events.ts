/** Waits until the event log has the events of a subject. */
import { setTimeout as delay } from 'node:timers/promises'
import { contextMessage } from '@waybill/chassis/rpc/client'
import { AppError } from '@waybill/contracts/app-error'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { Call } from '@waybill/edge/routing/route'
import type { Services } from '../services.ts'

const POLL_MS = 10
/** Events without a sequence, such as a driver's position, may follow the one that is sought. */
const NEWEST = 20

/** False if the log does not have the subject's event with this sequence before `until`, in ms since the epoch. */
export async function awaitEvents(
  { webhooks }: Pick<Services, 'webhooks'>,
  context: Call['context'],
  { subjectId, sequence, until }: { subjectId: string; sequence: number; until: number },
): Promise<boolean> {
  const request = { context: contextMessage(context), subject_id: subjectId, page: { limit: NEWEST, cursor: '' } }
  while (sequence > 0) {
    const timeoutMs = until - Date.now()
    if (timeoutMs <= 0) return false
    const reply = await webhooks.ListEvents(request, { timeoutMs }).catch(nullIfLate)
    if (reply === null) return false
    const { data } = JSON.parse(reply.body.toString()) as { data: PublicEvent[] }
    if (data.some((event) => (event.sequence ?? 0) >= sequence)) return true
    await delay(POLL_MS)
  }
  return true
}

/** The log did not answer within what was left of the time: it does not show the event yet. */
function nullIfLate(error: unknown): null {
  if (error instanceof AppError && error.code === 'upstream_timeout') return null
  throw error
}
