/** Pure: proofs of delivery. Their images are documents that Uber makes on request, so they are addressed by what they are. */
import type { CarrierMedia, CarrierProof } from '../../../tracking-fact.ts'
import type { WireDelivery } from '../wire.ts'
import { deliveryPath } from './requests.ts'

type ProofType = 'picture' | 'signature'

const DOCUMENT =
  /^(\/deliveries\/[\w-]+\/proof-of-delivery)\?waypoint=(pickup|dropoff|return)&type=(picture|signature)$/

const toMedia = (deliveryId: string, type: ProofType): CarrierMedia => ({
  contentType: 'image/png',
  url: `${deliveryPath(deliveryId)}/proof-of-delivery?waypoint=dropoff&type=${type}`,
  bytes: null,
})

/** The request that makes the document; null: the address is none of a document. */
export function toDocumentRequest(url: string): { path: string; body: { waypoint: string; type: string } } | null {
  const [, path, waypoint, type] = DOCUMENT.exec(url) ?? []
  return path && waypoint && type ? { path, body: { waypoint, type } } : null
}

export function toProof({ id, dropoff, dropoff_identifier }: WireDelivery, deliveredAt: Date): CarrierProof {
  const proof = dropoff?.verification
  const { signature, picture, barcodes = [] } = proof ?? {}
  const signerName = signature?.name ?? signature?.signer_name ?? null
  const relationship = signature?.signer_relationship?.toLowerCase() ?? null
  const recipientName = signerName ?? dropoff_identifier
  const entered = proof?.pin_code?.entered ?? proof?.pincode?.entered ?? null
  const isPinRequired = dropoff?.verification_requirements?.pincode?.enabled ?? false
  return {
    type: 'delivery',
    capturedAt: deliveredAt,
    recipient:
      recipientName === null
        ? null
        : { name: recipientName, relationship: relationship === 'invalid' ? null : relationship },
    photos: picture?.image_url ? [toMedia(id, 'picture')] : [],
    signature: signature?.image_url ? { ...toMedia(id, 'signature'), signerName } : null,
    pin: isPinRequired || entered !== null ? { required: isPinRequired, verified: entered !== null } : null,
    barcodes: barcodes.map(({ type, value, scan_result }) => ({
      symbology: type ?? 'unknown',
      value: value ?? '',
      outcome: scan_result?.outcome?.toLowerCase() ?? 'unknown',
      scannedAt: scan_result?.timestamp ?? deliveredAt,
    })),
    location: proof?.completion_location ? { ...proof.completion_location, accuracyM: null } : null,
    notes: dropoff?.courier_notes ?? null,
  }
}
