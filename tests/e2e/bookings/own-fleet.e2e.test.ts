/** Deliveries by the merchant's own drivers: rate card, offer, driver's app, proof. */
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { call, get, getData, patch, post } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

const PATIENT = { timeoutMs: 60_000, intervalMs: 100 }
const PHOTO = Buffer.from('ffd8ffe000104a464946000101', 'hex')
const aCard = { name: 'City', service_code: 'fleet_now', currency: 'GBP', pickup_country: 'GB', delivery_minutes: 1 }
const distance_price = { base_amount: '0.10', per_km_amount: '0.01' }

interface Job {
  job_id: string
  status: string
}

/** A merchant with a rate card; no other test quotes in its environment. */
async function aFleet() {
  const { access_token: token } = await createTenant()
  getData(await post('/api/v1/rate-cards', { ...aCard, distance_price }, { token }), 201)
  const fleet = {
    token,
    async addDriver(changes: object = {}) {
      const driver = getData(await post('/api/v1/drivers', { name: 'Dora', ...changes }, { token }), 201)
      const as = { token: driver.token as string }
      const job = (id: string) => `/api/v1/driver/jobs/${id}`
      const app = {
        driver_id: driver.driver_id as string,
        jobs: async (): Promise<Job[]> => getData(await get('/api/v1/driver/jobs', as), 200),
        offer: (patient = PATIENT) =>
          eventually(async () => {
            const offered = (await app.jobs()).find(({ status }) => status === 'searching')
            if (offered === undefined) throw new Error('nothing is offered')
            return offered
          }, patient),
        accept: (id: string) => post(`${job(id)}/accept`, undefined, as),
        decline: (id: string) => post(`${job(id)}/decline`, undefined, as),
        report: (id: string, body: object) => post(`${job(id)}/reports`, body, as),
        move: (position: object) => post('/api/v1/driver/positions', position, as),
        upload: (id: string, kind: string) =>
          call('POST', `${job(id)}/${kind}`, { ...as, raw: PHOTO, headers: { 'content-type': 'image/jpeg' } }),
      }
      return app
    },
    async book() {
      const document = aShipmentDocument({ merchant_order_ref: aReference() })
      const shipment = getData(await post('/api/v1/shipments', document, { token }), 201)
      const quote = getData(await post('/api/v1/quotes', { shipment_id: shipment.shipment_id }, { token }), 201)
      const option = quote.options.find(({ carrier_code }: { carrier_code: string }) => carrier_code === 'own_fleet')
      const path = `/api/v1/shipments/${shipment.shipment_id}/book`
      return { option, reply: await post(path, { quote_option_id: option.quote_option_id }, { token }) }
    },
    untilBooking: (bookingId: string, fields: object) =>
      eventually(async () => {
        const booking = getData(await get(`/api/v1/bookings/${bookingId}`, { token }), 200)
        expect(booking).toMatchObject(fields)
        return booking
      }, PATIENT),
  }
  return fleet
}

test('a driver carries a booking from the offer to its proof', async () => {
  const fleet = await aFleet()
  const driver = await fleet.addDriver()
  const { option, reply } = await fleet.book()
  expect(option).toMatchObject({ service_code: 'fleet_now', price_lines: [{ type: 'base' }, { type: 'distance' }] })
  const { booking_id } = getData(reply, 201)
  const { job_id } = await driver.offer()
  expect((await driver.accept(job_id)).status).toBe(204)
  await fleet.untilBooking(booking_id, { status: 'assigned', driver: { driver_id: driver.driver_id, name: 'Dora' } })
  const { shipment_id } = getData(await get(`/api/v1/bookings/${booking_id}`, { token: fleet.token }), 200)
  const change = (body: object) => patch(`/api/v1/shipments/${shipment_id}`, body, { token: fleet.token })
  const heavier = await change({ parcels: [aParcelDocument({ weight_kg: 9 })] })
  expect([heavier.status, heavier.body.error.code]).toEqual([409, 'update_refused'])
  expect((await change({ dropoff_instructions: 'Ring twice' })).status).toBe(200)

  await driver.report(job_id, { status: 'picked_up' })
  const position = { latitude: 51.535, longitude: -0.13 }
  expect((await driver.move(position)).status).toBe(204)
  await eventually(async () => {
    const shown = getData(await get(`/api/v1/bookings/${booking_id}/driver_location`, { token: fleet.token }), 200)
    expect(shown).toMatchObject({ driver_id: driver.driver_id, location: position })
  }, PATIENT)
  expect((await driver.upload(job_id, 'photo')).status).toBe(204)
  expect((await driver.upload(job_id, 'signature')).status).toBe(204)
  expect((await driver.report(job_id, { status: 'delivered', recipient_name: 'Ada' })).status).toBe(204)
  await fleet.untilBooking(booking_id, {
    status: 'delivered',
    pod: {
      recipient: { name: 'Ada' },
      photos: [{ content_type: 'image/jpeg' }],
      signature: { signer_name: 'Ada' },
    },
  })
  expect(await driver.jobs()).toEqual([])
  const late = await driver.report(job_id, { status: 'failed' })
  expect([late.status, late.body.error.code]).toEqual([409, 'report_out_of_order'])
})

