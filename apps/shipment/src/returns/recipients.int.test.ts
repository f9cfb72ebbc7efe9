/** Recipients return goods themselves, under the merchant's rules. */
import type { AppError } from '@waybill/contracts/app-error'
import { noListFilters } from '@waybill/contracts/requests/list-filters'
import type { PublicShipment } from '@waybill/contracts/shipment'
import type { ReturnPage } from '@waybill/contracts/shipments/return-page'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { trackingToken } from '../shipments/tracking-url.ts'
import { aMerchant, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()
type Merchant = ReturnType<typeof aMerchant>

const shirt = { description: 'Shirt', quantity: 3, unit_value: { amount: '20.00', currency: 'GBP' } }
const mug = { description: 'Mug', quantity: 1, unit_value: { amount: '8.00', currency: 'GBP' } }
const reasons = [{ code: 'too_small', text: 'It is too small' }]
const rules = { enabled: true, days: 14, reasons }

const setRules = async (merchant: Merchant, patch: object) =>
  await service.client.UpdateReturnRules({ context: merchant.context(), document: Buffer.from(JSON.stringify(patch)) })

/** A shipment that was delivered so many days ago. */
async function delivered(daysAgo: number, merchant = aMerchant(service)) {
  const parcels = [aParcelDocument({ items: [shirt, mug] }), aParcelDocument()]
  const created = await merchant.created(aShipmentDocument({ parcels }))
  const { shipment_id: shipmentId, tracking_url: url } = created
  await sql`update shipment set status = 'delivered', booking_id = 'bkg_1' where shipment_id = ${shipmentId}`.execute(
    service.db,
  )
  await sql`
    update timeline set status = 'delivered', occurred_at = now() - ${daysAgo} * interval '1 day'
    where shipment_id = ${shipmentId} and type = 'status_changed'`.execute(service.db)
  const token = trackingToken(url ?? '')
  const read = ({ page }: { page: Buffer }): ReturnPage => JSON.parse(page.toString())
  const context = { request_id: 'req_1' }
  return {
    merchant,
    shipmentId,
    token,
    open: async () => read(await service.client.OpenReturnPage({ context, tracking_token: token })),
    send: async (choice: object) =>
      read(
        await service.client.ReturnByRecipient({
          context,
          tracking_token: token,
          document: Buffer.from(JSON.stringify({ goods: [], note: null, known_returns: 0, ...choice })),
        }),
      ),
  }
}

const reason = 'too_small'
const twoShirts = [{ parcel: 0, item: 0, quantity: 2, reason }]
const goods = [
  { parcel: 0, item: 0, quantity: 3, description: 'Shirt' },
  { parcel: 0, item: 1, quantity: 1, description: 'Mug' },
  { parcel: 1, item: null, quantity: 1, description: expect.any(String) },
]

test('a recipient returns a part, which the page shows and leaves out of the next return', async () => {
  const { merchant, shipmentId, open, send } = await delivered(1)
  expect(await open()).toMatchObject({ bar: 'not_offered', goods: [], returns: [] })
  await setRules(merchant, rules)
  expect(await open()).toMatchObject({ bar: null, goods, reasons, returns: [] })
  const after = await send({ goods: twoShirts, note: 'Size 12' })
  expect(after.returns).toMatchObject([{ status: 'ready', booking_id: null, label: 'paper', pieces: 2 }])
  expect(after.goods[0]).toMatchObject({ quantity: 1 })
  expect(JSON.stringify(after)).not.toMatch(/address|phone|shp_/)
  const { rows } = await sql<{ terms: object }>`
    select return_terms as terms from shipment where return_terms ->> 'return_of' = ${shipmentId}`.execute(service.db)
  expect(rows).toMatchObject([{ terms: { reason: 'too_small', note: 'Size 12', pay: null, label: 'paper' } }])
})

test('a form that is sent twice, at one time or later, makes one return, and another of the same page is refused', async () => {
  const { merchant, open, send } = await delivered(1)
  await setRules(merchant, rules)
  const choice = { goods: [{ parcel: 0, item: 0, quantity: 1, reason }] }
  const pages = await Promise.all([send(choice), send(choice), send(choice)])
  expect(pages.map(({ returns }) => returns.length)).toEqual([1, 1, 1])
  expect((await send(choice)).returns).toHaveLength(1)
  await expect(send({ ...choice, goods: twoShirts })).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ field: 'known_returns' }],
  })
  expect((await send({ ...choice, known_returns: 1 })).returns).toHaveLength(2)
  expect((await open()).goods[0]).toMatchObject({ quantity: 1 })
})

