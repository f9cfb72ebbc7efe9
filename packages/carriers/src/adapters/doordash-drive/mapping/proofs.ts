/** Pure: proofs of delivery. Their images are at addresses of DoorDash or of the storage that it uses. */
import type { CarrierMedia, CarrierProof } from '../../../tracking-fact.ts'
import type { WireDelivery } from '../wire.ts'

const toMedia = (url: string): CarrierMedia => ({
  contentType: /\.png(\?|$)/i.test(url) ? 'image/png' : 'image/jpeg',
  url,
  bytes: null,
})

type Proven = Pick<WireDelivery, 'dropoff_verification_image_url' | 'dropoff_signature_image_url' | 'dropoff_options'>

/** DoorDash completes a delivery with a PIN only once the courier has entered it. */
export function toProof(delivery: Proven, deliveredAt: Date): CarrierProof {
  const { dropoff_verification_image_url: photo, dropoff_signature_image_url: signature, dropoff_options } = delivery
  return {
    type: 'delivery',
    capturedAt: deliveredAt,
    recipient: null,
    photos: photo === null ? [] : [toMedia(photo)],
    signature: signature === null ? null : { ...toMedia(signature), signerName: null },
    pin: dropoff_options?.proof_of_delivery === 'pin_code' ? { required: true, verified: true } : null,
    barcodes: [],
    location: null,
    notes: null,
  }
}

/** Hosts of DoorDash's images: its own, its CDN, and its buckets at Amazon S3. */
const DOCUMENT_HOST = /(^|\.)(doordash\.com|cdn4dd\.com)$|^doordash-[a-z0-9-]+\.s3([.-][a-z0-9-]+)?\.amazonaws\.com$/

/** Whether the address is one of a document of DoorDash, or below the address that stands for DoorDash's. */
export function isDocumentUrl(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin, protocol, hostname } = new URL(url)
  if (URL.canParse(baseUrl) && origin === new URL(baseUrl).origin) return true
  return protocol === 'https:' && DOCUMENT_HOST.test(hostname)
}
