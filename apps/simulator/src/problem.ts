/** A carrier's no, in the carrier's own words: `{error: {code, message}}` on the wire. */
export class CarrierProblem extends Error {
  override readonly name = 'CarrierProblem'
  readonly status: number
  readonly code: string
  readonly retryAfterSeconds: number | null

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
