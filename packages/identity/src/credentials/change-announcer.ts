/** Tells every replica of a change, as `Credentials` does. */
export interface ChangeAnnouncer {
  /** Makes every replica forget a revoked, suspended or resumed key, session, user, environment or merchant. Call after the commit. */
  announceChange(ownerId: string): Promise<void>
}
