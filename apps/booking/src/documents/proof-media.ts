/** Pure: photos and signatures of proofs of delivery, as carriers report them and as we serve them. */
import type { CarrierMedia, TrackingFact } from '@waybill/carriers/tracking-fact'
import type { ProofOfDelivery } from '@waybill/contracts/bookings/proof-of-delivery'
import type { Fact } from '../facts/stored-fact.ts'

/** Further photos of a proof are not fetched. */
const MAX_PHOTOS = 20

/** Types that a browser does not execute: media are served from our own origin. */
const SERVED_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'application/pdf'])

/** A photo or a signature in a carrier's report. */
export interface ReportedMedia {
  podId: string
  /** `photo-1`, `photo-2` … or `signature`; part of its URL. */
  name: string
  carrierJobId: string
  factKey: string
  contentType: string
  signerName: string | null
  sourceUrl: string | null
  sourceBytes: Buffer | null
}

interface StoredMedia {
  name: string
  contentType: string
  sha256: string
  signerName: string | null
}

/** The content type under which a carrier's media are served. */
export const servedType = (contentType: string): string =>
  SERVED_TYPES.has(contentType) ? contentType : 'application/octet-stream'

export const SIGNATURE = 'signature'

/** The key of a photo or a signature in the object store. */
export const objectKey = (media: { environmentId: string; bookingId: string; podId: string; name: string }): string =>
  `${media.environmentId}/${media.bookingId}/${media.podId}/${media.name}`

/** The photos and the signature in the report from which `fact` was made. */
export function reportedMedia({ pod }: TrackingFact, fact: Fact): ReportedMedia[] {
  if (pod === null || fact.pod === null) return []
  const { pod_id: podId } = fact.pod
  const reported = (name: string, media: CarrierMedia, signerName: string | null): ReportedMedia => ({
    podId,
    name,
    carrierJobId: fact.carrierJobId,
    factKey: fact.factKey,
    signerName,
    contentType: servedType(media.contentType),
    sourceUrl: media.url,
    sourceBytes: media.bytes,
  })
  const photos = pod.photos.slice(0, MAX_PHOTOS).map((photo, index) => reported(`photo-${index + 1}`, photo, null))
  return pod.signature ? [...photos, reported(SIGNATURE, pod.signature, pod.signature.signerName)] : photos
}

/** Adds a photo or the signature to the proof. Stored proofs hold names; the codec of bookings turns them into URLs. */
export function withMedia(
  proof: ProofOfDelivery,
  { name, contentType, sha256, signerName }: StoredMedia,
): ProofOfDelivery {
  const stored = { url: name, content_type: contentType, sha256, expires_at: '' }
  if (name === SIGNATURE) return { ...proof, signature: { ...stored, signer_name: signerName } }
  const others = proof.photos.filter(({ url }) => url !== name)
  return {
    ...proof,
    photos: [...others, stored].toSorted((a, b) => a.url.localeCompare(b.url, 'en', { numeric: true })),
  }
}
