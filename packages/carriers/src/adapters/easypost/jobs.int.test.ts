/** EasyPost's answers to purchases, and about the labels, refunds and tracking of jobs. */
import { beforeEach, expect, test } from 'vitest'
import { one, two } from '../../testing/adapter-stage.ts'
import { error, stageEasyPost } from '../../testing/easypost/stage.ts'

const { stage, aCall, readOffers, aBooking, aJob, cancel } = stageEasyPost()
beforeEach(() => stage.server.setRefundOutcome('submitted'))
const purchases = () => stage.server.requests.filter(({ path }) => path.endsWith('/buy')).length

test('a label that is bought twice is one label, and its job is returned', async () => {
  const booking = await aBooking()
  const first = await stage.adapter.book(booking, aCall())
  const before = purchases()
  const second = await stage.adapter.book(booking, aCall())
  expect(purchases()).toBe(before + 1)
  expect(second).toEqual(first)
  const trackingUrl = expect.stringMatching('^https://track.easypost.com/')
  const job = { carrierJobId: booking.draftId, status: 'assigned', trackingUrl }
  expect(second).toMatchObject({ kind: 'booked', job })
})

test('a shipment that was bought with another service is not taken for the job', async () => {
  const booking = await aBooking()
  await stage.adapter.book(booking, aCall())
  const offers = stage.server.shipment(booking.draftId ?? '').rates
  const express = offers.find(({ service }) => service === 'Express')
  const other = { ...booking, serviceCode: 'usps.express', carrierOfferId: `${booking.draftId}/${express?.id}` }
  expect(await stage.adapter.book(other, aCall())).toMatchObject({
    kind: 'refused',
    failure: { code: 'bought_otherwise' },
  })
})

test.for([
  [402, 'PAYMENT_REQUIRED', 'Insufficient funds. Please add funds to your account.'],
  [422, 'SHIPMENT.POSTAGE.FAILURE', 'The address is undeliverable as addressed.'],
] as const)('a purchase refused with %d is a refusal in the carrier’s words', async ([status, code, message]) => {
  const booking = await aBooking()
  stage.server.answerNext({ path: /buy$/, status, body: error(code, message) })
  const outcome = await stage.adapter.book(booking, aCall())
  expect(outcome).toMatchObject({ kind: 'refused', failure: { code, message, httpStatus: status, retryable: false } })
  expect(await stage.adapter.findJob(booking, aCall())).toEqual({ kind: 'not_found' })
})

test.for(['SHIPMENT.PURCHASE.IN_PROGRESS', 'SHIPMENT.POSTAGE.NO_RESPONSE'])(
  'after %s the label may still come',
  async (code) => {
    const booking = await aBooking()
    stage.server.answerNext({ path: /buy$/, status: 422, body: error(code, 'Wait.') })
    expect(await stage.adapter.book(booking, aCall())).toMatchObject({
      kind: 'unknown',
      failure: { code, retryable: true },
    })
    expect(await stage.adapter.book(booking, aCall())).toMatchObject({ kind: 'booked' })
  },
)

test('a refused purchase is open as long as the shipment cannot be looked at', async () => {
  const booking = await aBooking()
  stage.server.answerNext({ path: /buy$/, status: 422, body: error('SHIPMENT.POSTAGE.EXISTS', 'Postage exists.') })
  for (let times = 0; times < 3; times++) {
    stage.server.answerNext({ method: 'GET', path: /shipments\/shp_\w+$/, status: 500, body: '' })
  }
  expect(await stage.adapter.book(booking, aCall())).toMatchObject({ kind: 'unknown' })
})

test('a 429 without Retry-After is tried again', async () => {
  const booking = await aBooking()
  stage.server.answerNext({ path: /buy$/, status: 429, body: error('RATE_LIMITED', 'Too many requests.') })
  expect(await stage.adapter.book(booking, aCall())).toMatchObject({ kind: 'booked' })
})

test.for([
  ['a maintenance page', 'text/html', '<html><body>Scheduled maintenance</body></html>', 'Scheduled maintenance'],
  ['JSON that is cut off', 'application/json', '{"id":"shp_1","rat', 'cut off'],
] as const)('%s with status 200 leaves a purchase open, and fails a quote', async ([, type, body, said]) => {
  const booking = await aBooking()
  const answer = { status: 200, headers: { 'content-type': type }, body }
  stage.server.answerNext({ ...answer, path: /buy$/ })
  const bought = await stage.adapter.book(booking, aCall())
  expect(bought).toMatchObject({ kind: 'unknown', failure: { code: 'malformed_answer' } })
  stage.server.answerNext({ ...answer, path: /shipments$/ })
  const quoted = await stage.adapter.quote(one, aCall())
  expect(quoted).toMatchObject({ kind: 'failed', failure: { message: expect.stringContaining(said) } })
})

