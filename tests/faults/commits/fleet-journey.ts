/** A merchant with own drivers: rate card, drivers, a job that is declined and one that is delivered. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { fetch } from 'undici'
import type { Definite } from '../merchant.ts'
import type { Journeys } from './journeys.ts'

const PATIENT = { timeoutMs: 120_000, intervalMs: 500 }
const CARDS = '/api/v1/rate-cards'
const DRIVERS = '/api/v1/drivers'
const card = { name: 'City', service_code: 'fleet_same_day', currency: 'GBP', pickup_country: 'GB' }
const PHOTO = Buffer.from('ffd8ffe000104a464946000101', 'hex')

/** In a separate environment, so that other quotes have no offers of the fleet. `getMerchant` makes calls with a token. */
export async function useOwnDrivers(
  { sandbox, accepted, auditUrl }: Pick<Journeys, 'sandbox' | 'accepted' | 'auditUrl'>,
  operate: Definite,
  getMerchant: (token: string) => Definite,
): Promise<void> {
  const { merchant_id } = (await operate('POST', '/admin/merchants', { name: 'Shop with drivers' })).body.data
  const { environment_id } = (await operate('POST', `/admin/merchants/${merchant_id}/environments`, { mode: 'test' }))
    .body.data
  const key = (await operate('POST', `/admin/environments/${environment_id}/keys`, {})).body.data
  const call = getMerchant(key.access_token)
  await call('POST', '/api/v1/webhooks/subscriptions', { url: auditUrl, events: ['*'] })

  const { rate_card_id } = (await call('POST', CARDS, { ...card, distance_price: { base_amount: 1 } })).body.data
  await call('PATCH', `${CARDS}/${rate_card_id}`, { name: 'Town' })
  const first = (await call('POST', DRIVERS, { name: 'Dora' })).body.data
  const second = (await call('POST', DRIVERS, { name: 'Otto', available: false })).body.data
  const { token } = (await call('POST', `${DRIVERS}/${first.driver_id}/token`, undefined)).body.data
  const [dora, otto] = [getMerchant(token), getMerchant(second.token)]
  await dora('POST', '/api/v1/driver/positions', { latitude: 51.5392, longitude: -0.1426 })

  const shipment = aShipmentDocument({ merchant_order_ref: 'FLEET-1' })
  const { shipment_id } = (await call('POST', '/api/v1/shipments', shipment)).body.data
  const { options } = (await call('POST', '/api/v1/quotes', { shipment_id })).body.data
  const own = options.find(({ carrier_code }: { carrier_code: string }) => carrier_code === 'own_fleet')
  const booked = await call('POST', `/api/v1/shipments/${shipment_id}/book`, { quote_option_id: own.quote_option_id })
  const { booking_id } = booked.body.data
  accepted.bookings.set(shipment_id, booking_id)

  const offerTo = (driver: Definite) =>
    eventually(async () => {
      const jobs = (await driver('GET', '/api/v1/driver/jobs', undefined)).body.data
      if (jobs.length === 0) throw new Error('no driver has an offer')
      return `/api/v1/driver/jobs/${jobs[0].job_id}`
    }, PATIENT)
  const job = await offerTo(dora)
  await dora('POST', `${job}/decline`, undefined)
  await otto('PATCH', '/api/v1/driver', { available: true })
  await otto('POST', `${await offerTo(otto)}/accept`, undefined)
  await call('POST', `/api/v1/bookings/${booking_id}/assign-driver`, { driver_id: first.driver_id })
  await dora('POST', `${job}/reports`, { status: 'picked_up' })
  await dora('POST', '/api/v1/driver/positions', { latitude: 51.535, longitude: -0.13 })
  for (const kind of ['photo', 'signature']) {
    await eventually(async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
      const reply = await fetch(new URL(`${job}/${kind}`, sandbox.base_url), { method: 'POST', headers, body: PHOTO })
      if (reply.status !== 204) throw new Error(`the ${kind} was answered ${reply.status}`)
    }, PATIENT)
  }
  await dora('POST', `${job}/reports`, { status: 'delivered', recipient_name: 'Ada' })
  await eventually(async () => {
    const { status, pod } = (await call('GET', `/api/v1/bookings/${booking_id}`, undefined)).body.data
    const isWhole = status === 'delivered' && pod?.photos[0] && pod.signature
    if (!isWhole) throw new Error(`${booking_id} is ${status}, or lacks a proof`)
  }, PATIENT)
  await call('PATCH', `${DRIVERS}/${second.driver_id}`, { active: false })
  await call('DELETE', `${DRIVERS}/${second.driver_id}`, undefined)
  await call('DELETE', `${CARDS}/${rate_card_id}`, undefined)
}