test('a request waits for an answer, or is approved by the rules; what is refused is not asked for again', async () => {
  const { merchant, open, send, shipmentId } = await delivered(1)
  await setRules(merchant, { ...rules, approve: { reasons: [reason], max_value: { amount: 40, currency: 'GBP' } } })
  const find = async (wait: string) => {
    const filters = { ...noListFilters, waiting_for: [wait], return_of: shipmentId }
    const { body } = await service.client.List({
      context: merchant.context(),
      filters,
      page: { limit: 25, cursor: '' },
    })
    return JSON.parse(body.toString()).data.map((one: PublicShipment) => one)
  }
  expect((await send({ goods: twoShirts })).returns).toMatchObject([{ is_approved: true, booking_id: null }])
  expect(await find('approval')).toEqual([])
  const [approved] = await find('booking')
  expect(approved.return_terms).toMatchObject({
    by_recipient: true,
    goods: [{ item: 0, quantity: 2, reason }],
    decision: { outcome: 'approved', decided_by: null },
  })
  const oneShirt = [{ parcel: 0, item: 0, quantity: 1, reason }]
  expect((await send({ goods: oneShirt, known_returns: 1 })).returns[1]).toMatchObject({ is_approved: false })
  expect(await find('booking')).toHaveLength(1)
  const [asked] = await find('approval')
  const refuse = { return_decision: { outcome: 'refused', note: 'Worn.' } }
  const answer = await service.client.Handle({
    context: merchant.context(),
    shipment_id: asked.shipment_id,
    document: Buffer.from(JSON.stringify(refuse)),
    actor_id: 'usr_1',
  })
  expect(JSON.parse(answer.body.toString()).data).toMatchObject({ status: 'cancelled' })
  expect(await find('approval')).toEqual([])
  const page = await open()
  expect(page.returns[1]).toMatchObject({ status: 'cancelled', refusal: 'Worn.', is_approved: false })
  expect(page.goods.map(({ description }) => description)).not.toContain('Shirt')
})

test('the rules decide by days and countries, and what is not delivered or a return cannot come back', async () => {
  const { merchant, open, send, shipmentId } = await delivered(15)
  await setRules(merchant, rules)
  expect(await open()).toMatchObject({ bar: 'too_late', goods: [], reasons: [] })
  expect((await send({ goods: twoShirts })).returns).toEqual([])
  await setRules(merchant, { days: 30, countries: ['FR'] })
  expect((await open()).bar).toBe('not_offered')
  await setRules(merchant, { countries: ['GB'] })
  expect((await open()).bar).toBeNull()
  await sql`update shipment set status = 'in_transit' where shipment_id = ${shipmentId}`.execute(service.db)
  expect((await open()).bar).toBe('not_delivered')
})

test('every wrong choice is named, and makes no return', async () => {
  const { merchant, open, send } = await delivered(1)
  await setRules(merchant, rules)
  const refused = async (choice: object) => {
    const error = await send(choice).catch((thrown: AppError) => thrown)
    return 'code' in error ? [error.code, error.details.map(({ field }) => field)] : error
  }
  expect(await refused({})).toEqual(['validation_error', ['goods']])
  const wrong = [
    { parcel: 0, item: 0, quantity: 4, reason: 'other' },
    { parcel: 7, item: 0, quantity: 1, reason },
    ...twoShirts,
  ]
  expect(await refused({ goods: wrong })).toEqual([
    'validation_error',
    ['goods[0].quantity', 'goods[0].reason', 'goods[1]', 'goods[2]'],
  ])
  expect((await open()).returns).toEqual([])
})

test('a token that is unknown opens nothing, and rules are those of one environment', async () => {
  const { merchant, token } = await delivered(1)
  const other = await delivered(1)
  await setRules(other.merchant, rules)
  const context = { request_id: 'req_1' }
  await expect(service.client.OpenReturnPage({ context, tracking_token: `${token}x` })).rejects.toMatchObject({
    code: 'shipment_not_found',
  })
  const shown = await service.client.GetReturnRules({ context: merchant.context() })
  expect(JSON.parse(shown.body.toString()).data).toMatchObject({ enabled: false, days: 30, reasons: [] })
})

test('rules name every wrong field, keep the rest, and have a version', async () => {
  const merchant = aMerchant(service)
  expect((await setRules(merchant, rules)).etag).toBe('1')
  const answer = await setRules(merchant, { days: 0, countries: ['uk'], reasons: [...reasons, ...reasons] }).catch(
    (thrown: AppError) => thrown,
  )
  const details = 'code' in answer ? answer.details : JSON.parse(answer.body.toString()).error.details
  expect(details.map(({ field }: { field: string }) => field)).toEqual(['days', 'countries[0]', 'reasons[1].code'])
  const unknown = await setRules(merchant, { approve: { reasons: ['broken'] } })
  expect(JSON.parse(unknown.body.toString()).error.details).toMatchObject([{ pointer: '/approve/reasons/0' }])
  await service.client.ResetReturnRules({ context: merchant.context() })
  const shown = await service.client.GetReturnRules({ context: merchant.context() })
  expect(JSON.parse(shown.body.toString()).data).toMatchObject({ enabled: false, reasons: [] })
  expect(shown.etag).toBe('2')
})
