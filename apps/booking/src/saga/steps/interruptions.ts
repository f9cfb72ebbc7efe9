/** Why a run ends within a step although the step did not fail. */
import { AppError } from '@waybill/contracts/app-error'

/** The service stops: a carrier was not called, or the next step is left to another run. */
export class Stopping extends AppError {
  constructor() {
    super('upstream_timeout', 'The service is restarting. Retry with the same Idempotency-Key.')
  }
}

/** A crash staged by `OnStep`. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
