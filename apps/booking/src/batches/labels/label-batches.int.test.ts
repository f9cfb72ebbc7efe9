/** Labels of many bookings in one document. */
import { transact } from '@waybill/chassis/postgres/database'
import type { CreateLabelBatch, PublicLabelBatch } from '@waybill/contracts/batches/label-batch'
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { countLabels } from '@waybill/labels/foreign/converter'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../../testing/booking-system.ts'
import { aMerchant, getData, readFile } from '../../testing/merchant-calls.ts'
import { insertLabelBatch, pruneLabelBatches, storeLabelTry, takeDueLabels } from './repository.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

type Merchant = ReturnType<typeof aMerchant>

async function bookOne(merchant: Merchant, document?: { parcels: object[] }): Promise<PublicBooking> {
  const { shipmentId, optionId } = await merchant.offer('city_van', document)
  return getData<PublicBooking>(await merchant.book(shipmentId, optionId))
}

const create = async (
  merchant: Merchant,
  batch: Partial<CreateLabelBatch>,
  key?: string,
): Promise<PublicLabelBatch> => {
  const document = Buffer.from(JSON.stringify(batch))
  const context = merchant.writeContext('POST /api/v1/label-batches', key)
  return getData(await booking.client.CreateLabelBatch({ context, document }))
}
const read = async (merchant: Merchant, label_batch_id: string): Promise<PublicLabelBatch> =>
  getData(await booking.client.GetLabelBatch({ context: merchant.readContext(), label_batch_id }))
const document = (merchant: Merchant, label_batch_id: string) =>
  readFile(booking.client.GetLabelBatchDocument({ context: merchant.readContext(), label_batch_id }))
const completed = (merchant: Merchant, { label_batch_id }: PublicLabelBatch) =>
  eventually(
    async () => {
      const batch = await read(merchant, label_batch_id)
      expect(batch.status).toBe('completed')
      return batch
    },
    { timeoutMs: 60_000 },
  )

test('one PDF has the labels of all bookings, which are marked as printed; the others have their reasons', async () => {
  const merchant = aMerchant(system, booking)
  const [one, other, cancelled] = [await bookOne(merchant), await bookOne(merchant), await bookOne(merchant)]
  await merchant.cancel(cancelled.shipment_id)
  const foreign = await bookOne(aMerchant(system, booking))
  const booking_ids = [other, cancelled, one, foreign].map(({ booking_id }) => booking_id)
  const batch = await create(merchant, { booking_ids, mark_printed: true }, 'once')
  expect(batch).toMatchObject({ status: 'running', total: 4, pending: 4 })
  expect(await create(merchant, { booking_ids, mark_printed: true }, 'once')).toEqual(batch)

  const ended = await completed(merchant, batch)
  expect(ended.items).toMatchObject([
    { booking_id: other.booking_id, status: 'included', pages: 1, error: null },
    { booking_id: cancelled.booking_id, status: 'failed', pages: null, error: { code: 'label_not_available' } },
    { booking_id: one.booking_id, status: 'included', pages: 1 },
    { booking_id: foreign.booking_id, status: 'failed', error: { code: 'booking_not_found' } },
  ])
  const { content_type, content } = await document(merchant, batch.label_batch_id)
  expect(content_type).toBe('application/pdf')
  expect(await countLabels(merchant.environmentId, { contentType: content_type, bytes: content })).toBe(2)
  const prints = await Promise.all(booking_ids.slice(0, 3).map(async (id) => (await merchant.booking(id)).print_count))
  expect(prints).toEqual([1, 0, 1])
})

test('ZPL has a label format for each booking, and A4 four labels on a page', async () => {
  const merchant = aMerchant(system, booking)
  const booking_ids = [(await bookOne(merchant)).booking_id, (await bookOne(merchant)).booking_id]
  const zpl = await completed(merchant, await create(merchant, { booking_ids, format: 'zpl' }))
  const printed = await document(merchant, zpl.label_batch_id)
  expect(printed.content_type).toBe('application/zpl')
  expect(printed.content.toString('latin1').match(/\^XA/g)).toHaveLength(2)
  const a4 = await completed(merchant, await create(merchant, { booking_ids, size: 'a4' }))
  const sheet = await document(merchant, a4.label_batch_id)
  expect(await countLabels(merchant.environmentId, { contentType: sheet.content_type, bytes: sheet.content })).toBe(1)
  expect((await merchant.booking(booking_ids[0] ?? '')).printed_at).toBeNull()
})

test.each(['pdf', 'zpl'] as const)('a document in %s has the label of each parcel', async (format) => {
  const merchant = aMerchant(system, booking)
  const box = { title: 'Box', weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }
  const several = await bookOne(merchant, { parcels: [box, box, box] })
  const booking_ids = [several.booking_id, (await bookOne(merchant)).booking_id]
  const batch = await completed(merchant, await create(merchant, { booking_ids, format }))
  expect(batch.items.map(({ pages }) => pages)).toEqual([3, 1])
  const { content_type, content } = await document(merchant, batch.label_batch_id)
  if (format === 'zpl') expect(content.toString('latin1').match(/\^XA/g)).toHaveLength(4)
  else expect(await countLabels(merchant.environmentId, { contentType: content_type, bytes: content })).toBe(4)
})

