/** Requests per second. */
export interface DefaultRateLimits {
  ofKey: number
  /** Raised to the largest individual limit of the environment's keys. */
  ofEnvironment: number
}
