/** Shippo's answers to bookings, and about the labels, refunds and tracking of jobs. */
import { describe, expect, test } from 'vitest'
import { two } from '../../testing/adapter-stage.ts'
import type { ShippoServer } from '../../testing/shippo/server.ts'
import { stageShippo } from '../../testing/shippo/stage.ts'

const { stage, aCall, aBooking, aJob, sentTo, lastBody, cancel } = stageShippo()
const label = (carrierJobId: string, parcelNumber: number | null = null) =>
  stage.adapter.label({ carrierJobId, parcelNumber, format: 'pdf', size: '4x6' }, aCall())
const behave = (mood: Parameters<ShippoServer['behave']>[1]) =>
  stage.server.behave(stage.account.carrierAccountId, mood)

describe('bookings', () => {
  test('buy the rate under the reference of the attempt', async () => {
    const request = await aBooking()
    const trackingUrl = 'https://tools.usps.com/go/TrackConfirmAction_input'
    expect(await stage.adapter.book(request, aCall())).toMatchObject({
      kind: 'booked',
      job: { status: 'assigned', trackingNumber: expect.stringMatching(/^9205/), trackingUrl },
    })
    expect(lastBody(/transactions\/$/)).toEqual({
      rate: request.carrierOfferId,
      label_file_type: 'PDF_4x6',
      async: false,
      metadata: `${request.reference} usps 1`,
    })
  })

  test('that Shippo queues are followed to their end', async () => {
    const [bought, failed] = [await aBooking(), await aBooking()]
    behave({ purchase: { status: 'QUEUED', reads: 2, end: 'SUCCESS' } })
    expect(await stage.adapter.book(bought, aCall())).toMatchObject({
      kind: 'booked',
      job: { trackingNumber: expect.stringMatching(/^9205/) },
    })
    behave({ purchase: { status: 'WAITING', reads: 1, end: 'ERROR' } })
    expect(await stage.adapter.book(failed, aCall())).toMatchObject({
      kind: 'refused',
      failure: { message: 'Insufficient funds in the account.' },
    })
  })

  test('that are still queued at the deadline are unknown, and found when they are bought', async () => {
    const request = await aBooking()
    behave({ purchase: { status: 'QUEUED', reads: 1_000, end: 'SUCCESS' } })
    const outcome = await stage.adapter.book(request, aCall({ deadlineMs: 4_000 }))
    expect(outcome).toMatchObject({ kind: 'unknown', failure: { code: 'purchase_pending', retryable: true } })
    expect(await stage.adapter.findJob(request, aCall())).toMatchObject({
      kind: 'failed',
      failure: { retryable: true },
    })
    behave({ purchase: { status: 'QUEUED', reads: 1, end: 'SUCCESS' } })
    expect(await stage.adapter.findJob(request, aCall())).toMatchObject({ kind: 'found', job: { status: 'assigned' } })
    expect(stage.server.transactions().filter(({ rate }) => rate === request.carrierOfferId)).toHaveLength(1)
  })

  test('in error are refused in the carrier’s words, also when they are looked up', async () => {
    const request = await aBooking()
    behave({ purchase: { status: 'ERROR', reads: 1_000, end: 'ERROR' } })
    const failure = { message: 'Insufficient funds in the account.', retryable: false }
    expect(await stage.adapter.book(request, aCall())).toMatchObject({ kind: 'refused', failure })
    expect(await stage.adapter.findJob(request, aCall())).toMatchObject({ kind: 'refused', failure })
  })

  test('with a status that is not known are bought if there is a label', async () => {
    const request = await aBooking()
    const body = { object_id: 'trn_1', status: 'PRINTED', tracking_number: 9205, rate: null, label_url: null, x: 1 }
    stage.server.answerNext({ path: /transactions\/$/, status: 200, body })
    expect(await stage.adapter.book(request, aCall())).toMatchObject({
      kind: 'booked',
      job: { carrierJobId: 'trn_1', trackingNumber: '9205' },
    })
  })

  test.for([
    ['a 500', { status: 500, body: '' }],
    ['truncated JSON', { status: 201, body: '{"object_id": "9' }],
    ['a maintenance page', { status: 200, body: '<html>Soon</html>', headers: { 'content-type': 'text/html' } }],
  ] as const)('answered with %s are unknown, and nothing is bought by looking', async ([, answer]) => {
    const request = await aBooking()
    stage.server.answerNext({ path: /transactions\/$/, ...answer })
    expect(await stage.adapter.book(request, aCall())).toMatchObject({ kind: 'unknown' })
    expect(await stage.adapter.findJob(request, aCall())).toEqual({ kind: 'not_found' })
  })

  test('are not taken for those of another attempt with the same rate', async () => {
    const request = await aBooking()
    await stage.adapter.book(request, aCall())
    expect(await stage.adapter.findJob({ ...request, reference: 'att_other' }, aCall())).toEqual({ kind: 'not_found' })
  })

  test('are not judged by a list that was not filtered', async () => {
    const request = await aBooking()
    const results = [{ object_id: 'trn_1', status: 'SUCCESS', rate: 'another', metadata: 'att_2 usps 1' }]
    stage.server.answerNext({ path: /transactions\/\?/, status: 200, body: { results } })
    expect(await stage.adapter.findJob(request, aCall())).toMatchObject({
      kind: 'failed',
      failure: { code: 'list_not_filtered' },
    })
  })

  test('of several parcels are one job', async () => {
    const request = await aBooking(two, 'ups.next_day_air')
    const booked = await stage.adapter.book(request, aCall())
    const found = await stage.adapter.findJob(request, aCall())
    expect([booked.kind, found.kind]).toEqual(['booked', 'found'])
    if (booked.kind !== 'booked' || found.kind !== 'found') return
    expect(found.job.carrierJobId).toBe(booked.job.carrierJobId)
    const [first, second] = stage.server.transactions().filter(({ rate }) => rate === request.carrierOfferId)
    for (const each of [first, second]) {
      stage.server.reportNews(each?.object_id ?? '', { status: 'DELIVERED', details: 'Delivered' })
      const tracked = await stage.adapter.track(booked.job.carrierJobId, aCall())
      const statuses = tracked.kind === 'facts' ? tracked.facts.map(({ status }) => status) : []
      expect(statuses.includes('delivered')).toBe(each === second)
    }
  })

  test('of several parcels with labels for some of them are undecided', async () => {
    const request = await aBooking(two, 'ups.next_day_air')
    const results = ['SUCCESS', 'ERROR'].map((status, index) => ({
      object_id: `trn_${index}`,
      status,
      rate: request.carrierOfferId,
      metadata: `${request.reference} ups 2`,
    }))
    stage.server.answerNext({ path: /transactions\/\?/, status: 200, body: { results } })
    expect(await stage.adapter.book(request, aCall())).toMatchObject({
      kind: 'unknown',
      failure: { code: 'purchase_partly' },
    })
  })
})

