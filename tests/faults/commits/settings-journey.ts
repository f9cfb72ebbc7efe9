/** Settings of a merchant for its staff, and labels that are printed together. */
import { eventually } from '@waybill/testing/eventually'
import { fetch } from 'undici'
import type { Sandbox } from '../../support/running-system.ts'
import type { Definite } from '../merchant.ts'

const VIEWS = '/api/v1/saved-views'
const PRESETS = '/api/v1/parcel-presets'
const BRANDING = '/api/v1/branding'
const CUSTOMS = '/api/v1/customs-defaults'
const RULES = '/api/v1/return-rules'
const FAULTS = '/api/v1/simulator/faults'
const LABELS = '/api/v1/label-batches'
const PATIENT = { timeoutMs: 70_000, intervalMs: 200 }
/** A PNG of one pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Views, presets, a planned fault, customs defaults and the look of the tracking page, each made and removed. */
export async function keepSettings(call: Definite, sandbox: Sandbox): Promise<void> {
  const view = (await call('POST', VIEWS, { resource: 'shipments', name: 'Journey' })).body.data
  await call('PATCH', `${VIEWS}/${view.view_id}`, { name: 'Journey, later' })
  await call('DELETE', `${VIEWS}/${view.view_id}`, undefined)

  const sides = { length_cm: 30, width_cm: 20, height_cm: 15 }
  const preset = (await call('POST', PRESETS, { name: 'Journey box', ...sides })).body.data
  await call('PATCH', `${PRESETS}/${preset.preset_id}`, { is_default: true })
  await call('DELETE', `${PRESETS}/${preset.preset_id}`, undefined)

  const planned = { carrier_code: 'eco_parcel', operation: 'label', fault: 'slow', expires_in_minutes: 1 }
  const { fault_id } = (await call('POST', FAULTS, planned)).body.data
  await call('DELETE', `${FAULTS}/${fault_id}`, undefined)

  await call('PATCH', CUSTOMS, { certify_signer: 'Journey' })
  await call('DELETE', CUSTOMS, undefined)
  await call('PATCH', RULES, { days: 14 })
  await call('DELETE', RULES, undefined)

  await call('PATCH', BRANDING, { display_name: 'Journey' })
  await uploadLogo(sandbox)
  await call('DELETE', `${BRANDING}/logo`, undefined)
  await call('DELETE', BRANDING, undefined)
}

/** With one key for all tries, as other calls have. */
async function uploadLogo({ base_url, access_token }: Sandbox): Promise<void> {
  const headers = {
    authorization: `Bearer ${access_token}`,
    'content-type': 'image/png',
    'idempotency-key': crypto.randomUUID(),
  }
  await eventually(async () => {
    const response = await fetch(new URL(`${BRANDING}/logo`, base_url), { method: 'POST', headers, body: LOGO })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`the logo: ${response.status} ${text}`)
  }, PATIENT)
}

/** Prints the label of a booking alone, then in a document; both count. */
export async function printLabels(call: Definite, bookingId: string): Promise<void> {
  await call('POST', `/api/v1/bookings/${bookingId}/label/printed`, undefined)
  const batch = (await call('POST', LABELS, { booking_ids: [bookingId], mark_printed: true })).body.data
  await eventually(async () => {
    const { data } = (await call('GET', `${LABELS}/${batch.label_batch_id}`, undefined)).body
    if (data.status !== 'completed') throw new Error(`the labels are ${data.status}`)
    if (data.included !== 1) throw new Error(`the label is not included: ${JSON.stringify(data.items)}`)
  }, PATIENT)
  const { data } = (await call('GET', `/api/v1/bookings/${bookingId}`, undefined)).body
  if (data.print_count !== 2) throw new Error(`two prints were counted as ${data.print_count}`)
}
