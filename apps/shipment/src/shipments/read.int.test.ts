import type { ListMeta } from '@waybill/contracts/envelope'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import type { ListFilters } from '@waybill/contracts/gen/waybill/common/v1/ListFilters'
import { newId } from '@waybill/contracts/ids'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { shipmentCountsSchema } from '@waybill/contracts/shipments/shipment-counts'
import { type PublicTimelineEntry, publicTimelineEntrySchema } from '@waybill/contracts/timeline'
import { aShipmentDocument } from '@waybill/testing/builders'
import { describe, expect, test } from 'vitest'
import { aMerchant, getData, type RunningTestService, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

type Merchant = ReturnType<typeof aMerchant>
type Filters = Omit<Parameters<RunningTestService['client']['List']>[0], 'context'>

const list = (merchant: Merchant, filters: Filters = {}) =>
  service.client.List({ context: merchant.context(), ...filters })
const idsIn = (answer: Answer__Output) => getData<PublicShipment[]>(answer).map((shipment) => shipment.shipment_id)
const getMeta = (answer: Answer__Output): ListMeta => JSON.parse(answer.body.toString()).meta

/** Sequentially, so that their order is known. */
async function createdInOrder(merchant: Merchant, documents: object[]): Promise<string[]> {
  const ids: string[] = []
  for (const document of documents) ids.push((await merchant.created(document)).shipment_id)
  return ids
}

test('counts the shipments in each status, and those that wait', async () => {
  const merchant = aMerchant(service)
  const counts = async (context = merchant.context()) =>
    shipmentCountsSchema.strict().parse(getData(await service.client.Count({ context })))
  const [first] = await createdInOrder(merchant, [aShipmentDocument(), aShipmentDocument()])
  await merchant.created(undefined, { onDemand: true })
  const claim_id = newId('op')
  await merchant.claim(first as string, { claim_id, kind: 'CANCEL' })
  await merchant.settle(first as string, { claim_id, cancelled: { reason_code: 'duplicate' } })
  const { status, waiting_for } = await counts()
  const known = Object.entries(status).filter(([, count]) => count > 0)
  expect(Object.fromEntries(known)).toEqual({ ready: 1, in_transit: 1, cancelled: 1 })
  expect(waiting_for).toEqual({ booking: 1, courier: 1, release: 0, approval: 0 })
  const others = await counts(aMerchant(service).context())
  expect(Object.values(others.status).every((count) => count === 0)).toBe(true)
})

describe('the list', () => {
  test('shows the newest first, 25 by default, and whether there are more', async () => {
    const merchant = aMerchant(service)
    const ids = await createdInOrder(
      merchant,
      Array.from({ length: 26 }, () => aShipmentDocument()),
    )
    const answer = await list(merchant)
    expect(answer.status).toBe(200)
    expect(idsIn(answer)).toEqual(ids.toReversed().slice(0, 25))
    expect(getMeta(answer)).toEqual({ has_more: true, next_cursor: expect.any(String), limit: 25 })
  })

  test('returns every shipment once across pages, in the same order, while others are created', async () => {
    const merchant = aMerchant(service)
    const ids = await createdInOrder(
      merchant,
      Array.from({ length: 7 }, () => aShipmentDocument()),
    )
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages++) {
      const answer: Answer__Output = await list(merchant, { page: { limit: 3, cursor } })
      seen.push(...idsIn(answer))
      cursor = getMeta(answer).next_cursor
      if (pages === 0) await merchant.created()
    }
    expect(seen).toEqual(ids.toReversed())
  })

  test('has no next page after a full last page', async () => {
    const merchant = aMerchant(service)
    await createdInOrder(merchant, [aShipmentDocument(), aShipmentDocument()])
    expect(getMeta(await list(merchant, { page: { limit: 2 } }))).toEqual({
      has_more: false,
      next_cursor: null,
      limit: 2,
    })
  })

  test('filters by status, reference, time of creation and metadata, alone and together', async () => {
    const merchant = aMerchant(service)
    const [a = '', b = '', c = ''] = await createdInOrder(merchant, [
      aShipmentDocument({ merchant_order_ref: 'A', metadata: { source: 'web', lane: '1' } }),
      aShipmentDocument({ merchant_order_ref: 'B', metadata: { source: 'web' } }),
      aShipmentDocument({ merchant_order_ref: 'A', metadata: { source: 'app' } }),
    ])
    const d = (await merchant.created(undefined, { onDemand: true })).shipment_id
    const { created_at: bornB } = await merchant.get(b)
    const { created_at: bornC } = await merchant.get(c)
    const found = async (filters: ListFilters) => idsIn(await list(merchant, { filters }))

    expect(await found({ statuses: ['in_transit'] })).toEqual([d])
    expect(await found({ statuses: ['ready'] })).toEqual([c, b, a])
    expect(await found({ merchant_order_ref: 'A' })).toEqual([c, a])
    expect(await found({ metadata: { source: 'web' } })).toEqual([b, a])
    expect(await found({ metadata: { source: 'web', lane: '1' } })).toEqual([a])
    expect(await found({ created_from: bornB, created_to: bornC })).toEqual([b])
    expect(await found({ merchant_order_ref: 'A', metadata: { source: 'app' }, statuses: ['ready'] })).toEqual([c])
    expect(await found({ merchant_order_ref: 'none' })).toEqual([])
  })

  test('accepts a cursor only with its filters and in its environment', async () => {
    const merchant = aMerchant(service)
    await createdInOrder(merchant, [aShipmentDocument(), aShipmentDocument()])
    const cursor = getMeta(await list(merchant, { page: { limit: 1 } })).next_cursor as string
    const refused = expect.objectContaining({ code: 'invalid_cursor' })
    await expect(list(merchant, { page: { cursor }, filters: { statuses: ['ready'] } })).rejects.toEqual(refused)
    await expect(list(aMerchant(service), { page: { cursor } })).rejects.toEqual(refused)
    await expect(list(merchant, { page: { cursor: 'nonsense' } })).rejects.toEqual(refused)
  })

  test.each([
    ['status', { filters: { statuses: ['lost'] } }],
    ['created_from', { filters: { created_from: 'yesterday' } }],
    ['limit', { page: { limit: 101 } }],
  ])('refuses a %s that it does not take', async (field, filters) => {
    await expect(list(aMerchant(service), filters)).rejects.toMatchObject({
      code: 'invalid_parameter',
      details: [expect.objectContaining({ field, location: 'query' })],
    })
  })
})

