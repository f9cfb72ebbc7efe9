/** Pure: a refusal by a simulated carrier, `{error: {code, message}}` on the wire. */
export class CarrierProblem extends Error {
  override readonly name = 'CarrierProblem'
  /** HTTP status. */
  readonly status: number
  readonly code: string
  /** Value of the Retry-After header; null: none. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
