/** Tags, assignee and hold of shipments, and what a hold keeps from happening. */
import { newId } from '@waybill/contracts/ids'
import type { PublicShipment } from '@waybill/contracts/shipment'
import { aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import {
  aBookedShipment,
  aMerchant,
  aNewShipment,
  expectNoGap,
  getData,
  startSharedService,
} from '../testing/running-service.ts'

const service = await startSharedService()

type Merchant = ReturnType<typeof aMerchant>
const member = newId('usr')
const hold = { reason: 'Address to be checked' }

const handle = (merchant: Merchant, shipment_id: string, change: object, actor_id = member) =>
  service.client.Handle({
    context: merchant.context(),
    shipment_id,
    document: Buffer.from(JSON.stringify(change)),
    actor_id,
  })
async function handled(merchant: Merchant, shipmentId: string, change: object): Promise<PublicShipment> {
  const answer = await handle(merchant, shipmentId, change)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return getData(answer)
}
const refusal = async (answer: ReturnType<typeof handle>) => {
  const { status, body } = await answer
  return { status, ...JSON.parse(body.toString()).error }
}
const readPrevious = (event: object | null) =>
  (event as { data: { previous_attributes: object } } | null)?.data.previous_attributes
const book = (merchant: Merchant, id: string, claim_id = newId('op')) => merchant.claim(id, { claim_id, kind: 'BOOK' })

test('a shipment on hold is not booked until it is released, and can be changed in between', async () => {
  const { merchant, id } = await aNewShipment(service)
  const held = await handled(merchant, id, { hold })
  expect(held.hold).toEqual({ ...hold, held_at: expect.any(String), held_by: member })
  await expect(book(merchant, id)).rejects.toMatchObject({
    code: 'shipment_on_hold',
    message: expect.stringContaining(`by ${member}: ${hold.reason}. Release it`),
    meta: { hold: held.hold, current_status: 'ready' },
  })
  const document = Buffer.from(JSON.stringify({ dropoff_instructions: 'Knock' }))
  expect(await merchant.claim(id, { claim_id: newId('op'), kind: 'UPDATE', document })).toMatchObject({
    outcome: 'APPLIED',
  })
  expect((await handled(merchant, id, { hold: null })).hold).toBeNull()
  expect(await book(merchant, id)).toMatchObject({ outcome: 'HELD' })
  await expectNoGap(merchant, id)
})

test('a shipment is on hold and assigned from its creation, which its first event shows', async () => {
  const merchant = aMerchant(service)
  const document = aShipmentDocument({ hold, assignee_id: member })
  const shipment = await merchant.created(document, { actorId: member })
  const { shipment_id: id, created_at } = shipment
  expect(shipment).toMatchObject({ assignee_id: member, hold: { ...hold, held_at: created_at, held_by: member } })
  expect(await merchant.get(id)).toEqual(shipment)
  const [first] = await merchant.events(id)
  expect(first).toMatchObject({ type: 'shipment.created', public: { data: { object: { hold: shipment.hold } } } })
  await expect(book(merchant, id)).rejects.toMatchObject({ code: 'shipment_on_hold' })
  await handled(merchant, id, { hold: null })
  expect(await book(merchant, id)).toMatchObject({ outcome: 'HELD' })
  const free = await merchant.created(aShipmentDocument({ hold: null, assignee_id: null }))
  expect(free).toMatchObject({ hold: null, assignee_id: null })
})

test('a shipment on demand can be assigned from its creation, but not be on hold', async () => {
  const merchant = aMerchant(service)
  const { collection_date: _, ...document } = aShipmentDocument({ assignee_id: member })
  expect(await merchant.created(document, { onDemand: true })).toMatchObject({ assignee_id: member, hold: null })
  await expect(merchant.create({ ...document, hold }, { onDemand: true })).rejects.toMatchObject({
    details: [{ pointer: '/hold', code: 'not_allowed' }],
  })
})

test('an assignee who is no member is named with all that is wrong, and a repeat has the first answer', async () => {
  const merchant = aMerchant(service)
  const document = aShipmentDocument({ assignee_id: member })
  const unknown = { assigneeUnknown: true }
  const wrong = merchant.create({ ...document, hold: { reason: '' } }, unknown)
  await expect(wrong).rejects.toMatchObject({
    details: expect.arrayContaining(
      ['/assignee_id', '/hold/reason'].map((pointer) => expect.objectContaining({ pointer })),
    ),
  })
  for (const onDemand of [false, true]) {
    const refused = merchant.create(document, { ...unknown, onDemand })
    await expect(refused).rejects.toMatchObject({ details: [{ pointer: '/assignee_id', code: 'invalid_value' }] })
  }
  const first = await merchant.create(document, { key: 'once' })
  expect(await merchant.create(document, { ...unknown, key: 'once' })).toMatchObject({
    body: first.body,
    replayed: true,
  })
})

test('of a booking and a hold at the same moment, one is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const { merchant, id } = await aNewShipment(service)
    const [booked, held] = await Promise.all([
      book(merchant, id).then(
        () => true,
        () => false,
      ),
      handle(merchant, id, { hold }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    ])
    expect([booked, held].filter(Boolean)).toHaveLength(1)
    expect((await merchant.get(id)).hold !== null).toBe(held)
  }
})

