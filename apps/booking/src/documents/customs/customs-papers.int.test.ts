/** Papers for customs, fetched from the carrier or kept from its answer to the booking. */
import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import type { CarrierAdapter, Label, LabelOutcome } from '@waybill/carriers/carrier-adapter'
import { NO_PAPERS, ONE_PER_PARCEL, PARCEL_UNKNOWN } from '@waybill/carriers/vendor/failures'
import type { PublicBooking } from '@waybill/contracts/booking'
import { printInvoice } from '@waybill/labels/customs/print-papers'
import { readText } from '@waybill/labels/testing/pdf-reader'
import { aDropoffAddress, anAddress, aParcelDocument } from '@waybill/testing/builders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type BookingSystem, startBookingSystem } from '../../testing/booking-system.ts'
import { aMerchant, getData } from '../../testing/merchant-calls.ts'

let system: BookingSystem
beforeAll(async () => {
  system = await startBookingSystem()
}, 180_000)
afterAll(() => system?.stop())

const pdf = (text: string): Label => ({
  contentType: 'application/pdf',
  bytes: Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF`),
})

/** A booking with a carrier that has these papers. */
async function bookedWith(change: (adapter: CarrierAdapter) => CarrierAdapter, shipment: Record<string, unknown> = {}) {
  const timeoutsMs = simulatedDescriptors[0]?.timeoutsMs
  const simulated = system.withShortTimeouts(timeoutsMs && { timeoutsMs })
  const carriers = new Map([...simulated].map(([code, adapter]) => [code, change(adapter)]))
  const running = await system.start({ carriers })
  onTestFinished(() => running.stop())
  const merchant = aMerchant(system, running)
  const { shipmentId, optionId } = await merchant.offer('city_van', shipment)
  const { booking_id: bookingId, label_url: url } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  const papers = (query: object = {}) => merchant.label(bookingId, { document: 'customs', ...query })
  return { merchant, running, bookingId, papers, labelUrl: url ?? '' }
}

const describe = (adapter: CarrierAdapter, customsPapers: 'with_booking' | 'on_request') => ({
  ...adapter,
  descriptor: { ...adapter.descriptor, customsPapers },
})

const refusal = (code: string): LabelOutcome => ({
  kind: 'no_such_label',
  failure: { carrierCode: 'city_van', code, message: 'None.', httpStatus: 404, retryable: false, retryAfterMs: null },
})

/** Papers that the carrier answers one after another, the last one from then on. */
function onRequest(...answers: LabelOutcome[]) {
  const asked: (number | null)[] = []
  const change = (adapter: CarrierAdapter): CarrierAdapter => ({
    ...describe(adapter, 'on_request'),
    async label(request, call) {
      if (request.document === undefined) return await adapter.label(request, call)
      asked.push(request.parcelNumber)
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: 'not_ready' }
    },
  })
  return { asked, change }
}

test('papers that come later than the label are 409 until then, do not hold it up, and are kept', async () => {
  const { asked, change } = onRequest({ kind: 'not_ready' }, { kind: 'label', label: pdf('invoice') })
  const { merchant, bookingId, papers } = await bookedWith(change)
  await expect(papers()).rejects.toMatchObject({
    code: 'label_not_ready',
    message: expect.stringContaining('papers for customs, yet'),
  })
  expect((await merchant.label(bookingId, {})).content.toString('latin1')).not.toContain('invoice')
  expect((await papers()).content.toString()).toContain('% invoice')
  expect(await papers({ format: 'pdf' })).toMatchObject({ content_type: 'application/pdf' })
  expect(asked).toEqual([null, null])
  await papers({ parcel: 1 })
  expect(asked).toEqual([null, null, 1])
})

test('papers that a carrier makes of each parcel are one document, unless a parcel has none', async () => {
  const madeFor = async (number: number): Promise<LabelOutcome> => {
    const [createdAt, date] = [new Date(), '2026-11-29']
    const empty = { sender: [], recipient: [], facts: [], lines: [], totals: [], statements: [], signer: null }
    const invoice = { ...empty, isProForma: false, number: `INV-${number}`, date, createdAt }
    return { kind: 'label', label: { contentType: 'application/pdf', bytes: await printInvoice(invoice) } }
  }
  const apart = refusal(ONE_PER_PARCEL)
  const { asked, change } = onRequest(apart, await madeFor(1), await madeFor(2), refusal(PARCEL_UNKNOWN))
  const { papers } = await bookedWith(change)
  const { content } = await papers()
  for (const page of [0, 1]) expect(await readText(content, page)).toContain(`No. INV-${page + 1}`)
  expect((await papers()).content_type).toBe('application/pdf')
  expect(asked).toEqual([null, 1, 2, 3])

  const refused = { code: 'label_not_found', message: expect.stringContaining('None.') }
  const some = await bookedWith(onRequest(apart, await madeFor(1), refusal(NO_PAPERS)).change)
  await expect(some.papers()).rejects.toMatchObject(refused)
  const endless = onRequest(apart, await madeFor(1))
  await expect((await bookedWith(endless.change)).papers()).rejects.toMatchObject(refused)
  expect(endless.asked).toHaveLength(12)
})

test('papers that came with the answer to the booking are served from the store, for every parcel', async () => {
  const { papers } = await bookedWith((adapter) => ({
    ...describe(adapter, 'with_booking'),
    async book(request, call) {
      const outcome = await adapter.book(request, call)
      return outcome.kind === 'booked' ? { ...outcome, job: { ...outcome.job, papers: pdf('invoice') } } : outcome
    },
  }))
  expect((await papers()).content.toString()).toContain('% invoice')
  expect((await papers({ parcel: 1 })).content.toString()).toContain('% invoice')
})

test('a booking whose papers did not come with it has an invoice of ours', async () => {
  const shipment = { parcels: [aParcelDocument({ items: [shirts] })], ...acrossTheBorder }
  const { papers } = await bookedWith((adapter) => describe(adapter, 'with_booking'), shipment)
  expect(await readText((await papers()).content)).toContain('COMMERCIAL INVOICE')
})

const place = { town: null, province: null }
const acrossTheBorder = {
  pickup_address: anAddress({
    ...place,
    city: 'Genève',
    post_code: '1201',
    country: 'CH',
    latitude: 46.2044,
    longitude: 6.1432,
  }),
  dropoff_address: aDropoffAddress({
    ...place,
    city: 'Annemasse',
    post_code: '74100',
    country: 'FR',
    latitude: 46.1934,
    longitude: 6.234,
  }),
}

const shirts = { description: 'Cotton T-shirt', quantity: 2, unit_value: { amount: 12.5, currency: 'GBP' } }

test('an invoice is written of all items or of those of a parcel, for a token alone', async () => {
  const parcels = [
    aParcelDocument({ items: [{ ...shirts, hs_code: '610910', origin_country: 'PT' }] }),
    aParcelDocument({ items: [{ ...shirts, description: 'Leather belt', quantity: 1 }] }),
  ]
  const customs = { contents: 'merchandise', incoterm: 'DAP', invoice_number: 'INV-7', invoice_date: '2026-11-29' }
  const { papers, merchant, labelUrl } = await bookedWith((adapter) => adapter, { parcels, customs })
  const invoice = (query: object = {}) => papers({ document: 'invoice', ...query })
  const whole = await invoice()
  expect(whole.content_type).toBe('application/pdf')
  const text = await readText(whole.content)
  for (const part of ['No. INV-7', 'Incoterm DAP', '610910 PT 2 12.50 GBP 25.00 GBP', 'Total value 37.50 GBP'])
    expect(text).toContain(part)
  const second = await readText((await invoice({ parcel: 2 })).content)
  expect(second).toContain('No. INV-7 / 2 ')
  expect(second).toContain('Leather belt')
  expect(second).not.toContain('Cotton T-shirt')
  await expect(invoice({ parcel: 3 })).rejects.toMatchObject({ code: 'label_not_found' })
  await expect(invoice({ format: 'png' })).rejects.toMatchObject({ code: 'invalid_parameter' })
  await merchant.openLabel(labelUrl)
  await expect(merchant.openLabel(labelUrl, 'invoice')).rejects.toMatchObject({ code: 'label_not_found' })
})

test('an invoice is signed by who certifies it, and else left to be signed by hand', async () => {
  const parcels = [aParcelDocument({ items: [shirts] })]
  for (const certify of [true, false]) {
    const customs = { contents: 'merchandise', certify, certify_signer: 'Ada Baker' }
    const { papers } = await bookedWith((adapter) => adapter, { parcels, customs })
    const text = await readText((await papers({ document: 'invoice' })).content)
    expect([text.includes('Ada Baker'), text.includes('I declare that')]).toEqual([certify, certify])
  }
})

test('where a carrier makes no papers, the invoice takes their place if goods cross a customs border', async () => {
  const items = [{ ...shirts, hs_code: '610910', origin_country: 'PT' }]
  const parcels = [aParcelDocument({ items })]
  const home = await bookedWith((adapter) => adapter, { parcels })
  await expect(home.papers()).rejects.toThrow('cross no customs border')
  const abroad = await bookedWith((adapter) => adapter, {
    parcels,
    ...acrossTheBorder,
  })
  expect(await readText((await abroad.papers()).content)).toContain('COMMERCIAL INVOICE')
})

/** The same with a service of a post. */
async function postedWith(change: (adapter: CarrierAdapter) => CarrierAdapter, shipment: Record<string, unknown>) {
  const booked = await bookedWith(change, { ...acrossTheBorder, ...shipment })
  await system.db
    .updateTable('booking')
    .set({ quote_option: sql`jsonb_set(quote_option, '{service_code}', '"royal_mail.tracked"')` })
    .where('booking_id', '=', booked.bookingId)
    .execute()
  return booked
}

test('a post that makes no papers has a CN 22 for small packets, and a CN 23 for what is heavier or worth more', async () => {
  const parcel = (weight_kg: number, quantity: number) =>
    aParcelDocument({ weight_kg, items: [{ ...shirts, quantity }] })
  const customs = { contents: 'merchandise', certify: true, certify_signer: 'Ada Baker', invoice_number: 'INV-7' }
  const parcels = [parcel(2, 2), parcel(2.5, 2), parcel(1, 22)]
  const { papers, merchant, labelUrl } = await postedWith(onRequest(refusal(NO_PAPERS)).change, { parcels, customs })
  const small = await readText((await papers({ parcel: 1 })).content)
  for (const part of ['CN 22', 'parcel 1 of 3', '[X] Sale of goods', '2 × Cotton T-shirt', '25.00 GBP', 'Ada Baker'])
    expect(small).toContain(part)
  for (const number of [2, 3]) {
    expect(await readText((await papers({ parcel: number })).content)).toContain('CN 23')
    expect(await readText((await papers({ document: 'cn23', parcel: number })).content)).toContain('INV-7')
  }
  expect(await readText((await papers()).content)).toContain('CN 23')
  await expect(papers({ document: 'cn22', parcel: 2 })).rejects.toThrow('parcel 2 weighs more than 2 kg')
  await expect(papers({ document: 'cn22' })).rejects.toThrow('parcel 2 weighs more than 2 kg: it needs a CN 23')
  await expect(papers({ document: 'cn22', parcel: 3 })).rejects.toThrow('parcel 3 is worth more than 270 GBP')
  for (const document of ['customs', 'cn22', 'cn23'])
    await expect(merchant.openLabel(labelUrl, document)).rejects.toMatchObject({ code: 'label_not_found' })
})

test('a carrier that has made no papers has ours, and every other refusal is the reader’s', async () => {
  const parcels = [aParcelDocument({ items: [shirts] })]
  const shipment = { parcels, ...acrossTheBorder }
  const without = await bookedWith(onRequest(refusal(NO_PAPERS)).change, shipment)
  expect(await readText((await without.papers()).content)).toContain('COMMERCIAL INVOICE')
  await expect(without.merchant.openLabel(without.labelUrl, 'customs')).rejects.toMatchObject({
    code: 'label_not_found',
  })
  const posted = await postedWith(onRequest(refusal(ONE_PER_PARCEL)).change, shipment)
  await expect(posted.papers()).rejects.toMatchObject({
    code: 'label_not_found',
    message: expect.stringContaining('None.'),
  })
})

test('forms of posts are for goods that a post carries across a customs border', async () => {
  const parcels = [aParcelDocument({ items: [shirts] })]
  const carrier = await bookedWith((adapter) => adapter, { parcels, ...acrossTheBorder })
  await expect(carrier.papers({ document: 'cn22' })).rejects.toThrow('that a post carries')
  const { pickup_address } = acrossTheBorder
  const home = await postedWith((adapter) => adapter, { parcels, dropoff_address: pickup_address })
  await expect(home.papers({ document: 'cn23' })).rejects.toThrow('cross no customs border')
})

test('forms that would take seconds to print are refused', async () => {
  const street = { address_line_1: '茶'.repeat(200), address_line_2: '茶'.repeat(200) }
  const parcels = Array(14).fill(aParcelDocument({ items: [shirts] }))
  const dropoff_address = { ...acrossTheBorder.dropoff_address, ...street }
  const { papers } = await postedWith((adapter) => adapter, { parcels, dropoff_address })
  await expect(papers({ document: 'cn23' })).rejects.toThrow('5600 characters beside Latin letters')
  expect(await readText((await papers({ document: 'cn23', parcel: 2 })).content)).toContain('CN 23')
  // It names no addresses.
  expect(await readText((await papers({ document: 'cn22' })).content)).toContain('parcel 1 of 14')
})

test('every text of a form counts for its time, also those that are not of the items', async () => {
  const parcels = Array(20).fill(aParcelDocument({ items: [shirts] }))
  const customs = { contents: 'other', contents_explanation: '茶'.repeat(255) }
  const { papers } = await postedWith((adapter) => adapter, { parcels, customs })
  for (const document of ['cn22', 'cn23'])
    await expect(papers({ document })).rejects.toThrow('its texts have 5100 characters beside Latin letters')
})

test('a parcel without items is named instead of an invoice that lacks it', async () => {
  const parcels = [aParcelDocument({ items: [shirts] }), aParcelDocument()]
  const { papers } = await bookedWith((adapter) => adapter, { parcels })
  await expect(papers({ document: 'invoice' })).rejects.toThrow('no items are listed of parcel 2')
})

test('an invoice that would take seconds to print is refused, and that of a parcel is not', async () => {
  const tea = { ...shirts, description: '茶'.repeat(200) }
  const parcels = [aParcelDocument({ items: Array(25).fill(tea) }), aParcelDocument({ items: [tea] })]
  const { papers } = await bookedWith((adapter) => adapter, { parcels })
  await expect(papers({ document: 'invoice' })).rejects.toThrow('5200 characters beside Latin letters')
  expect((await papers({ document: 'invoice', parcel: 2 })).content_type).toBe('application/pdf')
})

test('a shipment without items, another merchant and a form beside PDF are refused', async () => {
  const { merchant, running, bookingId, papers } = await bookedWith((adapter) => adapter)
  await expect(papers()).rejects.toMatchObject({ code: 'label_not_found' })
  await expect(papers({ format: 'zpl' })).rejects.toMatchObject({
    code: 'invalid_parameter',
    details: [{ field: 'format', code: 'not_offered', location: 'query' }],
  })
  await expect(papers({ size: 'a4' })).rejects.toMatchObject({ details: [{ field: 'size' }] })
  await expect(merchant.label(bookingId, { document: 'customs' }, { anonymous: true })).rejects.toMatchObject({
    code: 'label_not_found',
  })
  await expect(aMerchant(system, running).label(bookingId, { document: 'customs' })).rejects.toMatchObject({
    code: 'label_not_found',
  })
})

test('a carrier that does not answer is named, and the next reader gets the papers', async () => {
  const failure = { carrierCode: 'city_van', code: 'http_500', message: 'is down', httpStatus: 500 }
  const failed = { kind: 'failed', failure: { ...failure, retryable: true, retryAfterMs: null } } as const
  const { papers } = await bookedWith(onRequest(failed, { kind: 'label', label: pdf('invoice') }).change)
  await expect(papers()).rejects.toMatchObject({ code: 'carrier_unavailable', carrier: { http_status: 500 } })
  expect((await papers()).content.toString()).toContain('% invoice')
})
