/** Photos and signatures of proofs of delivery, before and after they are ours. Pure. */
import type { CarrierMedia, TrackingFact } from '@waybill/carriers/tracking-fact'
import type { ProofOfDelivery } from '@waybill/contracts/booking'
import type { Fact } from '../tracking/facts.ts'

/** More than that of one proof are left with the carrier. */
const MAX_PHOTOS = 20

/** Served from our own address, so nothing that a browser would run. */
const SERVED_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'application/pdf'])

/** A photo or a signature that a carrier has told of. */
export interface ReportedMedia {
  podId: string
  /** `photo-1`, `photo-2` … or `signature`: its name in our address. */
  name: string
  carrierJobId: string
  factKey: string
  contentType: string
  signerName: string | null
  sourceUrl: string | null
  sourceBytes: Buffer | null
}

export interface StoredMedia {
  name: string
  contentType: string
  sha256: string
  signerName: string | null
}

/** The type under which we serve what a carrier calls so. */
export const servedType = (contentType: string): string =>
  SERVED_TYPES.has(contentType) ? contentType : 'application/octet-stream'

export const SIGNATURE = 'signature'

/** What a photo or a signature is called in our store. */
export const objectKeyOf = (media: { environmentId: string; bookingId: string; podId: string; name: string }): string =>
  `${media.environmentId}/${media.bookingId}/${media.podId}/${media.name}`

/** What the carrier's report holds besides the fact that was made of it. */
export function mediaOf({ pod }: TrackingFact, fact: Fact): ReportedMedia[] {
  if (pod === null || fact.pod === null) return []
  const { pod_id: podId } = fact.pod
  const reported = (name: string, media: CarrierMedia, signerName: string | null): ReportedMedia => ({
    ...{ podId, name, carrierJobId: fact.carrierJobId, factKey: fact.factKey, signerName },
    contentType: servedType(media.contentType),
    sourceUrl: media.url,
    sourceBytes: media.bytes,
  })
  const photos = pod.photos.slice(0, MAX_PHOTOS).map((photo, index) => reported(`photo-${index + 1}`, photo, null))
  return pod.signature ? [...photos, reported(SIGNATURE, pod.signature, pod.signature.signerName)] : photos
}

/** The proof with one more of its photos, or its signature. Addresses are made when it is shown: here stand names. */
export function withMedia(
  proof: ProofOfDelivery,
  { name, contentType, sha256, signerName }: StoredMedia,
): ProofOfDelivery {
  if (name === SIGNATURE) return { ...proof, signature: { url: name, signer_name: signerName } }
  const others = proof.photos.filter(({ url }) => url !== name)
  const photo = { url: name, content_type: contentType, sha256, expires_at: '' }
  return {
    ...proof,
    photos: [...others, photo].toSorted((a, b) => a.url.localeCompare(b.url, 'en', { numeric: true })),
  }
}

/** The proof as merchants see it, its names made addresses that hold until `expiresAt`. */
export function publicProof(
  proof: ProofOfDelivery,
  address: (name: string) => { url: string; expiresAt: Date },
): ProofOfDelivery {
  return {
    ...proof,
    photos: proof.photos.map((photo) => {
      const { url, expiresAt } = address(photo.url)
      return { ...photo, url, expires_at: expiresAt.toISOString() }
    }),
    signature: proof.signature && { ...proof.signature, url: address(proof.signature.url).url },
  }
}
