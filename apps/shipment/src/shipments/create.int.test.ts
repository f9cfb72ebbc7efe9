import { asOwner } from '@waybill/chassis/testing/service-database'
import { publicEventSchema } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import { type PublicShipment, publicShipmentSchema } from '@waybill/contracts/shipment'
import { anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aMerchant, getData, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

const countRows = async (environmentId: string) => {
  const rows = await service.db
    .selectFrom('shipment')
    .select('shipment_id')
    .where('environment_id', '=', environmentId)
    .execute()
  return rows.length
}

describe('create', () => {
  test('returns the shipment with its version, and it can be read', async () => {
    const merchant = aMerchant(service)
    const answer = await merchant.create()
    expect(answer).toMatchObject({ status: 201, replayed: false, etag: '1' })
    const shipment = publicShipmentSchema.parse(getData(answer))
    expect(shipment).toMatchObject({
      environment_id: merchant.environmentId,
      merchant_id: 'mer_1',
      status: 'ready',
      metadata: { source: 'webshop' },
      parcels: [{ weight_kg: '1.250', length_cm: '30.00', declared_value: '0.00' }],
    })
    expect(await merchant.get(shipment.shipment_id)).toEqual(shipment)
  })

  test('stores 99 parcels in their order', async () => {
    const parcels = Array.from({ length: 99 }, (_, index) => aParcelDocument({ title: `Box ${index}` }))
    const merchant = aMerchant(service)
    const created = await merchant.created(aShipmentDocument({ parcels }))
    const { parcels: stored } = await merchant.get(created.shipment_id)
    expect(stored.map((parcel) => parcel.contents_description)).toEqual(parcels.map(({ title }) => title))
  })

  test('writes one event, published as merchants see it', async () => {
    const merchant = aMerchant(service)
    const shipment = await merchant.created(undefined, { key: 'key-1' })
    const [event, ...others] = await merchant.events(shipment.shipment_id)
    expect(others).toEqual([])
    expect(publicEventSchema.parse(event?.public)).toMatchObject({
      type: 'shipment.created',
      sequence: 1,
      environment_id: merchant.environmentId,
      livemode: false,
      data: { object: shipment, previous_attributes: {} },
      request: { idempotency_key: 'key-1' },
    })
    await eventually(() =>
      expect(service.published).toContainEqual(
        expect.objectContaining({ type: 'shipment.created', subjectId: shipment.shipment_id, public: event?.public }),
      ),
    )
  })

  test.each([
    ['validation_error', aShipmentDocument({ parcels: [] })],
    ['collection_date_in_past', aShipmentDocument({ collection_date: '2020-01-01' })],
    ['merchant_mismatch', aShipmentDocument({ merchant_id: 'mer_2' })],
    ['validation_error', []],
  ])('refuses with %s what the gateway let through', async (code, document) => {
    const merchant = aMerchant(service)
    await expect(merchant.create(document)).rejects.toMatchObject({ code })
    expect(await countRows(merchant.environmentId)).toBe(0)
  })

  test('rejects a body that is not JSON', async () => {
    const { context } = aMerchant(service)
    const document = Buffer.from('{')
    await expect(service.client.Create({ context: context(), document })).rejects.toMatchObject({
      code: 'invalid_json',
    })
  })
})

describe('create on-demand', () => {
  test('refuses other values of the metadata that Waybill sets', async () => {
    const document = aShipmentDocument({ metadata: { mode: 'slow', priority: 'high' } })
    await expect(aMerchant(service).created(document, { onDemand: true })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ field: 'metadata.mode', code: 'read_only' }],
    })
  })

  test('is in transit at once, held for dispatch, and requests a courier', async () => {
    const merchant = aMerchant(service)
    const document = aShipmentDocument({ collection_date: undefined, metadata: { source: 'app' } })
    const shipment = await merchant.created(document, { onDemand: true })
    expect(shipment).toMatchObject({
      status: 'in_transit',
      metadata: { source: 'app', mode: 'on_demand', priority: 'high' },
    })
    const stored = await merchant.find(shipment.shipment_id)
    expect(stored).toMatchObject({ on_demand: true, claim_kind: 'dispatch' })
    const events = await merchant.events(shipment.shipment_id)
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['shipment.created', 1],
      ['shipment.dispatch_requested', null],
    ])
    expect(events[1]).toMatchObject({
      public: null,
      internal: { shipment_id: shipment.shipment_id, claim_id: stored.claim_id, merchant_id: 'mer_1', livemode: false },
    })
  })
})

