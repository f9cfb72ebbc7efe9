/** A merchant with own drivers, in a separate environment. */
import { randomUUID } from 'node:crypto'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import type pg from 'pg'
import { fetch } from 'undici'
import type { Sandbox } from '../../support/running-system.ts'
import { type Definite, persistentMerchant } from '../merchant.ts'
import type { Accepted } from '../workload.ts'

const PATIENT = { timeoutMs: 120_000, intervalMs: 100 }
const CARD = { name: 'City', service_code: 'fleet_now', currency: 'GBP', pickup_country: 'GB' }
const DRIVERS = ['Dora', 'Otto', 'Ines'] as const
export const PHOTO = Buffer.from('ffd8ffe000104a464946000101', 'hex')

export interface Driver {
  driverId: string
  /** Throws on another answer than 2xx. */
  call: Definite
  /** Uploads a photo of the job. */
  photograph(jobId: string): Promise<void>
}

export interface FleetStage {
  environmentId: string
  call: Definite
  /** By distance to the pickup, the nearest first. */
  drivers: Driver[]
  /** Creates a shipment with an offer of the fleet, and returns how to book it. */
  offered(): Promise<{ shipmentId: string; book: () => Promise<string> }>
  /** The job of the environment that was created last, as soon as it is as asked. */
  job(condition?: string): Promise<{ jobId: string; driver: Driver }>
  /** Ends the open offer of the last job, as if its time had passed. */
  passOfferTime(): Promise<void>
}

export async function openFleetStage(
  { sandbox, accepted, webhookUrl }: { sandbox: Sandbox; accepted: Accepted; webhookUrl: string },
  db: pg.Pool,
): Promise<FleetStage> {
  const as = (access_token: string, base_url = sandbox.base_url): Definite => {
    const call = persistentMerchant({ ...sandbox, base_url, access_token }, accepted)
    return async (method, path, body) => {
      const reply = await call(method, path, body)
      if (reply.status < 300) return reply
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    }
  }
  const operate = as(sandbox.admin_token, sandbox.admin_url)
  const { merchant_id } = (await operate('POST', '/admin/merchants', { name: 'Shop with drivers' })).body.data
  const environments = `/admin/merchants/${merchant_id}/environments`
  const { environment_id: environmentId } = (await operate('POST', environments, { mode: 'test' })).body.data
  const key = (await operate('POST', `/admin/environments/${environmentId}/keys`, {})).body.data
  const call = as(key.access_token)
  await call('POST', '/api/v1/webhooks/subscriptions', { url: webhookUrl, events: ['*'] })
  await call('POST', '/api/v1/rate-cards', { ...CARD, distance_price: { base_amount: 1 } })

  const { latitude, longitude } = anAddress() as { latitude: number; longitude: number }
  const drivers: Driver[] = []
  for (const [index, name] of DRIVERS.entries()) {
    const { driver_id: driverId, token } = (await call('POST', '/api/v1/drivers', { name })).body.data
    const driver = as(token)
    await driver('POST', '/api/v1/driver/positions', { latitude: latitude + index / 100, longitude })
    const photograph = async (jobId: string) => {
      const path = `/api/v1/driver/jobs/${jobId}/photo`
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'image/jpeg',
        'idempotency-key': randomUUID(),
      }
      await eventually(async () => {
        const { status } = await fetch(new URL(path, sandbox.base_url), { method: 'POST', headers, body: PHOTO })
        if (status !== 204) throw new Error(`the photo was answered ${status}`)
      }, PATIENT)
      accepted.operations += 1
    }
    drivers.push({ driverId, call: driver, photograph })
  }
  let count = 0

  return {
    environmentId,
    call,
    drivers,
    async offered() {
      const reference = `${environmentId}-${++count}`
      const document = aShipmentDocument({ merchant_order_ref: reference })
      const { shipment_id: shipmentId } = (await call('POST', '/api/v1/shipments', document)).body.data
      accepted.shipments.set(reference, shipmentId)
      const quote = (await call('POST', '/api/v1/quotes', { shipment_id: shipmentId })).body.data
      accepted.quotes.add(quote.quote_id)
      const { quote_option_id } = quote.options.find(
        ({ carrier_code }: { carrier_code: string }) => carrier_code === 'own_fleet',
      )
      return {
        shipmentId,
        async book() {
          const path = `/api/v1/shipments/${shipmentId}/book`
          const { booking_id: bookingId } = (await call('POST', path, { quote_option_id })).body.data
          accepted.bookings.set(shipmentId, bookingId)
          return bookingId
        },
      }
    },
    job: (condition = 'true') =>
      eventually(async () => {
        const { rows } = await db.query(
          `select job_id, coalesce(driver_id, offered_driver_id) as driver_id, ${condition} as matches
           from booking.fleet_job where environment_id = $1 order by created_at desc limit 1`,
          [environmentId],
        )
        const [job] = rows
        if (!job?.matches) throw new Error(`the job of ${environmentId} is not yet: ${condition}`)
        const driver = drivers.find(({ driverId }) => driverId === job.driver_id) as Driver
        return { jobId: job.job_id as string, driver }
      }, PATIENT),
    async passOfferTime() {
      await db.query(
        `update booking.fleet_job set due_at = now()
         where environment_id = $1 and status = 'searching' and offered_driver_id is not null`,
        [environmentId],
      )
    },
  }
}