test('a declined offer goes to the next driver, and by hand to any', async () => {
  const fleet = await aFleet()
  const [first, second] = [await fleet.addDriver(), await fleet.addDriver({ name: 'Otto' })]
  await first.move({ latitude: 51.539, longitude: -0.143 })
  const { booking_id } = getData((await fleet.book()).reply, 201)
  const { job_id } = await first.offer()
  expect((await first.decline(job_id)).status).toBe(204)
  expect((await second.offer()).job_id).toBe(job_id)
  const path = `/api/v1/bookings/${booking_id}/assign-driver`
  getData(await post(path, { driver_id: first.driver_id }, { token: fleet.token }), 200)
  const over = await second.accept(job_id)
  expect([over.status, over.body.error.code]).toEqual([404, 'driver_job_not_found'])
  await fleet.untilBooking(booking_id, { driver: { driver_id: first.driver_id } })
})

test('an offer that is not answered goes to the next driver, and goods that are under way to another one', async () => {
  const fleet = await aFleet()
  const [silent, second] = [await fleet.addDriver(), await fleet.addDriver({ name: 'Otto' })]
  await silent.move({ latitude: 51.539, longitude: -0.143 })
  const { booking_id } = getData((await fleet.book()).reply, 201)
  const { job_id } = await silent.offer()
  expect((await second.offer({ ...PATIENT, timeoutMs: 240_000 })).job_id).toBe(job_id)
  expect(await silent.jobs()).toEqual([])
  const late = await silent.accept(job_id)
  expect([late.status, late.body.error.code]).toEqual([409, 'offer_over'])

  expect((await second.accept(job_id)).status).toBe(204)
  expect((await second.report(job_id, { status: 'picked_up' })).status).toBe(204)
  await fleet.untilBooking(booking_id, { status: 'picked_up', driver: { driver_id: second.driver_id } })
  const path = `/api/v1/bookings/${booking_id}/assign-driver`
  getData(await post(path, { driver_id: silent.driver_id }, { token: fleet.token }), 200)
  await fleet.untilBooking(booking_id, { status: 'picked_up', driver: { driver_id: silent.driver_id } })
  const former = await second.report(job_id, { status: 'delivered' })
  expect([former.status, former.body.error.code]).toEqual([404, 'driver_job_not_found'])
  expect((await silent.report(job_id, { status: 'delivered', recipient_name: 'Ada' })).status).toBe(204)
  await fleet.untilBooking(booking_id, { status: 'delivered', pod: { recipient: { name: 'Ada' } } })
})

test('a deactivated driver is locked out, and a booking without a free driver is refused', async () => {
  const fleet = await aFleet()
  const driver = await fleet.addDriver()
  getData(await patch(`/api/v1/drivers/${driver.driver_id}`, { active: false }, { token: fleet.token }), 200)
  const reply = await driver.move({ latitude: 51.5, longitude: 0 })
  expect([reply.status, reply.body.error.code]).toEqual([401, 'invalid_token'])
  const refused = (await fleet.book()).reply
  expect([refused.status, refused.body.error.code]).toEqual([422, 'carrier_refused'])
})

test('a dispatch goes on with a courier when no driver takes the job', async () => {
  const fleet = await aFleet()
  const driver = await fleet.addDriver()
  const { token } = fleet
  const dispatch = { service_codes: ['fleet_now', 'swift_now'] }
  const document = aShipmentDocument({ merchant_order_ref: aReference(), dispatch })
  const { shipment_id } = getData(await post('/api/v1/shipments/on-demand', document, { token }), 201)
  const { job_id } = await driver.offer()
  await driver.decline(job_id)
  await eventually(async () => {
    const { booking_id } = getData(await get(`/api/v1/shipments/${shipment_id}`, { token }), 200)
    expect(booking_id).not.toBeNull()
    const booking = getData(await get(`/api/v1/bookings/${booking_id}`, { token }), 200)
    expect(booking).toMatchObject({ carrier_code: 'swift_courier' })
    expect(booking.status).not.toBe('pending')
  }, PATIENT)
  await eventually(async () => {
    const timeline = getData(await get(`/api/v1/shipments/${shipment_id}/events`, { token }), 200)
    expect(timeline).toContainEqual(expect.objectContaining({ incident: 'capacity' }))
  }, PATIENT)
})