describe('many creates at once', () => {
  test('are separate shipments with separate events, and one that the database refuses fails alone', async () => {
    const merchant = aMerchant(service)
    const refs = Array.from({ length: 20 }, (_, index) => `ORDER-${index}`)
    await asOwner(service.database, (owner) =>
      sql`alter table shipment add constraint refused check (merchant_order_ref <> 'REFUSED')`.execute(owner),
    )
    onTestFinished(async () => {
      await asOwner(service.database, (owner) => sql`alter table shipment drop constraint refused`.execute(owner))
    })
    const creates = refs.map((ref) => merchant.created(aShipmentDocument({ merchant_order_ref: ref })))
    const refused = merchant.create(aShipmentDocument({ merchant_order_ref: 'REFUSED' }))
    await expect(refused).rejects.toMatchObject({ code: 'internal_error' })
    const shipments = await Promise.all(creates)
    expect(shipments.map((shipment) => shipment.merchant_order_ref)).toEqual(refs)
    for (const { shipment_id, parcels } of shipments) {
      expect(await merchant.events(shipment_id)).toMatchObject([{ type: 'shipment.created', sequence: 1 }])
      expect((await merchant.get(shipment_id)).parcels).toEqual(parcels)
    }
  })

  test('and concurrent reads each get their shipment', async () => {
    const merchant = aMerchant(service)
    const shipments = await Promise.all(Array.from({ length: 10 }, () => merchant.created()))
    const others = await aMerchant(service).created()
    const ids = shipments.map(({ shipment_id }) => shipment_id)
    const reads = [...ids, ...ids].map((id) => merchant.get(id))
    const foreign = merchant.get(others.shipment_id).catch((error: { code: string }) => error.code)
    expect(await Promise.all(reads)).toEqual([...shipments, ...shipments])
    expect(await foreign).toBe('shipment_not_found')
  })
})

describe('the same create again', () => {
  test('with its key gets the same bytes', async () => {
    const merchant = aMerchant(service)
    const document = aShipmentDocument()
    const first = await merchant.create(document, { key: 'again' })
    const second = await merchant.create(document, { key: 'again' })
    expect(second).toMatchObject({ status: 201, replayed: true, etag: '1' })
    expect(second.body.equals(first.body)).toBe(true)
    expect(await countRows(merchant.environmentId)).toBe(1)
  })

  test('with its key but another body is rejected', async () => {
    const merchant = aMerchant(service)
    await merchant.create(aShipmentDocument(), { key: 'again' })
    const other = merchant.create(aShipmentDocument({ merchant_order_ref: 'OTHER' }), { key: 'again' })
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(await countRows(merchant.environmentId)).toBe(1)
  })

  test('two days later, when its date is in the past, gets the same bytes; a new one is rejected', async () => {
    const merchant = aMerchant(service)
    const document = aShipmentDocument({ collection_date: new Date().toISOString().slice(0, 10) })
    const first = await merchant.create(document, { key: 'again' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    const second = await merchant.create(document, { key: 'again' })
    expect(second).toMatchObject({ status: 201, replayed: true })
    expect(second.body.equals(first.body)).toBe(true)
    await expect(merchant.create(document, { key: 'new' })).rejects.toMatchObject({ code: 'collection_date_in_past' })
    expect(await countRows(merchant.environmentId)).toBe(1)
  })

  test('without a key, as a retry of the same gateway call, gets the same bytes', async () => {
    const merchant = aMerchant(service)
    const opId = newId('op')
    const document = aShipmentDocument()
    const first = await merchant.create(document, { opId })
    const second = await merchant.create(document, { opId })
    expect(second.body.equals(first.body)).toBe(true)
    expect(await countRows(merchant.environmentId)).toBe(1)
  })

  test('with its key in another environment is another shipment', async () => {
    const document = aShipmentDocument()
    const [one, other] = [aMerchant(service), aMerchant(service)]
    const ours: PublicShipment = await one.created(document, { key: 'shared' })
    const theirs: PublicShipment = await other.created(document, { key: 'shared' })
    expect(theirs.shipment_id).not.toBe(ours.shipment_id)
  })

  test('twenty at once with one key make one shipment, one event and twenty equal answers', async () => {
    const merchant = aMerchant(service)
    const document = aShipmentDocument()
    const answers = await Promise.all(Array.from({ length: 20 }, () => merchant.create(document, { key: 'burst' })))
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await countRows(merchant.environmentId)).toBe(1)
    const shipment = getData<PublicShipment>(answers[0] as (typeof answers)[number])
    expect(await merchant.events(shipment.shipment_id)).toHaveLength(1)
  })
})

test('the same address has the same location ID in one environment, and another in others', async () => {
  const merchant = aMerchant(service)
  const [one, two] = await Promise.all([merchant.created(), merchant.created()])
  const elsewhere = await aMerchant(service).created()
  const moved = await merchant.created(aShipmentDocument({ pickup_address: anAddress({ phone: '+442079460099' }) }))
  expect(two.pickup_address.location_id).toBe(one.pickup_address.location_id)
  expect(elsewhere.pickup_address.location_id).not.toBe(one.pickup_address.location_id)
  expect(moved.pickup_address.location_id).not.toBe(one.pickup_address.location_id)
})
