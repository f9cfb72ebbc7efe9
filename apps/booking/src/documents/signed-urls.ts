/** Signed URLs that serve a label or a photo of a proof without an access token. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { signingKeys } from '@waybill/chassis/process/signing-keys'

const VALID_HOURS = 7 * 24
const HOUR_MS = 3_600_000

interface LabelRef {
  environmentId: string
  bookingId: string
}

/** A photo or the signature of a booking's proof. */
interface MediaRef extends LabelRef {
  name: string
}

export interface Signed {
  expiresUnixSeconds: number
  signature: string
}

export interface SignedUrls {
  /**
   * URL of the label in the carrier's usual form; the parameter `format` selects another. Valid for seven days from `at`,
   * rounded up to the hour, so that answers within an hour are equal.
   */
  signLabel(ref: LabelRef, at: Date): string
  /** Whether the signature is ours, for this booking's label in any form, and not expired. */
  isValidLabel(ref: LabelRef, signed: Signed, now: Date): boolean
  /** As `signLabel`. */
  signMedia(ref: MediaRef, at: Date): { url: string; expiresAt: Date }
  /** Whether the signature is ours, for this photo or signature, and not expired. */
  isValidMedia(ref: MediaRef, signed: Signed, now: Date): boolean
}

export function createSignedUrls({ publicUrl, signingKey }: { publicUrl: string; signingKey: string }): SignedUrls {
  const { signing, verifying } = signingKeys(signingKey)
  const signature = (subject: readonly string[], expires: number, key = signing): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([...subject, expires]))
      .digest('hex')
  // 'pdf' is part of every URL signed so far; the signature is valid for the label in any form.
  const label = ({ environmentId, bookingId }: LabelRef) => ['label', environmentId, bookingId, 'pdf']
  const media = ({ environmentId, bookingId, name }: MediaRef) => ['proof', environmentId, bookingId, name]
  const expiry = (at: Date) => (Math.ceil(at.getTime() / HOUR_MS) + VALID_HOURS) * (HOUR_MS / 1_000)

  function signedUrl(path: string, environmentId: string, subject: readonly string[], expires: number) {
    const query = { environment: environmentId, expires: String(expires), signature: signature(subject, expires) }
    return `${publicUrl}/api/v1/bookings/${path}?${new URLSearchParams(query)}`
  }

  function isValid(subject: readonly string[], signed: Signed, now: Date): boolean {
    const given = Buffer.from(signed.signature)
    const genuine = verifying.some((key) => {
      const expected = Buffer.from(signature(subject, signed.expiresUnixSeconds, key))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return genuine && signed.expiresUnixSeconds * 1_000 > now.getTime()
  }

  return {
    signLabel(ref, at) {
      return signedUrl(`${ref.bookingId}/label`, ref.environmentId, label(ref), expiry(at))
    },
    isValidLabel: (ref, signed, now) => isValid(label(ref), signed, now),
    signMedia(ref, at) {
      const expires = expiry(at)
      const url = signedUrl(`${ref.bookingId}/proof/${ref.name}`, ref.environmentId, media(ref), expires)
      return { url, expiresAt: new Date(expires * 1_000) }
    },
    isValidMedia: (ref, signed, now) => isValid(media(ref), signed, now),
  }
}
