/** A price promise that carries itself: nothing is stored, so a quote of three carriers costs no write. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A booking that set out before the end of the promise may arrive a little after it. */
const GRACE_MS = 60_000

const sealedOffer = z.object({
  account: z.string(),
  service: z.string(),
  currency: z.string(),
  total: z.int(),
  until: z.int(),
})

export type SealedOffer = z.output<typeof sealedOffer>

const signature = (key: string, payload: string) =>
  createHmac('sha256', key).update(`offer.${payload}`).digest('base64url').slice(0, 22)

/** `ofr_<payload>.<signature>`: the promise in base64url. `until` is milliseconds since 1970. */
export function sealOffer(key: string, offer: SealedOffer): string {
  const payload = Buffer.from(JSON.stringify(offer)).toString('base64url')
  return `ofr_${payload}.${signature(key, payload)}`
}

/** The promise that an offer id holds, or why it holds none. */
export function openOffer(
  key: string,
  offerId: string,
  account: string,
  now: Date,
): SealedOffer | 'unknown' | 'expired' {
  const [payload = '', seal = ''] = offerId.replace(/^ofr_/, '').split('.')
  const expected = signature(key, payload)
  if (seal.length !== expected.length || !timingSafeEqual(Buffer.from(seal), Buffer.from(expected))) return 'unknown'
  const offer = sealedOffer.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (offer.account !== account) return 'unknown'
  return offer.until + GRACE_MS < now.getTime() ? 'expired' : offer
}
