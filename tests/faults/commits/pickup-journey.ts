import { eventually } from '@waybill/testing/eventually'
import type { Definite } from '../merchant.ts'

const PICKUPS = '/api/v1/pickups'
const PATIENT = { timeoutMs: 70_000, intervalMs: 200 }
const HOUR_MS = 3_600_000

/** Has a parcel collected, cancels that, and requests it again. */
export async function collectParcels(call: Definite, bookingId: string): Promise<void> {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const asked = { booking_ids: [bookingId], window_from: at(24), window_to: at(28) }
  const request = async () => (await call('POST', PICKUPS, asked)).body.data.pickup_id
  const untilStatus = (pickupId: string, status: string) =>
    eventually(async () => {
      const { data } = (await call('GET', `${PICKUPS}/${pickupId}`, undefined)).body
      if (data.status !== status) throw new Error(`pickup ${pickupId} is ${data.status}, not ${status}`)
    }, PATIENT)
  const first = await request()
  await untilStatus(first, 'scheduled')
  await call('POST', `${PICKUPS}/${first}/cancel`, undefined)
  await untilStatus(first, 'cancelled')
  await untilStatus(await request(), 'scheduled')
}