describe('labels', () => {
  test('of several parcels are there by number, in the order of the parcels', async () => {
    const id = await aJob(two, 'ups.next_day_air')
    expect(await label(id)).toMatchObject({ kind: 'no_such_label', failure: { code: 'one_label_per_parcel' } })
    const paths: string[] = []
    for (const number of [1, 2]) {
      expect((await label(id, number)).kind).toBe('label')
      paths.push(stage.server.requests.at(-1)?.path ?? '')
    }
    const { rate } = stage.server.transaction(id)
    const [first, second] = stage.server.transactions().filter((each) => each.rate === rate)
    expect([paths[0]?.includes(first?.object_id ?? '-'), paths[1]?.includes(second?.object_id ?? '-')]).toEqual([
      true,
      true,
    ])
    expect(await label(id, 3)).toMatchObject({ kind: 'no_such_label', failure: { code: 'parcel_unknown' } })
  })

  test('in another form than PDF, of another size, or at another host are not there', async () => {
    const id = await aJob()
    expect(
      await stage.adapter.label({ carrierJobId: id, parcelNumber: null, format: 'zpl', size: '4x6' }, aCall()),
    ).toMatchObject({ kind: 'no_such_label' })
    Object.assign(stage.server.transaction(id), { label_file_type: 'ZPLII' })
    expect(await label(id)).toMatchObject({ kind: 'no_such_label', failure: { code: 'form_unavailable' } })
    Object.assign(stage.server.transaction(id), { label_file_type: null, label_url: 'https://example.com/label.pdf' })
    expect(await label(id)).toMatchObject({ kind: 'failed', failure: { code: 'label_host_unknown' } })
    Object.assign(stage.server.transaction(id), { label_url: null })
    expect(await label(id)).toEqual({ kind: 'not_ready' })
  })

  test('that are too long, or another document, are failed reads', async () => {
    const id = await aJob()
    const pdf = { 'content-type': 'application/pdf' }
    stage.server.answerNext({
      path: /labels/,
      status: 200,
      headers: pdf,
      body: Buffer.alloc(20 * 1024 * 1024, '%PDF-1.4 '),
    })
    expect(await label(id)).toMatchObject({ kind: 'failed', failure: { code: 'malformed_answer' } })
    stage.server.answerNext({ path: /labels/, status: 200, headers: pdf, body: '^XA^XZ' })
    expect((await label(id)).kind).not.toBe('label')
    expect((await label(id)).kind).toBe('label')
  })
})