test('a shipment that is booked, on demand, being booked or at its end cannot be put on hold', async () => {
  const { merchant, id, bookingId } = await aBookedShipment(service)
  const booked = await refusal(handle(merchant, id, { hold }))
  expect(booked).toMatchObject({ status: 409, code: 'shipment_not_holdable', meta: { booking_id: bookingId } })
  const { shipment_id: onDemand } = await merchant.created(undefined, { onDemand: true })
  expect((await refusal(handle(merchant, onDemand, { hold }))).code).toBe('shipment_not_holdable')
  const { shipment_id: busy } = await merchant.created()
  await book(merchant, busy)
  await expect(handle(merchant, busy, { hold })).rejects.toMatchObject({ code: 'shipment_busy' })
})

test('a hold ends with the shipment', async () => {
  const { merchant, id } = await aNewShipment(service)
  await handled(merchant, id, { hold })
  const claim_id = newId('op')
  await merchant.claim(id, { claim_id, kind: 'CANCEL', reason_code: 'fraud' })
  await merchant.settle(id, { claim_id, cancelled: { reason_code: 'fraud' } })
  expect(await merchant.get(id)).toMatchObject({ status: 'cancelled', hold: null })
  expect((await refusal(handle(merchant, id, { hold }))).code).toBe('shipment_not_holdable')
  expect(await handled(merchant, id, { add_tags: ['refund'], assignee_id: member })).toMatchObject({
    tags: ['refund'],
    assignee_id: member,
  })
})

test('what is as asked already makes no event; a change has the values before', async () => {
  const { merchant, id } = await aNewShipment(service)
  await handled(merchant, id, { add_tags: ['Gift', 'fragile'], assignee_id: member, hold })
  await handled(merchant, id, { add_tags: ['GIFT'], assignee_id: member, hold })
  const changed = await handled(merchant, id, { add_tags: ['late'], remove_tags: ['gift', 'other'] })
  expect(changed.tags).toEqual(['fragile', 'late'])
  await handled(merchant, id, { hold: null })
  const updates = (await merchant.events(id)).map((event) => readPrevious(event.public))
  expect(updates).toMatchObject([
    {},
    { tags: [], assignee_id: null, hold: null },
    { tags: ['Gift', 'fragile'] },
    { hold: { ...hold, held_by: member } },
  ])
  const { body } = await service.client.ListEvents({ context: merchant.context(), shipment_id: id })
  expect(JSON.parse(body.toString()).data.map(({ description }: { description: string }) => description)).toEqual([
    null,
    'Changed: tags, assignee_id, hold',
    'Changed: tags',
    'Released',
  ])
})

test('tags are set with a new shipment and replaced by PATCH, also while a courier is looked for', async () => {
  const merchant = aMerchant(service)
  const document = aShipmentDocument({ tags: ['Gift'] })
  const { shipment_id: id, tags } = await merchant.created(document)
  expect(tags).toEqual(['Gift'])
  const patch = async (shipmentId: string, changes: object) => {
    const bytes = Buffer.from(JSON.stringify(changes))
    await merchant.claim(shipmentId, { claim_id: newId('op'), kind: 'UPDATE', document: bytes })
    return (await merchant.get(shipmentId)).tags
  }
  expect(await patch(id, { tags: ['b', 'a'] })).toEqual(['b', 'a'])
  expect(await patch(id, { tags: null })).toEqual([])
  const { collection_date: _, ...onDemand } = document
  const searching = await merchant.created(onDemand, { onDemand: true })
  expect(await patch(searching.shipment_id, { tags: ['b'] })).toEqual(['b'])
  const sent = { tags: ['a,b', 'x', 'X', 'y'.repeat(41)], hold, assignee_id: member }
  const request = { context: merchant.context(), shipment_id: id, document: Buffer.from(JSON.stringify(sent)) }
  const wrong = service.client.CheckUpdate(request)
  await expect(wrong).rejects.toMatchObject({
    code: 'validation_error',
    details: expect.arrayContaining(
      ['/tags/0', '/tags/2', '/tags/3', '/hold', '/assignee_id'].map((pointer) => expect.objectContaining({ pointer })),
    ),
  })
})

test('a shipment has at most 20 tags', async () => {
  const { merchant, id } = await aNewShipment(service)
  const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  await handled(merchant, id, { add_tags: many('a', 20) })
  const refused = await refusal(handle(merchant, id, { add_tags: ['b'] }))
  expect(refused).toMatchObject({ status: 422, details: [{ pointer: '/add_tags', code: 'too_many' }] })
  expect((await handled(merchant, id, { add_tags: ['b'], remove_tags: ['A0'] })).tags).toHaveLength(20)
})

test('a quote finds a shipment that the team has tagged and put on hold', async () => {
  const merchant = aMerchant(service)
  const { shipment_id: id } = await merchant.created(aShipmentDocument({ tags: ['web'] }))
  await handled(merchant, id, { add_tags: ['fragile'], hold })
  const quoted = async (fields: Record<string, unknown>) => {
    const document = Buffer.from(JSON.stringify(aShipmentDocument(fields)))
    const quote = { quote_id: newId('qte'), new_shipment_id: '', only_find: false }
    const request = { context: merchant.context(), ...quote, document }
    return (await service.client.FindOrRegister(request)).shipment_id
  }
  expect(await quoted({})).toBe(id)
  expect(await quoted({ tags: ['WEB'] })).toBe(id)
  expect(await quoted({ tags: ['other'] })).not.toBe(id)
})

test('another environment finds nothing to change', async () => {
  const { id } = await aNewShipment(service)
  const answer = await refusal(handle(aMerchant(service), id, { add_tags: ['x'] }))
  expect(answer).toMatchObject({ status: 404, code: 'shipment_not_found' })
})
