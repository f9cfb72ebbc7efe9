import { transact } from '@waybill/chassis/postgres/database'
import type { FollowReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/FollowReply'
import { newId } from '@waybill/contracts/ids'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { expect, test } from 'vitest'
import { noteCarrier } from '../search/repository.ts'
import { aMerchant, aNewShipment, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

type News = NonNullable<FollowReply__Output['news']>
const entriesIn = (news: News | null | undefined) =>
  (news?.entries ?? []).map(({ body }) => JSON.parse(body.toString()) as PublicTimelineEntry)
const toPlace = (news: News | null) => ({
  environment_id: news?.environment_id,
  shipment_id: news?.shipment_id,
  position: news?.position,
})
const listNewEntries = async (...places: ReturnType<typeof toPlace>[]) =>
  (await service.client.ListNews({ context: { request_id: newId('req') }, places })).news
const follow = (merchant: ReturnType<typeof aMerchant>, shipment_id: string, last_event_id = '') =>
  service.client.Follow({ context: merchant.context(), shipment_id, last_event_id })

test('a stream gets all entries, then only new ones, once', async () => {
  const { merchant, id } = await aNewShipment(service)
  const begun = await follow(merchant, id)
  expect(entriesIn(begun.news)).toMatchObject([{ type: 'status_changed', status: 'ready' }])
  expect(await listNewEntries(toPlace(begun.news))).toEqual([])

  const document = Buffer.from(JSON.stringify({ dropoff_instructions: 'Knock' }))
  await merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document })
  const [news] = await listNewEntries(toPlace(begun.news))
  expect(entriesIn(news)).toMatchObject([{ type: 'details_changed' }])
  expect(news).toMatchObject({ after: begun.news?.position, status: 'ready' })
  expect(await listNewEntries(toPlace(news ?? null))).toEqual([])
})

test('a stream continues after the entry seen last, and starts over after an unknown one', async () => {
  const { merchant, id } = await aNewShipment(service)
  const claim_id = newId('op')
  await merchant.claim(id, { claim_id, kind: 'CANCEL', reason_code: 'fraud' })
  await merchant.settle(id, { claim_id, cancelled: { reason_code: 'fraud' } })
  const [first, last] = entriesIn((await follow(merchant, id)).news)
  const resumed = await follow(merchant, id, first?.event_id)
  expect(entriesIn(resumed.news)).toEqual([last])
  expect(resumed.news?.status).toBe('cancelled')
  expect(entriesIn((await follow(merchant, id, last?.event_id)).news)).toEqual([])
  expect(entriesIn((await follow(merchant, id, newId('evt'))).news)).toEqual([first, last])
})

test('an old fact is a new entry when it is stored', async () => {
  const { merchant, id } = await aNewShipment(service)
  const begun = await follow(merchant, id)
  await service.db
    .insertInto('timeline')
    .values({
      environment_id: merchant.environmentId,
      shipment_id: id,
      entry_key: 'late',
      event_id: newId('evt'),
      type: 'tracking',
      status: 'in_transit',
      tracking_status: 'picked_up',
      incident: null,
      description: null,
      carrier_code: null,
      booking_id: null,
      location: null,
      occurred_at: new Date('2020-01-01'),
      recorded_at: new Date(),
    })
    .execute()
  const [news] = await listNewEntries(toPlace(begun.news))
  expect(entriesIn(news)).toMatchObject([{ type: 'tracking', tracking_status: 'picked_up' }])
})

test('one call answers many streams, each from its own place', async () => {
  const [one, other] = [await aNewShipment(service), await aNewShipment(service)]
  const places = [await follow(one.merchant, one.id), await follow(other.merchant, other.id)].map(({ news }) => news)
  const beginning = { environment_id: one.merchant.environmentId, shipment_id: one.id, position: -1 }
  const news = await listNewEntries(beginning, ...places.map(toPlace))
  expect(news).toHaveLength(1)
  expect(news[0]).toMatchObject({ shipment_id: one.id, after: -1, position: places[0]?.position })
})