test('ZPL has no label of another tenant, who finds neither the batch nor its document', async () => {
  const [merchant, others] = [aMerchant(system, booking), aMerchant(system, booking)]
  const [own, foreign] = [await bookOne(merchant), await bookOne(others)]
  const theirs = await completed(others, await create(others, { booking_ids: [foreign.booking_id], format: 'zpl' }))
  const mixed = { booking_ids: [foreign.booking_id, own.booking_id], format: 'zpl' as const }
  const batch = await completed(merchant, await create(merchant, mixed))
  expect(batch.items).toMatchObject([
    { status: 'failed', error: { code: 'booking_not_found' } },
    { booking_id: own.booking_id, status: 'included' },
  ])
  const printed = (await document(merchant, batch.label_batch_id)).content
  const alone = await completed(merchant, await create(merchant, { booking_ids: [own.booking_id], format: 'zpl' }))
  expect(printed.equals((await document(merchant, alone.label_batch_id)).content)).toBe(true)
  const foreignOnly = await completed(
    merchant,
    await create(merchant, { booking_ids: [foreign.booking_id], format: 'zpl' }),
  )
  await expect(document(merchant, foreignOnly.label_batch_id)).rejects.toMatchObject({ code: 'label_not_available' })
  for (const call of [read, document])
    await expect(call(merchant, theirs.label_batch_id)).rejects.toMatchObject({ code: 'label_batch_not_found' })
})

test('a booking that is cancelled after the batch makes its document invalid', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id, shipment_id } = await bookOne(merchant)
  const batch = await completed(merchant, await create(merchant, { booking_ids: [booking_id] }))
  await merchant.cancel(shipment_id)
  await expect(document(merchant, batch.label_batch_id)).rejects.toMatchObject({
    code: 'label_not_available',
    meta: { booking_ids: [booking_id] },
  })
})

test('a label whose process died is taken over when its lease ends, and counted as printed once', async () => {
  const merchant = aMerchant(system, booking)
  const { environmentId } = merchant
  const { booking_id } = await bookOne(merchant)
  const given = { booking_ids: [booking_id], format: 'pdf', size: '4x6', mark_printed: true } satisfies CreateLabelBatch
  const owner = { environmentId, merchantId: 'mer_1', livemode: false, requestId: newId('req') }
  // In one transaction: no other process can take the label first.
  const { batchId, died } = await transact(system.db, async (trx) => {
    const { batchId } = await insertLabelBatch(trx, owner, given)
    const taken = await takeDueLabels(trx, { limit: 16, perEnvironment: 8, leaseMs: 1 })
    return { batchId, died: taken.find((item) => item.batchId === batchId) }
  })
  if (died === undefined) throw new Error('The label was not due')
  const batch = await completed(merchant, await read(merchant, batchId))
  expect(batch.items).toMatchObject([{ booking_id, status: 'included', pages: 1 }])
  const attempts = () => system.db.selectFrom('label_batch_item').select('attempts').where('batch_id', '=', batchId)
  expect(await attempts().executeTakeFirst()).toEqual({ attempts: died.attempts + 1 })
  expect((await merchant.booking(booking_id)).print_count).toBe(1)

  // It was only slow: what it stores late changes nothing.
  const late = { status: 'included', labelKey: 'pdf', pages: 7, bytes: 1 } as const
  expect(await storeLabelTry(system.db, died, late, 0)).toBe(false)
  expect((await read(merchant, batchId)).items).toEqual(batch.items)
})

test('wrong fields are all named, and another tenant finds no batch', async () => {
  const merchant = aMerchant(system, booking)
  const id = newId('bkg')
  await expect(create(merchant, { booking_ids: [id, id], format: 'epl' as 'zpl' })).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ field: 'booking_ids[1]' }, { field: 'format' }],
  })
  const batch = await create(merchant, { booking_ids: [id] })
  const others = aMerchant(system, booking)
  await expect(read(others, batch.label_batch_id)).rejects.toMatchObject({ code: 'label_batch_not_found' })
  await expect(document(others, batch.label_batch_id)).rejects.toMatchObject({ code: 'label_batch_not_found' })
})

test('old batches are deleted with their items, recent ones are kept', async () => {
  const merchant = aMerchant(system, booking)
  const [old, recent] = [
    await create(merchant, { booking_ids: [newId('bkg')] }),
    await create(merchant, { booking_ids: [newId('bkg')] }),
  ]
  await Promise.all([completed(merchant, old), completed(merchant, recent)])
  await system.db
    .updateTable('label_batch')
    .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('batch_id', '=', old.label_batch_id)
    .execute()
  await pruneLabelBatches(system.db, 30)
  await expect(read(merchant, old.label_batch_id)).rejects.toMatchObject({ code: 'label_batch_not_found' })
  expect(await read(merchant, recent.label_batch_id)).toMatchObject({ total: 1 })
})

test('a label that fails with an error that nobody expects is tried again, and given up after a minute', async () => {
  const merchant = aMerchant(system, booking)
  const { booking_id } = await bookOne(merchant)
  // A failed booking has a reason: this one cannot be read.
  await sql`update booking set status = 'failed', failure_reason = null where booking_id = ${booking_id}`.execute(
    system.db,
  )
  const batch = await create(merchant, { booking_ids: [booking_id] })
  const tries = async () => {
    const { rows } = await sql<{ attempts: number }>`
      select attempts from label_batch_item where batch_id = ${batch.label_batch_id}`.execute(system.db)
    return rows[0]?.attempts ?? 0
  }
  // Sooner than a lease ends, which is 22 s.
  await expect.poll(tries, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  expect(await read(merchant, batch.label_batch_id)).toMatchObject({ status: 'running', pending: 1 })
  await sql`
    update label_batch set created_at = created_at - interval '2 minutes'
    where batch_id = ${batch.label_batch_id}`.execute(system.db)
  const ended = await completed(merchant, batch)
  expect(ended.items).toMatchObject([{ booking_id, status: 'failed', error: { code: 'internal_error' } }])
})
