import { eventually } from '@waybill/testing/eventually'
import type { Definite } from '../merchant.ts'

const MANIFESTS = '/api/v1/manifests'
const PATIENT = { timeoutMs: 70_000, intervalMs: 200 }

/** Closes a label, which is then in no other manifest. */
export async function closeDay(call: Definite, bookingId: string): Promise<void> {
  const asked = { booking_ids: [bookingId] }
  const { manifest_id } = (await call('POST', MANIFESTS, asked)).body.data
  await eventually(async () => {
    const { data } = (await call('GET', `${MANIFESTS}/${manifest_id}`, undefined)).body
    if (data.document_url === null) throw new Error(`manifest ${manifest_id} is ${data.status}, without a document`)
  }, PATIENT)
  const { data } = (await call('GET', `${MANIFESTS}?booking_id=${bookingId}`, undefined)).body
  if (data.length !== 1) throw new Error(`booking ${bookingId} is in ${data.length} manifests`)
}