test('only the token of a tracking page finds its shipment without a tenant', async () => {
  const merchant = aMerchant(service)
  const { shipment_id, tracking_url } = await merchant.created()
  expect(tracking_url).toMatch(/^https:\/\/api\.example\.com\/t\/[A-Za-z0-9_-]{24}$/)
  const context = { request_id: newId('req') }
  const tracking_token = tracking_url?.split('/').at(-1) ?? ''
  const found = await service.client.Follow({ context, tracking_token })
  expect(found.shipment).toMatchObject({ shipment_id, tracking_url })
  const missing = { code: 'shipment_not_found' }
  for (const token of ['', 'x', '\0', tracking_token.slice(1), `${tracking_token}x`]) {
    await expect(service.client.Follow({ context, tracking_token: token })).rejects.toMatchObject(missing)
  }
})

test('a tracking page has the tracking number and the page of the booking that the shipment has, and its parcels', async () => {
  const { merchant, id: shipmentId } = await aNewShipment(service)
  const { environmentId } = merchant
  const [bookingId, trackingUrl] = [newId('bkg'), 'https://carrier.example/1Z9']
  const carried = { bookingId, sequence: 1, carrierCode: 'ups', serviceCode: 's', name: null, carrierJobId: 'job-9' }
  const number = (of: number, tracking_number: string | null) => ({ number: of, incident: null, tracking_number })
  const parcels = [
    { ...number(1, '1Z9'), status: 'delivered' as const, carrier_tracking_url: trackingUrl },
    { ...number(2, null), status: 'picked_up' as const, carrier_tracking_url: null },
  ]
  const onTime = { incident: null, parcels, pickupBy: null, deliveryBy: null }
  await transact(service.db, (trx) =>
    noteCarrier(trx, { environmentId, shipmentId }, { ...carried, ...onTime, trackingNumber: '1Z9', trackingUrl }),
  )
  const begun = await follow(merchant, shipmentId)
  const last = entriesIn(begun.news).at(-1)?.event_id
  expect(begun.news).toMatchObject({ tracking_number: '', carrier_tracking_url: '', parcels: [] })
  await service.db
    .updateTable('shipment')
    .set({ booking_id: bookingId })
    .where('shipment_id', '=', shipmentId)
    .execute()
  const carrierPage = {
    tracking_number: '1Z9',
    carrier_tracking_url: trackingUrl,
    parcels: [
      { number: 1, status: 'delivered', incident: '', tracking_number: '1Z9', carrier_tracking_url: trackingUrl },
      { number: 2, status: 'picked_up', incident: '', tracking_number: '', carrier_tracking_url: '' },
    ],
  }
  expect((await follow(merchant, shipmentId)).news).toMatchObject(carrierPage)
  expect((await follow(merchant, shipmentId, last)).news).toMatchObject({ entries: [], ...carrierPage })
  const beginning = { ...toPlace(begun.news), position: -1 }
  expect(await listNewEntries(beginning)).toMatchObject([carrierPage])
})

test('another environment cannot stream a shipment', async () => {
  const { id } = await aNewShipment(service)
  await expect(follow(aMerchant(service), id)).rejects.toMatchObject({ code: 'shipment_not_found' })
})

test('a report counts as recorded when the timeline has an entry for it, in its own environment only', async () => {
  const { merchant, id } = await aNewShipment(service)
  const booking_id = newId('bkg')
  const find = (fact_keys: string[], from = merchant) =>
    service.client.FindRecorded({ context: from.context(), shipment_id: id, booking_id, fact_keys })
  const { updated_at } = await merchant.find(id)
  expect(await find([])).toEqual({ all_recorded: true, updated_at })
  expect(await find(['picked_up'])).toMatchObject({ all_recorded: false })
  await service.db
    .insertInto('timeline')
    .values({
      environment_id: merchant.environmentId,
      shipment_id: id,
      entry_key: `${booking_id}/picked_up`,
      event_id: newId('evt'),
      type: 'tracking',
      status: 'in_transit',
      occurred_at: new Date(),
      recorded_at: new Date(),
    })
    .execute()
  expect(await find(['picked_up', 'picked_up'])).toMatchObject({ all_recorded: true })
  expect(await find(['picked_up', 'delivered'])).toMatchObject({ all_recorded: false })
  await expect(find(['picked_up'], aMerchant(service))).rejects.toMatchObject({ code: 'shipment_not_found' })
})
