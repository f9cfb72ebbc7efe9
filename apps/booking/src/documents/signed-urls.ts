/** Signed URLs that serve a label or a photo of a proof without an access token. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { signingKeys } from '@waybill/chassis/config/signing-keys'

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

/** Raised to revoke the booking's earlier URLs. */
interface Versioned {
  linksVersion: number
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
  signLabel(ref: LabelRef & Versioned, at: Date): string
  /**
   * The version of a signature that is ours, for this booking's label in any form, and not expired; null for any other.
   * The caller compares it with the booking's version.
   */
  verifyLabel(ref: LabelRef, signed: Signed, now: Date): number | null
  /** As `signLabel`. */
  signMedia(ref: MediaRef & Versioned, at: Date): { url: string; expiresAt: Date }
  /** As `verifyLabel`, for this photo or signature. */
  verifyMedia(ref: MediaRef, signed: Signed, now: Date): number | null
}

export function createSignedUrls({ publicUrl, signingKey }: { publicUrl: string; signingKey: string }): SignedUrls {
  const { signing, verifying } = signingKeys(signingKey)
  // 'pdf' is part of every URL signed so far; the signature is valid for the label in any form.
  const label = ({ environmentId, bookingId }: LabelRef) => ['label', environmentId, bookingId, 'pdf']
  const media = ({ environmentId, bookingId, name }: MediaRef) => ['proof', environmentId, bookingId, name]
  const expiry = (at: Date) => (Math.ceil(at.getTime() / HOUR_MS) + VALID_HOURS) * (HOUR_MS / 1_000)

  /** `HMAC`, and from version 1 on `version-HMAC`: URLs from before there were versions stay valid until revoked. */
  function sign(subject: readonly string[], version: number, expires: number, key = signing): string {
    const signed = version === 0 ? [...subject, expires] : [...subject, version, expires]
    const hmac = createHmac('sha256', key).update(JSON.stringify(signed)).digest('hex')
    return version === 0 ? hmac : `${version}-${hmac}`
  }

  function signedUrl(path: string, ref: LabelRef & Versioned, subject: readonly string[], expires: number) {
    const signature = sign(subject, ref.linksVersion, expires)
    const query = { environment: ref.environmentId, expires: String(expires), signature }
    return `${publicUrl}/api/v1/bookings/${path}?${new URLSearchParams(query)}`
  }

  function verify(subject: readonly string[], signed: Signed, now: Date): number | null {
    const version = Number(/^([1-9]\d{0,8})-/.exec(signed.signature)?.[1] ?? 0)
    const given = Buffer.from(signed.signature)
    const genuine = verifying.some((key) => {
      const expected = Buffer.from(sign(subject, version, signed.expiresUnixSeconds, key))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return genuine && signed.expiresUnixSeconds * 1_000 > now.getTime() ? version : null
  }

  return {
    signLabel(ref, at) {
      return signedUrl(`${ref.bookingId}/label`, ref, label(ref), expiry(at))
    },
    verifyLabel: (ref, signed, now) => verify(label(ref), signed, now),
    signMedia(ref, at) {
      const expires = expiry(at)
      const url = signedUrl(`${ref.bookingId}/proof/${ref.name}`, ref, media(ref), expires)
      return { url, expiresAt: new Date(expires * 1_000) }
    },
    verifyMedia: (ref, signed, now) => verify(media(ref), signed, now),
  }
}
