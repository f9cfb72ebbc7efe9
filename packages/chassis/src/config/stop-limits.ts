/** Pure: how long the parts of a stop may take, counted from the signal. The manifests and the carriers depend on them. */

/** Longest `DRAIN_DELAY_MS`: how long new requests are still accepted. */
export const LONGEST_DRAIN_DELAY_MS = 5_000

/** Longest deadline of a request or of a call between services. Those in progress are answered before the process ends. */
export const LONGEST_CALL_MS = 20_000

/** Time to end background work, publish the last events and close connections. */
export const CLOSING_MS = 5_000

/** Longest time to stop; then the process exits with 1. The grace period of the supervisor must be longer. */
export const STOP_LIMIT_MS = LONGEST_DRAIN_DELAY_MS + LONGEST_CALL_MS + CLOSING_MS
