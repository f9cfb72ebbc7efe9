/** Offers that carry their own signed content in their id. Nothing is stored, so a quote costs no write. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A booking sent just before an offer expires may arrive after it. */
const GRACE_MS = 60_000

const sealedOffer = z.object({
  account: z.string(),
  service: z.string(),
  currency: z.string(),
  exponent: z.int(),
  total: z.int(),
  until: z.int(),
})

type SealedOffer = z.output<typeof sealedOffer>

const sign = (key: string, payload: string): string =>
  createHmac('sha256', key).update(`offer.${payload}`).digest('base64url').slice(0, 22)

/** The id `ofr_<payload>.<signature>`, the payload in base64url. `until` is milliseconds since 1970. */
export function sealOffer(key: string, offer: SealedOffer): string {
  const payload = Buffer.from(JSON.stringify(offer)).toString('base64url')
  return `ofr_${payload}.${sign(key, payload)}`
}

/** The content of an offer id. `unknown`: forged or made for another account. `expired`: more than a minute ago. */
export function openOffer(
  key: string,
  offerId: string,
  account: string,
  now: Date,
): SealedOffer | 'unknown' | 'expired' {
  const [payload = '', seal = ''] = offerId.replace(/^ofr_/, '').split('.')
  const expected = sign(key, payload)
  if (seal.length !== expected.length || !timingSafeEqual(Buffer.from(seal), Buffer.from(expected))) return 'unknown'
  const offer = sealedOffer.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (offer.account !== account) return 'unknown'
  return offer.until + GRACE_MS < now.getTime() ? 'expired' : offer
}
