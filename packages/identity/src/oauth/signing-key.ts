/** Pure: when a key signs access tokens, and when the next one is due. */
import { TOKEN_SECONDS } from '@waybill/contracts/requests/access-token'

/** How long a key signs. */
const SIGNING_DAYS = 30
/** A key is published before it signs, so that other systems that verify tokens have fetched it by then. */
const PUBLISHED_AHEAD_HOURS = 24
/** A key verifies a little longer than its last token is valid, since clocks differ. */
const MARGIN_SECONDS = 300

export interface SigningPeriod {
  signsFrom: Date
  /** Null: it is the newest key. */
  verifiesUntil: Date | null
}

/** The key that signs now: of those that sign already, the one that began last. */
export const pickSigner = <Key extends SigningPeriod>(keys: readonly Key[], now: Date): Key | undefined =>
  keys.filter(({ signsFrom }) => signsFrom <= now).reduce<Key | undefined>(later, undefined)

/** When a further key has to begin to sign; null: none is due. `newest` is undefined if no key can sign. */
export function nextKeyFrom(newest: SigningPeriod | undefined, now: Date): Date | null {
  if (newest === undefined) return now
  const end = addMs(newest.signsFrom, SIGNING_DAYS * 86_400_000)
  const publishFrom = addMs(end, -PUBLISHED_AHEAD_HOURS * 3_600_000)
  if (now < publishFrom) return null
  // Nobody was there at the end: the next one is published as far ahead as ever.
  return end > now ? end : addMs(now, PUBLISHED_AHEAD_HOURS * 3_600_000)
}

/** Until when a key verifies tokens if the next one signs from this time. */
export const verifiesUntil = (nextSignsFrom: Date): Date =>
  addMs(nextSignsFrom, (TOKEN_SECONDS + MARGIN_SECONDS) * 1_000)

const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

const later = <Key extends SigningPeriod>(one: Key | undefined, other: Key): Key =>
  one === undefined || other.signsFrom > one.signsFrom ? other : one