test('papers for customs come until the label without any is made', async () => {
  const carrierJobId = await aJob()
  const transaction = stage.server.transaction(carrierJobId)
  const papersAfter = async (change: object) => {
    Object.assign(transaction, change)
    const form = { format: 'pdf', size: '4x6', document: 'customs' } as const
    const outcome = await stage.adapter.label({ carrierJobId, parcelNumber: null, ...form }, aCall())
    return outcome.kind === 'no_such_label' ? outcome.failure.code : outcome.kind
  }
  expect(await papersAfter({})).toBe('no_papers')
  expect(await papersAfter({ commercial_invoice_url: transaction.label_url })).toBe('label')
  expect(await papersAfter({ commercial_invoice_url: null, label_url: null })).toBe('not_ready')
  expect(await papersAfter({ status: 'ERROR' })).toBe('label_error')
})

describe('cancellations', () => {
  test('are refused once the label was used', async () => {
    const id = await aJob()
    stage.server.reportNews(id, { status: 'TRANSIT', details: 'In transit' })
    expect(await cancel(id)).toMatchObject({ kind: 'refused', failure: { code: 'refund_rejected' } })
  })

  test.for(['QUEUED', 'PENDING', 'SUCCESS'] as const)('with the refund %s succeed, also twice', async (refund) => {
    const id = await aJob()
    behave({ refund })
    const cancelled = { kind: 'cancelled', refundPending: refund !== 'SUCCESS' }
    expect([await cancel(id), await cancel(id)]).toEqual([cancelled, cancelled])
    expect(sentTo(/refunds/).filter(({ rawBody }) => rawBody.includes(id))).toHaveLength(1)
  })

  test('of a label that was refunded at Shippo in between succeed', async () => {
    const id = await aJob()
    const before = { ...stage.server.transaction(id) }
    Object.assign(stage.server.transaction(id), { status: 'REFUNDED' })
    stage.server.answerNext({ path: new RegExp(`transactions/${id}`), status: 200, body: before })
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: false })
    expect(
      sentTo(/refunds/)
        .at(-1)
        ?.rawBody.toString(),
    ).toContain(id)
  })

  test('of several parcels refund every label', async () => {
    const id = await aJob(two, 'ups.next_day_air')
    expect(await cancel(id)).toEqual({ kind: 'cancelled', refundPending: true })
    const { rate } = stage.server.transaction(id)
    const statuses = stage.server.transactions().flatMap((each) => (each.rate === rate ? [each.status] : []))
    expect(statuses).toEqual(['REFUNDPENDING', 'REFUNDPENDING'])
  })

  test('of one of several parcels are those of the parcel, and end the job with the others', async () => {
    const id = await aJob(two, 'ups.next_day_air')
    const first = stage.server.transaction(id)
    const second = stage.server.transactions().find((each) => each.rate === first.rate && each !== first)
    const listRefunds = async () => {
      const outcome = await stage.adapter.track(id, aCall())
      const facts = outcome.kind === 'facts' ? outcome.facts : []
      return facts.flatMap(({ rawCode, status, parcel }) =>
        parcel?.refund || rawCode.startsWith('all_') ? [[rawCode, status, parcel?.refund ?? null]] : [],
      )
    }
    Object.assign(second ?? {}, { status: 'REFUNDPENDING' })
    expect(await listRefunds()).toEqual([['REFUNDPENDING#2', 'unknown', 'submitted']])
    Object.assign(first, { status: 'REFUNDED' })
    expect(await listRefunds()).toEqual([
      ['REFUNDED#1', 'unknown', 'granted'],
      ['REFUNDPENDING#2', 'unknown', 'submitted'],
      ['all_cancelled', 'cancelled', null],
    ])
  })

  test('are unknown if the answer says neither yes nor no', async () => {
    const id = await aJob()
    stage.server.answerNext({ path: /refunds/, status: 201, body: { status: 'BEAMED_UP' } })
    expect(await cancel(id)).toMatchObject({ kind: 'unknown', failure: { code: 'refund_unclear' } })
  })

  test('and a refund that is rejected later are in the tracking', async () => {
    const id = await aJob()
    await cancel(id)
    const listCodes = async () => {
      const outcome = await stage.adapter.track(id, aCall())
      return outcome.kind === 'facts' ? outcome.facts.map(({ rawCode, status }) => [rawCode, status]) : []
    }
    const labelled = ['PRE_TRANSIT/information_received', 'assigned']
    expect(await listCodes()).toEqual([labelled, ['REFUNDPENDING', 'cancelled']])
    expect(await stage.adapter.track(id, aCall())).toMatchObject({ refundPending: true, charges: [] })
    Object.assign(stage.server.transaction(id), { status: 'REFUNDREJECTED' })
    expect(await listCodes()).toEqual([labelled, ['REFUNDREJECTED', 'unknown']])
    const kept = { chargeId: `${id}/refund_rejected`, type: 'refund_rejected', currency: 'USD', exponent: 2 }
    const track = () => stage.adapter.track(id, aCall())
    expect(await track()).toMatchObject({
      refundPending: false,
      charges: [{ ...kept, amountMinor: expect.any(Number), taxMinor: 0 }],
    })
    stage.server.answerNext({ path: /\/rates\//, status: 404, body: { detail: 'Not found.' } })
    expect(await track()).toMatchObject({ kind: 'facts', charges: [] })
    stage.server.answerNext({ path: /\/rates\//, status: 429, headers: { 'retry-after': '60' }, body: {} })
    // The carrier is asked again for what it keeps.
    expect(await track()).toMatchObject({ kind: 'facts', refundPending: true, charges: [] })
  })

  test('at Shippo of a label without tracking are tracked, and any other label without it fails', async () => {
    const id = await aJob()
    const untracked = { path: /\/tracks\//, status: 404, body: { detail: 'Not found.' } }
    stage.server.answerNext(untracked)
    expect(await stage.adapter.track(id, aCall())).toMatchObject({ kind: 'failed', failure: { httpStatus: 404 } })
    Object.assign(stage.server.transaction(id), { status: 'REFUNDREJECTED' })
    stage.server.answerNext(untracked)
    expect(await stage.adapter.track(id, aCall())).toMatchObject({
      kind: 'facts',
      facts: [{ rawCode: 'REFUNDREJECTED' }],
      refundPending: false,
      charges: [{ type: 'refund_rejected' }],
    })
  })

  test('and the tracking of one parcel are not lost because another parcel has none', async () => {
    const id = await aJob(two, 'ups.next_day_air')
    stage.server.answerNext({ path: /\/tracks\//, status: 404, body: { detail: 'Not found.' } })
    expect(await stage.adapter.track(id, aCall())).toMatchObject({
      kind: 'facts',
      facts: [{ rawCode: 'PRE_TRANSIT/information_received#2', status: 'assigned' }],
    })
  })
})

test('a transaction without our metadata is tracked by the carrier of its rate', async () => {
  const id = await aJob()
  Object.assign(stage.server.transaction(id), { metadata: null })
  expect(await stage.adapter.track(id, aCall())).toMatchObject({ kind: 'facts', facts: [{ status: 'assigned' }] })
  expect(sentTo(/tracks/).at(-1)?.path).toMatch(/\/tracks\/usps\/9205/)
})