test('several parcels are one order, bought with one service', async () => {
  const { offers } = await readOffers(two)
  expect(offers.map(({ serviceCode, amountMinor }) => [serviceCode, amountMinor])).toEqual([
    ['usps.groundadvantage', 1_186],
    ['usps.priority', 1_516],
    ['usps.express', 6_620],
  ])
  const booking = await aBooking(two)
  const bought = await stage.adapter.book(booking, aCall())
  expect(bought).toMatchObject({ kind: 'booked', job: { carrierJobId: booking.draftId, status: 'assigned' } })
  expect(await stage.adapter.book(booking, aCall())).toEqual(bought)
  expect(await stage.adapter.findJob(booking, aCall())).toMatchObject({ kind: 'found' })
})

test('an order has ended when all of its parcels have', async () => {
  const booking = await aBooking(two)
  await stage.adapter.book(booking, aCall())
  const orderId = booking.draftId ?? ''
  const statuses = async () => {
    const outcome = await stage.adapter.track(orderId, aCall())
    return outcome.kind === 'facts' ? outcome.facts.map(({ status }) => status) : expect.fail(JSON.stringify(outcome))
  }
  const [first, second] = stage.server.listParcels(orderId)
  stage.server.reportNews(first ?? '', { status: 'delivered', detail: 'arrived_at_destination', message: 'Delivered' })
  expect(await statuses()).not.toContain('delivered')
  stage.server.reportNews(second ?? '', { status: 'delivered', detail: 'arrived_at_destination', message: 'Delivered' })
  expect((await statuses()).filter((status) => status === 'delivered')).toHaveLength(1)
})

test('an order has a label for each parcel, and all of them as ZPL', async () => {
  const carrierJobId = await aJob(two)
  const labelled = (parcelNumber: number | null, format: 'pdf' | 'zpl' | 'png') =>
    stage.adapter.label({ carrierJobId, parcelNumber, format, size: '4x6' }, aCall())
  expect(await labelled(2, 'pdf')).toMatchObject({ kind: 'label' })
  expect(await labelled(null, 'png')).toMatchObject({ kind: 'label' })
  expect(await labelled(3, 'pdf')).toMatchObject({ kind: 'no_such_label' })
  expect(await labelled(null, 'pdf')).toMatchObject({
    kind: 'no_such_label',
    failure: { code: 'one_label_per_parcel' },
  })
  const all = await labelled(null, 'zpl')
  expect(all.kind === 'label' && all.label.bytes.toString().match(/\^XA/g)).toHaveLength(2)
})

test('papers of an order are of each parcel, and come until the label without any is made', async () => {
  const carrierJobId = await aJob(two)
  const [first, second] = stage.server.listParcels(carrierJobId).map((id) => stage.server.shipment(id))
  const papers = async (parcelNumber: number | null) => {
    const form = { format: 'pdf', size: '4x6', document: 'customs' } as const
    const outcome = await stage.adapter.label({ carrierJobId, parcelNumber, ...form }, aCall())
    return outcome.kind === 'no_such_label' ? outcome.failure.code : outcome.kind
  }
  const all = async () => [await papers(null), await papers(1), await papers(2), await papers(3)]
  expect(await all()).toEqual(['no_papers', 'no_papers', 'no_papers', 'parcel_unknown'])
  const url = String(first?.postage_label?.label_url).replace(/png$/, 'pdf')
  const form = { form_type: 'cn22', form_url: null as string | null }
  Object.assign(first ?? {}, { forms: [form] })
  expect(await all()).toEqual(['not_ready', 'not_ready', 'no_papers', 'parcel_unknown'])
  form.form_url = url
  expect(await all()).toEqual(['one_label_per_parcel', 'label', 'no_papers', 'parcel_unknown'])
  Object.assign(second ?? {}, { postage_label: null })
  expect(await papers(2)).toBe('not_ready')
})

