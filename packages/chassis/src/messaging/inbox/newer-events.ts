/** Events that a later version wrote: a process that cannot read one leaves it to a process that can. */
import { createHash } from 'node:crypto'
import { eventFormats, isKnownEventType, NewerEventError } from '@waybill/contracts/events/internal-events'
import type { DomainEvent } from '../outbox/outbox.ts'
import type { Failure } from '../parking.ts'

/** Stands for the consumer of a parked event whose type this version does not know. */
export const NO_CONSUMER = '(unknown type)'

/**
 * Names what this version of a service reads: other forms or values of events, or other patterns, have another name.
 * A parked event is not tried again by the version that could not read it.
 */
export const consumerVersion = (patterns: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([eventFormats, patterns.toSorted()]))
    .digest('hex')
    .slice(0, 16)

/** Why the handler failed. */
export const toFailure = (error: unknown, version: string): Exclude<Failure, { reason: 'gap' }> =>
  error instanceof NewerEventError ? { reason: 'newer', error, unknownTo: version } : { reason: 'error', error }

/** Why the event must be left to a later version; undefined if this version knows its type. */
export const unknownType = ({ type, eventId }: DomainEvent, version: string): Failure | undefined =>
  isKnownEventType(type)
    ? undefined
    : {
        reason: 'newer',
        error: new NewerEventError(`Type unknown to this version: ${type} event ${eventId}`),
        unknownTo: version,
      }
