/**
 * When the person proved at the provider who it is, by the claim `auth_time`; null: unknown, as after a sign-in with a session
 * that was open there already. A provider that was asked for a new sign-in and names no time is trusted to have had one. Pure.
 */
export function authenticationTime(claim: unknown, { wasAsked, now }: { wasAsked: boolean; now: Date }): Date | null {
  if (typeof claim === 'number') return new Date(Math.min(claim * 1_000, now.getTime()))
  return wasAsked ? now : null
}
