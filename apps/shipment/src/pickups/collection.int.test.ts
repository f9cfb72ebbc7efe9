import { newId } from '@waybill/contracts/ids'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { aBookedShipment, aMerchant, expectNoGap, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

const losAngeles = anAddress({ city: 'Los Angeles', country: 'US', latitude: 34.0522, longitude: -118.2437 })

test.each([
  ['2098-11-28T22:00:00-05:00', '2098-11-28'],
  ['2098-11-29T03:00:00Z', '2098-11-29'],
  ['2098-11-28', '2098-11-28'],
])('%s is shown as %s', async (collection_date, shown) => {
  const merchant = aMerchant(service)
  const created = await merchant.created(aShipmentDocument({ collection_date }))
  expect(created.collection_date).toBe(shown)
  expect(await merchant.get(created.shipment_id)).toEqual(created)
})

test('services that ask carriers get the opening of the pickup on that day', async () => {
  const merchant = aMerchant(service)
  // A Tuesday.
  const document = aShipmentDocument({ collection_date: '2098-12-02', pickup_address: losAngeles })
  const { shipment_id } = await merchant.created(document)
  expect(await merchant.find(shipment_id)).toMatchObject({ carrier_ready_at: '2098-12-02T17:00:00.000Z' })
  const claimed = await merchant.claim(shipment_id, { claim_id: newId('op'), kind: 'BOOK' })
  expect(claimed.shipment).toMatchObject({ carrier_ready_at: '2098-12-02T17:00:00.000Z' })
  const quoted = await service.client.FindOrRegister({
    context: merchant.context(),
    quote_id: newId('qte'),
    document: Buffer.from(JSON.stringify({ ...document, collection_date: '2098-12-06' })), // a Saturday
  })
  expect(quoted).toMatchObject({ collection_date: '2098-12-06', carrier_ready_at: '2098-12-08T17:00:00.000Z' })
})

test('a new date replaces the one before, in whatever form either was sent', async () => {
  const merchant = aMerchant(service)
  const { shipment_id } = await merchant.created(aShipmentDocument({ collection_date: '2098-11-28T22:00:00-05:00' }))
  for (const [collection_date, shown] of [
    ['2098-12-02T10:00:00Z', '2098-12-02'],
    ['2098-12-03', '2098-12-03'],
    ['2098-12-04T23:30:00-08:00', '2098-12-04'],
  ]) {
    const document = Buffer.from(JSON.stringify({ collection_date }))
    await merchant.claim(shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document })
    expect(await merchant.get(shipment_id)).toMatchObject({ collection_date: shown })
  }
})

test('the date shown keeps a time, and the start of its day replaces it with any time of the day', async () => {
  const merchant = aMerchant(service)
  const sent = { collection_date: '2098-12-02T15:00:00-08:00', pickup_address: losAngeles } // a Tuesday
  const { shipment_id } = await merchant.created(aShipmentDocument(sent))
  const readyAfter = async (collection_date: string) => {
    const document = Buffer.from(JSON.stringify({ collection_date }))
    await merchant.claim(shipment_id, { claim_id: newId('op'), kind: 'UPDATE', document })
    return (await merchant.find(shipment_id)).carrier_ready_at
  }
  expect(await readyAfter('2098-12-02')).toBe('2098-12-02T23:00:00.000Z')
  expect(await readyAfter('2098-12-02T00:00:00-08:00')).toBe('2098-12-02T17:00:00.000Z')
  expect(await merchant.get(shipment_id)).toMatchObject({ collection_date: '2098-12-02' })
})

const datePatch = (collection_date: string) => Buffer.from(JSON.stringify({ collection_date }))

test.each([
  ['another time', '2098-12-02T11:00:00Z'],
  ['the start of the day', '2098-12-02T00:00:00+00:00'],
])('%s on the same date is an update with an event and a timeline entry', async (_, collection_date) => {
  const merchant = aMerchant(service)
  const { shipment_id: id, ...before } = await merchant.created(
    aShipmentDocument({ collection_date: '2098-12-02T15:00:00Z' }),
  )
  const update = () => ({ claim_id: newId('op'), kind: 'UPDATE', document: datePatch(collection_date) }) as const
  expect(await merchant.claim(id, update(), { ifMatch: '1' })).toMatchObject({
    outcome: 'APPLIED',
    shipment: { sequence: 2, route_revision: 2 },
  })
  await expect(merchant.claim(id, update(), { ifMatch: '1' })).rejects.toMatchObject({ code: 'version_conflict' })
  expect(await merchant.claim(id, update(), { ifMatch: '2' })).toMatchObject({ shipment: { sequence: 2 } })
  const shipment = await merchant.get(id)
  expect(shipment).toMatchObject({
    collection_date: '2098-12-02',
    updated_at: expect.not.stringMatching(before.updated_at),
  })
  const [, event] = await merchant.events(id)
  expect(event).toMatchObject({ type: 'shipment.updated', internal: { route_revision: 2 } })
  const data = { object: shipment, previous_attributes: { updated_at: before.updated_at } }
  expect(event?.public).toEqual(expect.objectContaining({ data }))
  expect(await readChanges(merchant.environmentId, id)).toEqual(['Changed: collection_date'])
  await expectNoGap(merchant, id)
})

test('another time on the date of a booked shipment is recorded once the carrier accepts it', async () => {
  const { merchant, id } = await aBookedShipment(service)
  const { collection_date } = await merchant.get(id)
  const { sequence } = await merchant.find(id)
  const claim_id = newId('op')
  const document = datePatch(`${collection_date}T23:00:00Z`)
  expect(await merchant.claim(id, { claim_id, kind: 'UPDATE', document })).toMatchObject({
    outcome: 'HELD',
    shipment: { sequence },
  })
  expect((await merchant.settle(id, { claim_id, updated: {} })).shipment).toMatchObject({ sequence: sequence + 1 })
  expect((await merchant.events(id)).at(-1)).toMatchObject({ type: 'shipment.updated', sequence: sequence + 1 })
  expect(await readChanges(merchant.environmentId, id)).toContain('Changed: collection_date')
  await expectNoGap(merchant, id)
})

async function readChanges(environmentId: string, shipmentId: string): Promise<(string | null)[]> {
  const entries = await service.db
    .selectFrom('timeline')
    .select('description')
    .where('environment_id', '=', environmentId)
    .where('shipment_id', '=', shipmentId)
    .where('type', '=', 'details_changed')
    .orderBy('sequence')
    .execute()
  return entries.map(({ description }) => description)
}

test('a list finds the date that is shown', async () => {
  const merchant = aMerchant(service)
  const dates = ['2098-11-28T22:00:00-05:00', '2098-11-28', '2098-11-29T03:00:00Z', '2098-11-30T06:00:00+14:00']
  for (const collection_date of dates) await merchant.created(aShipmentDocument({ collection_date }))
  const listed = async (collection_from: string, collection_to: string) => {
    const request = { context: merchant.context(), filters: { collection_from, collection_to } }
    const { data } = JSON.parse((await service.client.List(request)).body.toString())
    return data.map((shipment: PublicShipment) => shipment.collection_date).sort()
  }
  expect(await listed('2098-11-28', '2098-11-28')).toEqual(['2098-11-28', '2098-11-28'])
  expect(await listed('2098-11-29', '2098-11-29')).toEqual(['2098-11-29'])
  expect(await listed('2098-11-30', '2098-12-01')).toEqual(['2098-11-30'])
})
