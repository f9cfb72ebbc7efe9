/** Options of a single call, beside those of the client. */
export interface RequestOptions {
  /**
   * Makes a POST or PATCH safe to repeat for 24 hours. Default: a new random key for each call, kept for its retries. Set
   * your own, such as `book-ORDER-1001`, so that a restart of your program cannot book twice.
   */
  idempotencyKey?: string | undefined
  /** The `etag` of the version to change; the call fails with 412 `version_conflict` if the resource has changed since. */
  ifMatch?: string | undefined
  /** Aborts the call, also between two attempts. The promise rejects with `signal.reason`. */
  signal?: AbortSignal | undefined
  /** For one attempt, its body included. Default: that of the client. */
  timeoutMs?: number | undefined
  /** Attempts after the first. Default: that of the client. */
  maxRetries?: number | undefined
  /** Added to the request, over those of the client. */
  headers?: Record<string, string> | undefined
}

/** Options of a call that only reads. */
export type ReadOptions = Omit<RequestOptions, 'idempotencyKey' | 'ifMatch'>
