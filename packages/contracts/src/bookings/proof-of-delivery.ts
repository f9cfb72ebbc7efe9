/** Proofs of delivery, pickup and return. */
import { z } from 'zod'

export const publicProofOfDeliverySchema = z
  .object({
    pod_id: z.string(),
    type: z.enum(['delivery', 'pickup', 'return']),
    captured_at: z.string(),
    captured_by: z.object({ driver_id: z.string(), name: z.string() }).nullable(),
    recipient: z.object({ name: z.string(), relationship: z.string().nullable() }).nullable(),
    photos: z.array(
      z.object({
        url: z.string().describe('Signed URL of the photo. Valid until expires_at without a token, unless revoked.'),
        content_type: z.string(),
        sha256: z.string(),
        expires_at: z.string(),
      }),
    ),
    signature: z
      .object({
        url: z
          .string()
          .describe("Signed URL of the signature's image. Valid until expires_at without a token, unless revoked."),
        signer_name: z.string().nullable(),
        content_type: z.string().nullable().describe('Null: the signature was stored before this field was added.'),
        sha256: z.string().nullable().describe('Null: the signature was stored before this field was added.'),
        expires_at: z.string(),
      })
      .nullable(),
    pin: z.object({ required: z.boolean(), verified: z.boolean() }).nullable(),
    barcodes: z.array(
      z.object({ symbology: z.string(), value: z.string(), outcome: z.string(), scanned_at: z.string() }),
    ),
    location: z
      .object({
        latitude: z.number(),
        longitude: z.number(),
        accuracy_m: z.number().nullable(),
        distance_to_dropoff_m: z.number().nullable(),
      })
      .nullable(),
    notes: z.string().nullable(),
  })
  .meta({ id: 'ProofOfDelivery' })
/** Stored in its public shape. */
export type ProofOfDelivery = z.output<typeof publicProofOfDeliverySchema>
