import type { ProofOfDelivery } from '@waybill/contracts/bookings/proof-of-delivery'
import { expect, test } from 'vitest'
import { publicProof } from './proof-media.ts'

const expiresAt = new Date('2026-12-08T00:00:00Z')
const sign = (name: string) => ({ url: `https://api.example.com/${name}`, expiresAt })
const stored = { url: 'signature', signer_name: 'Grace Miller' }
const proof = {
  pod_id: 'pod_1',
  type: 'delivery',
  captured_at: '2026-12-01T09:00:00.000Z',
  captured_by: null,
  recipient: null,
  photos: [],
  signature: stored,
  pin: null,
  barcodes: [],
  location: null,
  notes: null,
} as unknown as ProofOfDelivery

test('a signature that version 0.1 stored has neither type nor digest', () => {
  expect(publicProof(proof, sign).signature).toEqual({
    url: 'https://api.example.com/signature',
    expires_at: expiresAt.toISOString(),
    signer_name: 'Grace Miller',
    content_type: null,
    sha256: null,
  })
})
