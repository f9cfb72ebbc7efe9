/** Addresses at which a label can be fetched without a token, for a while. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const VALID_HOURS = 7 * 24
const HOUR_MS = 3_600_000

export interface LabelRef {
  environmentId: string
  bookingId: string
}

export interface LabelUrls {
  /** Valid for seven days from `at`, rounded up to the hour, so that answers of the same hour are equal. */
  sign(ref: LabelRef, at: Date): string
  /** Whether the signature is ours, for this booking's label in whatever form, and still valid. */
  holds(ref: LabelRef, signed: { expiresUnixSeconds: number; signature: string }, now: Date): boolean
}

export function createLabelUrls({ publicUrl, signingKey }: { publicUrl: string; signingKey: string }): LabelUrls {
  const signature = ({ environmentId, bookingId }: LabelRef, expiresUnixSeconds: number): string =>
    createHmac('sha256', signingKey)
      // 'pdf' has stood here from the first address on; the signature holds for the label in any form.
      .update(JSON.stringify(['label', environmentId, bookingId, 'pdf', expiresUnixSeconds]))
      .digest('hex')

  return {
    sign({ environmentId, bookingId }, at) {
      const ref = { environmentId, bookingId }
      const expires = (Math.ceil(at.getTime() / HOUR_MS) + VALID_HOURS) * (HOUR_MS / 1_000)
      const query = new URLSearchParams({
        format: 'pdf',
        environment: environmentId,
        expires: String(expires),
        signature: signature(ref, expires),
      })
      return `${publicUrl}/api/v1/bookings/${bookingId}/label?${query}`
    },
    holds(ref, signed, now) {
      const expected = Buffer.from(signature(ref, signed.expiresUnixSeconds))
      const given = Buffer.from(signed.signature)
      const genuine = given.length === expected.length && timingSafeEqual(given, expected)
      return genuine && signed.expiresUnixSeconds * 1_000 > now.getTime()
    },
  }
}
