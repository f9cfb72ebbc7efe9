/** Checks of shipments that are not registered: texts that carriers cannot take whole, and wrong fields. */
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import type { PublicShipmentCheck } from '@waybill/contracts/quotes/shipment-check'
import { aDropoffAddress, aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccountHolder, startPlane } from '../testing/accounts.ts'
import { getData, type RunningService, runningService } from '../testing/running-service.ts'

let plane: Awaited<ReturnType<typeof startPlane>>
let service: RunningService
beforeAll(async () => {
  plane = await startPlane()
  service = await runningService({ moreCarriers: plane.moreCarriers })
})
afterAll(async () => {
  await service?.stop()
  await plane?.server.stop()
})

function aHolder() {
  const holder = anAccountHolder(service)
  const check = (document: object, changes: object = {}): Promise<Answer__Output> =>
    service.client.CheckShipment({
      context: holder.context({ route: 'POST /api/v1/shipments/check', ...changes }),
      document: Buffer.from(JSON.stringify(document)),
    })
  const listMessages = async (document: object) => (getData(await check(document)) as PublicShipmentCheck).messages
  return { ...holder, check, listMessages }
}

const inTibetan = (changes: object = {}) =>
  aShipmentDocument({ dropoff_address: aDropoffAddress({ name: 'གཟུགས' }), ...changes })

test('a text that labels cannot print is named for each carrier that may be booked', async () => {
  const { listMessages } = aHolder()
  expect(await listMessages(aShipmentDocument())).toEqual([])
  const found = await listMessages(inTibetan())
  expect(found.length).toBeGreaterThan(1)
  for (const { code, pointer } of found) expect([code, pointer]).toEqual(['text_unprintable', '/dropoff_address/name'])
})

test('of a shipment on demand, only carriers that may be dispatched are named', async () => {
  const { listMessages } = aHolder()
  const codes = async (dispatch: object | null) =>
    (await listMessages(inTibetan({ dispatch }))).map(({ carrier_code }) => carrier_code)
  const all = (await listMessages(inTibetan())).map(({ carrier_code }) => carrier_code)
  const onDemand = await codes(null)
  expect(onDemand.length).toBeGreaterThan(0)
  expect(onDemand.length).toBeLessThan(all.length)
  const other = all.find((code) => !onDemand.includes(code))
  expect(await codes({ carrier_codes: [other] })).toEqual([other])
})

test('a carrier that cannot do what the options ask for is named with the option', async () => {
  const { listMessages } = aHolder()
  const found = await listMessages(aShipmentDocument({ dispatch: null, service_options: { delivery_pin: true } }))
  expect(found).toContainEqual(
    expect.objectContaining({
      carrier_code: 'swift_courier',
      code: 'option_not_supported',
      pointer: '/service_options/delivery_pin',
    }),
  )
})

test('each wrong field is named, as when the shipment is registered', async () => {
  const { check } = aHolder()
  const pointers = (document: object) =>
    check(document).then(
      () => [],
      (error: { details: { pointer: string }[] }) => error.details.map(({ pointer }) => pointer),
    )
  expect(await pointers(aShipmentDocument({ merchant_order_ref: '', parcels: [] }))).toEqual([
    '/merchant_order_ref',
    '/parcels',
  ])
  expect(await pointers(aShipmentDocument({ dispatch: { carrier_codes: ['nobody'] }, parcels: [] }))).toEqual([
    '/parcels',
    '/dispatch/carrier_codes/0',
  ])
  await expect(check(aShipmentDocument({ merchant_id: 'mer_other' }))).rejects.toMatchObject({
    code: 'merchant_mismatch',
  })
})