describe('the timeline', () => {
  const entries = (merchant: Merchant, shipmentId: string, page = {}) =>
    service.client.ListEvents({ context: merchant.context(), shipment_id: shipmentId, page })

  test('lists entries in order, in pages', async () => {
    const merchant = aMerchant(service)
    const { shipment_id: id } = await merchant.created()
    const document = Buffer.from(JSON.stringify({ dropoff_instructions: 'Knock' }))
    await merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document })
    const claim_id = newId('op')
    await merchant.claim(id, { claim_id, kind: 'CANCEL', reason_code: 'fraud' })
    await merchant.settle(id, { claim_id, cancelled: { reason_code: 'fraud' } })

    const whole = getData<PublicTimelineEntry[]>(await entries(merchant, id))
    expect(whole.map((entry) => publicTimelineEntrySchema.parse(entry))).toMatchObject([
      { type: 'status_changed', status: 'ready' },
      { type: 'details_changed', status: 'ready', description: 'Changed: dropoff_instructions' },
      { type: 'status_changed', status: 'cancelled', description: 'fraud' },
    ])
    const first = await entries(merchant, id, { limit: 2 })
    const next = await entries(merchant, id, { limit: 2, cursor: getMeta(first).next_cursor })
    expect([...getData<PublicTimelineEntry[]>(first), ...getData<PublicTimelineEntry[]>(next)]).toEqual(whole)
    expect(getMeta(next).has_more).toBe(false)
  })
})

describe('another environment', () => {
  test('gets 404 from every method that names the shipment, and lists none', async () => {
    const ours = aMerchant(service)
    const theirs = aMerchant(service)
    const { shipment_id } = await ours.created()
    const context = theirs.context()
    const missing = expect.objectContaining({ code: 'shipment_not_found' })
    const { client } = service
    const claim_id = newId('op')
    const document = Buffer.from(JSON.stringify({ shipment_id }))

    await expect(client.Get({ context, shipment_id })).rejects.toEqual(missing)
    await expect(client.Find({ context, shipment_id })).rejects.toEqual(missing)
    await expect(client.ListEvents({ context, shipment_id })).rejects.toEqual(missing)
    await expect(client.Claim({ context, shipment_id, claim_id, kind: 'BOOK' })).rejects.toEqual(missing)
    await expect(client.Settle({ context, shipment_id, claim_id, released: {} })).rejects.toEqual(missing)
    await expect(client.FindOrRegister({ context, quote_id: newId('qte'), document })).rejects.toEqual(missing)
    expect(idsIn(await list(theirs))).toEqual([])

    const body = Buffer.from(JSON.stringify(aShipmentDocument()))
    const registered = await client.FindOrRegister({ context, quote_id: newId('qte'), document: body })
    expect(registered.shipment_id).not.toBe(shipment_id)
    expect(registered.environment_id).toBe(theirs.environmentId)
  })
})

test.each(['', 'x', 'shp_1', 'bkg_01h455vb4pex5vsknk084sn02q', "shp_'; drop table shipment"])(
  'what cannot be an id is not found: "%s"',
  async (shipment_id) => {
    const missing = expect.objectContaining({ code: 'shipment_not_found' })
    const context = aMerchant(service).context()
    await expect(service.client.Get({ context, shipment_id })).rejects.toEqual(missing)
    await expect(service.client.Claim({ context, shipment_id, claim_id: 'op', kind: 'BOOK' })).rejects.toEqual(missing)
  },
)

describe('the addresses', () => {
  test('have every field that was sent, null where none was', async () => {
    const merchant = aMerchant(service)
    const sent = aShipmentDocument()
    const document = { ...sent, dropoff_address: { ...sent.dropoff_address, residential: false } }
    const { shipment_id, pickup_address } = await merchant.created(document)
    const answer = await service.client.GetAddresses({ context: merchant.context(), shipment_id })
    const nothing = { company: null, address_line_2: null, google_place_id: null, email: null, residential: null }
    expect(getData(answer)).toEqual({
      shipment_id,
      pickup_address: { ...nothing, ...document.pickup_address, location_id: pickup_address.location_id },
      dropoff_address: {
        ...nothing,
        ...JSON.parse(JSON.stringify(document.dropoff_address)),
        location_id: expect.stringMatching(/^loc_/),
      },
    })
    expect(getData(answer)).toMatchObject({ dropoff_address: { email: 'grace.miller@example.com' } })
  })

  test('of another tenant are not found', async () => {
    const { shipment_id } = await aMerchant(service).created()
    const call = service.client.GetAddresses({ context: aMerchant(service).context(), shipment_id })
    await expect(call).rejects.toMatchObject({ code: 'shipment_not_found' })
  })
})
