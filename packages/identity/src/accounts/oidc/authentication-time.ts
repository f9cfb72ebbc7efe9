/**
 * When the person proved at the provider who it is, by the claim `auth_time`; null: unknown. The claim alone counts: the person
 * at the browser can take the request for a new sign-in out of the provider's address, and a session that is open there
 * answers. Providers must name the time when it is asked for (OpenID Connect Core 1.0, 3.1.2.1, `max_age`). Pure.
 */
export const authenticationTime = (claim: unknown, now: Date): Date | null =>
  typeof claim === 'number' ? new Date(Math.min(claim * 1_000, now.getTime())) : null
