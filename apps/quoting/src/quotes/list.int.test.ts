import { publicCarrierSchema } from '@waybill/contracts/carrier'
import type { ListMeta } from '@waybill/contracts/envelope'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import type { PublicQuote } from '@waybill/contracts/quote'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, firstOptionId, getData, type RunningService, runningService } from '../testing/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service.stop())

const getMeta = (answer: Answer__Output): ListMeta => JSON.parse(answer.body.toString()).meta
const idsIn = (answer: Answer__Output) => getData<PublicQuote[]>(answer).map(({ quote_id }) => quote_id)

test('quotes are listed newest first, in pages, by shipment and by status', async () => {
  const merchant = aMerchant(service)
  const { client } = service
  const made: PublicQuote[] = []
  for (let count = 0; count < 3; count++) made.push(await merchant.created())
  const ids = made.map(({ quote_id }) => quote_id).reverse()
  const context = merchant.context()
  const first = await client.List({ context, page: { limit: 2 } })
  const next = await client.List({ context, page: { limit: 2, cursor: getMeta(first).next_cursor ?? '' } })
  expect([...idsIn(first), ...idsIn(next)]).toEqual(ids)
  expect(getData<PublicQuote[]>(first)[0]).toEqual(made[2])
  expect(getMeta(next)).toEqual({ has_more: false, next_cursor: null, limit: 2 })

  const chosen = made[1] as PublicQuote
  const { shipment_id } = chosen
  expect(idsIn(await client.List({ context, shipment_id, shipment_must_exist: true }))).toEqual([ids[1]])
  await merchant.accept(chosen.quote_id, firstOptionId(chosen))
  expect(idsIn(await client.List({ context, status: 'accepted' }))).toEqual([ids[1]])
  await expect(client.List({ context, status: 'bought' })).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('quotes are listed by the time of their request', async () => {
  const merchant = aMerchant(service)
  const [a, b, c] = [await merchant.created(), await merchant.created(), await merchant.created()]
  const found = async (filters: { requested_from?: string; requested_to?: string; status?: string }) =>
    idsIn(await service.client.List({ context: merchant.context(), ...filters }))
  expect(await found({ requested_from: b.requested_at })).toEqual([c.quote_id, b.quote_id])
  expect(await found({ requested_to: b.requested_at })).toEqual([a.quote_id])
  const onlyB = { requested_from: b.requested_at, requested_to: c.requested_at }
  expect(await found(onlyB)).toEqual([b.quote_id])
  expect(await found({ ...onlyB, status: 'accepted' })).toEqual([])
  await expect(found({ requested_from: 'yesterday' })).rejects.toMatchObject({
    code: 'invalid_parameter',
    details: [expect.objectContaining({ field: 'requested_from', location: 'query' })],
  })
})

test('another environment sees neither the quotes nor the shipment', async () => {
  const { shipment_id } = await aMerchant(service).created()
  const context = aMerchant(service).context()
  expect(idsIn(await service.client.List({ context }))).toEqual([])
  expect(idsIn(await service.client.List({ context, shipment_id }))).toEqual([])
  await expect(service.client.List({ context, shipment_id, shipment_must_exist: true })).rejects.toMatchObject({
    code: 'shipment_not_found',
  })
})

test('carriers are listed with services and limits; a live environment has no simulated ones', async () => {
  const shown = getData<unknown[]>(await service.client.ListCarriers({ context: aMerchant(service).context() }))
  const carriers = shown.map((carrier) => publicCarrierSchema.parse(carrier))
  expect(carriers.find(({ carrier_code }) => carrier_code === 'swift_courier')).toMatchObject({
    simulated: true,
    countries: ['*'],
    services: [{ service_code: 'swift_now', on_demand: true, max_weight_kg: '25.000', max_length_cm: '120.00' }],
  })
  const limits = Object.fromEntries(
    carriers.map((carrier) => [carrier.carrier_code, carrier.services[0]?.on_demand_limits]),
  )
  expect(limits).toMatchObject({
    swift_courier: { max_distance_km: '30.000', crosses_borders: false },
    city_van: { max_distance_km: '100.000', crosses_borders: true },
    eco_parcel: null,
  })
  const live = aMerchant(service, { livemode: true })
  const real = getData<unknown[]>(await service.client.ListCarriers({ context: live.context() }))
  expect(real).not.toEqual([])
  for (const carrier of real) {
    // Each needs an account, and says with which credentials; own drivers need a rate card.
    const { carrier_code, simulated, account } = publicCarrierSchema.parse(carrier)
    const fields = carrier_code === 'own_fleet' ? undefined : expect.any(Number)
    expect({ simulated, fields: account?.fields.length }).toEqual({ simulated: false, fields })
  }
})
