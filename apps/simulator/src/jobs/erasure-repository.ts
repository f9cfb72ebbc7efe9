/** Erases personal data of a job, as an integrator may request of a carrier. */
import { ERASED, erasedAddress } from '@waybill/contracts/erasure'
import { sql, type Transaction } from 'kysely'
import type { SimulatorDatabase } from '../db.ts'
import type { WireAddress } from '../wire/wire.ts'
import type { Job } from './job.ts'

function eraseAddress({ name, post_code, country, email: _, ...others }: WireAddress): WireAddress {
  const address = { ...others, name, post_code, country, code: null, first_name: null, last_name: null, email: null }
  const erased = erasedAddress({ ...address, google_place_id: null })
  return Object.fromEntries(
    ['name', 'company', 'address_line_1', 'address_line_2', 'town', 'city', 'province', 'post_code', 'country', 'phone']
      .concat(['latitude', 'longitude'])
      .map((field) => [field, erased[field as keyof typeof erased]]),
  ) as WireAddress
}

/** Overwrites the personal data in a job and its facts. Idempotent. */
export async function writeErased(
  trx: Transaction<SimulatorDatabase>,
  { jobId, request }: Pick<Job, 'jobId' | 'request'>,
): Promise<void> {
  const erased = {
    ...request,
    pickup: eraseAddress(request.pickup),
    dropoff: eraseAddress(request.dropoff),
    parcels: request.parcels.map((parcel) => ({ ...parcel, title: parcel.title && ERASED })),
    ...(request.options && { options: { ...request.options, label_references: [] } }),
    pickup_note: null,
    dropoff_note: null,
  }
  await sql`update job set request = ${JSON.stringify(erased)}::jsonb where job_id = ${jobId}`.execute(trx)
  await sql`
    update fact set body = body || '{"location": null, "proof": null}' where job_id = ${jobId}`.execute(trx)
}