test.for([
  ['of 20 MB is a failed read', Buffer.alloc(20 * 2 ** 20, '%PDF-'), 'failed', 'malformed_answer'],
  ['in another form than asked for is no such label', Buffer.from('^XA^XZ'), 'no_such_label', 'form_unavailable'],
] as const)('a label %s', async ([, body, kind, code]) => {
  const carrierJobId = await aJob()
  stage.server.answerNext({ path: /^\/files\//, status: 200, body })
  const outcome = await stage.adapter.label({ carrierJobId, parcelNumber: 1, format: 'pdf', size: '4x6' }, aCall())
  expect(outcome).toMatchObject({ kind, failure: { code } })
})

test('a label at a private address is not fetched', async () => {
  const carrierJobId = await aJob()
  const postage_label = { label_pdf_url: 'https://169.254.169.254/label.pdf', label_file_type: 'image/png' }
  stage.server.answerNext({ path: /label/, status: 200, body: JSON.stringify({ id: carrierJobId, postage_label }) })
  const outcome = await stage.adapter.label({ carrierJobId, parcelNumber: 1, format: 'pdf', size: '4x6' }, aCall())
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'address_not_allowed' } })
})

test('the label of a shipment that is not bought is not ready', async () => {
  const { draftId } = await aBooking()
  for (const format of ['pdf', 'png'] as const) {
    const request = { carrierJobId: draftId ?? '', parcelNumber: 1, format, size: '4x6' } as const
    expect(await stage.adapter.label(request, aCall())).toEqual({ kind: 'not_ready' })
  }
})

test.for([
  ['submitted', 'cancelled'],
  ['refunded', 'cancelled'],
  ['rejected', 'refused'],
  ['not_applicable', 'refused'],
  ['under_review', 'unknown'],
] as const)('a refund that is %s is %s', async ([status, kind]) => {
  const carrierJobId = await aJob()
  stage.server.setRefundOutcome(status)
  expect(await cancel(carrierJobId)).toMatchObject({ kind })
})

test('a return that is charged at its first scan is cancelled without a refund', async () => {
  const carrierJobId = await aJob()
  stage.server.setRefundOutcome('not_applicable')
  stage.server.shipment(carrierJobId).is_return = true
  expect(await cancel(carrierJobId)).toMatchObject({ kind: 'cancelled' })
})

test('a refund that is rejected later is reported by tracking', async () => {
  const carrierJobId = await aJob()
  const pending = { kind: 'cancelled', refundPending: true }
  expect([await cancel(carrierJobId), await cancel(carrierJobId)]).toEqual([pending, pending])
  expect(await stage.adapter.track(carrierJobId, aCall())).toMatchObject({ refundPending: true, charges: [] })
  stage.server.shipment(carrierJobId).refund_status = 'rejected'
  const outcome = await stage.adapter.track(carrierJobId, aCall())
  const kept = { type: 'refund_rejected', currency: 'USD', exponent: 2, amountMinor: 758 }
  expect(outcome).toMatchObject({ refundPending: false, refundRejected: true, charges: [kept] })
  expect(outcome.kind === 'facts' && outcome.facts.at(-1)).toMatchObject({
    rawCode: 'refund_rejected',
    status: 'unknown',
  })
  stage.server.shipment(carrierJobId).selected_rate = null
  expect(await stage.adapter.track(carrierJobId, aCall())).toMatchObject({ refundRejected: true, charges: [] })
})

test('a label that was refunded at EasyPost is cancelled by its tracking', async () => {
  const carrierJobId = await aJob()
  stage.server.shipment(carrierJobId).refund_status = 'refunded'
  const outcome = await stage.adapter.track(carrierJobId, aCall())
  expect(outcome.kind === 'facts' && outcome.facts.at(-1)).toMatchObject({
    rawCode: 'refund_refunded',
    status: 'cancelled',
  })
})

test('all labels of an order are refunded; a repetition refunds what is left', async () => {
  const orderId = await aJob(two)
  const [first = '', second = ''] = stage.server.listParcels(orderId)
  stage.server.reportNews(second, { status: 'in_transit', detail: null, message: 'Scanned' })
  const partly = await cancel(orderId)
  expect(partly).toMatchObject({ kind: 'refused', failure: { message: expect.stringContaining('1 of 2 labels') } })
  expect(stage.server.shipment(first).refund_status).toBe('submitted')
  stage.server.shipment(second).status = 'pre_transit'
  expect(await cancel(orderId)).toEqual({ kind: 'cancelled', refundPending: true })
})
