/** Notes of a team about its shipments. */
import { newId } from '@waybill/contracts/ids'
import { expect, test } from 'vitest'
import { aMerchant, aNewShipment, getData, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

type Merchant = ReturnType<typeof aMerchant>
interface Shown {
  note_id: string
  text: string
}
const [ann, ben] = [newId('usr'), newId('usr')]

const add = (merchant: Merchant, shipment_id: string, text: string, actor_id = ann) =>
  service.client.AddNote({
    context: merchant.context(),
    shipment_id,
    document: Buffer.from(JSON.stringify({ text })),
    actor_id,
  })
const added = async (...given: Parameters<typeof add>): Promise<Shown> => getData(await add(...given))
const list = (merchant: Merchant, shipment_id: string, page = {}) =>
  service.client.ListNotes({ context: merchant.context(), shipment_id, page })
const remove = async (merchant: Merchant, shipment_id: string, note_id: string, actor_id = ann) => {
  const request = { context: merchant.context(), shipment_id, note_id, actor_id }
  return (await service.client.DeleteNote(request)).status
}
const find = async (merchant: Merchant, note: string) => {
  const answer = await service.client.List({ context: merchant.context(), filters: { note } })
  return getData<{ shipment_id: string }[]>(answer).map(({ shipment_id }) => shipment_id)
}

test('notes are listed newest first, in pages, and deleted by their author alone', async () => {
  const { merchant, id } = await aNewShipment(service)
  const one = await added(merchant, id, ' First\nline ')
  const two = await added(merchant, id, 'Second', ben)
  expect(one).toEqual({
    note_id: expect.stringMatching(/^nte_/),
    shipment_id: id,
    text: 'First\nline',
    author_id: ann,
    created_at: expect.any(String),
  })
  const first = JSON.parse((await list(merchant, id, { limit: 1 })).body.toString())
  expect([first.data, first.meta.has_more]).toEqual([[two], true])
  expect(getData(await list(merchant, id, { limit: 1, cursor: first.meta.next_cursor }))).toEqual([one])
  expect(await remove(merchant, id, two.note_id)).toBe(403)
  expect(await remove(merchant, id, one.note_id)).toBe(204)
  expect(await remove(merchant, id, one.note_id)).toBe(404)
  expect(getData(await list(merchant, id))).toEqual([two])
  expect((await merchant.events(id)).map(({ type }) => type)).toEqual(['shipment.created'])
})

test('a note is found by the beginnings of its words, in any case and order, in its environment', async () => {
  const { merchant, id } = await aNewShipment(service)
  const other = await aNewShipment(service)
  await added(merchant, id, "Ring Zoë's bell twice: order #77-B!")
  await added(other.merchant, other.id, 'Ring the bell')
  for (const text of ['zoe', 'BELL ri', 'twi', '77', 'b'])
    expect([text, await find(merchant, text)]).toEqual([text, [id]])
  for (const text of ['ell', 'bell three', "' | 'x"]) expect([text, await find(merchant, text)]).toEqual([text, []])
  expect(await find(other.merchant, 'ring')).toEqual([other.id])
  await expect(find(merchant, '  ')).resolves.toEqual([id])
})

test('a note of another shipment, and the notes of another environment, are not found', async () => {
  const { merchant, id } = await aNewShipment(service)
  const { shipment_id: second } = await merchant.created()
  const { note_id } = await added(merchant, id, 'Here')
  expect(await remove(merchant, second, note_id)).toBe(404)
  const stranger = aMerchant(service)
  await expect(list(stranger, id)).rejects.toMatchObject({ code: 'shipment_not_found' })
  expect((await add(stranger, id, 'Hello')).status).toBe(404)
  expect(await remove(stranger, id, note_id)).toBe(404)
  await expect(add(merchant, id, 'x'.repeat(2_001))).rejects.toMatchObject({ code: 'validation_error' })
})

test('erasing a shipment deletes its notes and tags, and none is added afterwards', async () => {
  const { merchant, id } = await aNewShipment(service)
  const change = { add_tags: ['for Grace Miller'] }
  const handle = () =>
    service.client.Handle({
      context: merchant.context(),
      shipment_id: id,
      document: Buffer.from(JSON.stringify(change)),
      actor_id: ann,
    })
  await handle()
  await added(merchant, id, 'Her number is 07700 900 987, mail grace@example.org')
  for (const wanted of [{ phone: '07700 900987' }, { email: 'Grace@example.org' }]) {
    const { shipments } = await service.client.FindToErase({ context: merchant.context(), ...wanted })
    expect(shipments).toMatchObject([{ shipment_id: id }])
  }
  await service.db.updateTable('shipment').set({ status: 'delivered' }).where('shipment_id', '=', id).execute()
  await service.client.Erase({ context: merchant.context(), shipment_id: id })
  expect(getData(await list(merchant, id))).toEqual([])
  expect((await merchant.get(id)).tags).toEqual([])
  expect(await find(merchant, 'number')).toEqual([])
  expect([(await add(merchant, id, 'Again')).status, (await handle()).status]).toEqual([410, 410])
})
