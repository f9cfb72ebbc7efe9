/** Quotes name what the customs of a lane miss, beside the offers of carriers that declare goods. */
import type { Carriers } from '@waybill/carriers/registry'
import { addressSchema } from '@waybill/contracts/values/address'
import { aDropoffAddress } from '@waybill/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccountHolder, startPlane } from '../testing/accounts.ts'
import { anOffer, offers } from '../testing/carriers.ts'
import { type RunningService, runningService } from '../testing/running-service.ts'
import { aShipment } from '../testing/shipment.ts'

let plane: Awaited<ReturnType<typeof startPlane>>
let service: RunningService
beforeAll(async () => {
  plane = await startPlane()
  const moreCarriers: Carriers = new Map(
    [...plane.moreCarriers].map(([code, adapter]) => [
      code,
      { ...adapter, descriptor: { ...adapter.descriptor, declaresGoods: true } },
    ]),
  )
  service = await runningService({ moreCarriers, endpointsAllowed: true })
})
afterAll(async () => {
  await service?.stop()
  plane?.server.stop()
})

async function messagesTo(country: string) {
  const holder = anAccountHolder(service)
  await holder.added()
  const dropoff = aDropoffAddress({ country, city: 'Paris', post_code: '75001', latitude: null, longitude: null })
  const shipment = aShipment({ environmentId: holder.environmentId, dropoffAddress: addressSchema.parse(dropoff) })
  service.shipments.keep(shipment)
  holder.script({ city_van: offers(anOffer()) })
  const { messages } = await holder.createdFor(shipment.shipmentId)
  return messages.filter(({ code }) => code === 'customs_missing')
}

test('a quote across a border names each missing field with its rule, and one within the country none', async () => {
  const found = await messagesTo('FR')
  expect(found.map(({ carrier_code }) => carrier_code)).toContain('paper_plane')
  expect(new Set(found.map(({ carrier_code }) => carrier_code)).size).toBe(1)
  expect(found).toContainEqual(
    expect.objectContaining({
      pointer: '/customs/contents',
      message: expect.stringMatching(/^\/customs\/contents is missing: .*Rule contents, as of 2026-11: sendcloud/),
      retryable: false,
    }),
  )
  expect(await messagesTo('GB')).toEqual([])
})
