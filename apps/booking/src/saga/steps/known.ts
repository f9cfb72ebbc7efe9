/** Values that a run has read or written itself, so that later steps need not read them again. */
import type { CarrierAttempt } from '../../attempts/repository.ts'
import type { Settled } from './settlement.ts'

/** Each is absent in a run that took the operation up at a later step. */
export interface Known {
  /** The attempt that the run has stored and not decided yet. */
  attempt?: CarrierAttempt | undefined
  /** When the carrier took the job. */
  bookedAt?: Date
  /** The claim, once the shipment service has ended it. */
  settled?: Settled
  /** Resolves when the quote is accepted, or is left to the booking's event. Never rejects with an `AppError`. */
  quoteAccepted?: Promise<void>
}
