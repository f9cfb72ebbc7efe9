/**
 * Every adapter against answers with fields left out, null, of another type, unknown or new. Whatever a carrier answers, an adapter does
 * not throw, a refusal proves that nothing was bought, and what follows an unknown outcome ends with one job at most.
 */
import { newId } from '@waybill/contracts/ids'
import { isCurrency } from '@waybill/contracts/values/money'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BookOutcome, BookRequest, CarrierAdapter, CarrierCall, CarrierJob, Offer } from '../carrier-adapter.ts'
import type { RunningVendor } from '../conformance/test-carrier.ts'
import { carriersFor } from '../registry.ts'
import { type ChangedAnswers, someChanges, startChangedAnswers } from './changed-answers.ts'
import { realTestCarriers } from './real-carriers.ts'

const RUNS = 40
/** Enough for answers of this machine; a purchase that an adapter follows ends then. */
const DEADLINE_MS = 1_500

const read = ['offers', 'not_served', 'facts', 'found', 'not_found', 'label', 'not_ready', 'no_such_label', 'failed']
const written = ['drafted', 'booked', 'cancelled', 'updated', 'refused', 'unknown', 'not_sent']

const isTime = (at: Date): boolean => at instanceof Date && !Number.isNaN(at.getTime())

function expectOffer({ currency, exponent, amountMinor, taxMinor, serviceCode, ...offer }: Offer): void {
  expect(isCurrency(currency)).toBe(true)
  expect([amountMinor, taxMinor, exponent].every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true)
  expect([offer.etaFromAt, offer.etaToAt, offer.expiresAt].every(isTime)).toBe(true)
  expect(offer.etaFromAt.getTime()).toBeLessThanOrEqual(offer.etaToAt.getTime())
  expect(serviceCode).not.toBe('')
}

describe.each(realTestCarriers)('$descriptor.carrierCode', ({ descriptor, start }) => {
  let vendor: RunningVendor
  let answers: ChangedAnswers
  let adapter: CarrierAdapter
  beforeAll(async () => {
    vendor = await start()
    answers = await startChangedAnswers(vendor.url)
    const carriers = carriersFor({ simulatorUrl: null, simulatorKey: '', trustedUrls: [answers.url] })
    adapter = carriers.get(descriptor.carrierCode) as CarrierAdapter
  })
  afterAll(async () => {
    await answers?.stop()
    await vendor?.stop()
  })

  /** Calls under a new account. A call with `changes` gets changed answers; the others get them as the vendor sends them. */
  function anAccount() {
    const carrierAccountId = newId('cac')
    const credentials = vendor.addAccount(carrierAccountId)
    const account = { carrierAccountId, environmentId: 'env_1', livemode: false, credentials, endpoint: answers.url }
    const idempotencyKey = newId('att')
    return (changes: Parameters<ChangedAnswers['change']>[0] = []): CarrierCall => {
      answers.change(changes)
      return { account, idempotencyKey, requestId: newId('req'), deadlineAt: new Date(Date.now() + DEADLINE_MS) }
    }
  }

  /** A request for the first offer of calm answers, with its draft. */
  async function aRequest(call: CarrierCall): Promise<BookRequest> {
    const { served } = vendor.subject()
    const quoted = await adapter.quote(served, call)
    if (quoted.kind !== 'offers' || !quoted.offers[0]) throw new Error(`no offer: ${JSON.stringify(quoted)}`)
    const { serviceCode, carrierOfferId } = quoted.offers[0]
    const texts = { pickupInstructions: null, dropoffInstructions: null, callbackUrl: null }
    const request = { ...served, reference: newId('att'), merchantOrderRef: 'ORDER-1', serviceCode, carrierOfferId }
    const drafted = await adapter.draft?.({ ...request, ...texts }, call)
    if (drafted && drafted.kind !== 'drafted') throw new Error(`no draft: ${JSON.stringify(drafted)}`)
    return { ...request, ...texts, draftId: drafted?.draftId ?? null }
  }

  /** As booking does: what is unknown is found or, where that buys nothing twice, repeated. */
  async function settle(first: BookOutcome, request: BookRequest, call: CarrierCall): Promise<CarrierJob | null> {
    if (first.kind === 'booked') return first.job
    if (first.kind !== 'unknown') return null
    if (descriptor.bookRecovery.kind === 'lookup_by_reference') {
      const found = await adapter.findJob(request, call)
      if (found.kind === 'found') return found.job
      throw new Error(`a purchase is not found: ${JSON.stringify([first, found])}`)
    }
    const again = await adapter.book(request, call)
    if (again.kind === 'booked') return again.job
    throw new Error(`a purchase is not known: ${JSON.stringify([first, again])}`)
  }

  test('quotes have whole offers or a reason', async () => {
    await fc.assert(
      fc.asyncProperty(someChanges, async (changes) => {
        const quoted = await adapter.quote(vendor.subject().served, anAccount()(changes))
        expect(read).toContain(quoted.kind)
        if (quoted.kind === 'offers') quoted.offers.forEach(expectOffer)
        else expect(quoted.kind === 'failed' ? quoted.failure.message : quoted.message).not.toBe('')
      }),
      { numRuns: RUNS },
    )
  })

  test('a purchase is known, and made once', async () => {
    await fc.assert(
      fc.asyncProperty(someChanges, async (changes) => {
        const call = anAccount()
        const request = await aRequest(call())
        const before = vendor.jobs().length
        const outcome = await adapter.book(request, call(changes))
        expect(written).toContain(outcome.kind)
        const job = await settle(outcome, request, call())
        const bought = vendor.jobs().slice(before)
        expect(bought.map(({ carrierJobId }) => carrierJobId)).toEqual(job === null ? [] : [job.carrierJobId])
      }),
      { numRuns: RUNS },
    )
  })

  test('reads of a job and its label end with an outcome', async () => {
    const call = anAccount()
    const request = await aRequest(call())
    const job = await settle(await adapter.book(request, call()), request, call())
    if (job === null) throw new Error('nothing was bought')
    await vendor.subject().server.advance(job.carrierJobId, 'delivered')
    const { carrierJobId } = job
    const [form = { format: 'pdf', size: '4x6' } as const] = descriptor.labels
    await fc.assert(
      fc.asyncProperty(someChanges, async (changes) => {
        const tracked = await adapter.track(carrierJobId, call(changes))
        expect(read).toContain(tracked.kind)
        if (tracked.kind === 'facts') {
          expect(tracked.facts.every((fact) => fact.carrierJobId === carrierJobId && isTime(fact.occurredAt))).toBe(
            true,
          )
        }
        const found = await adapter.findJob(request, call(changes))
        expect([...read, 'refused']).toContain(found.kind)
        const label = await adapter.label({ carrierJobId, parcelNumber: null, ...form }, call(changes))
        expect(read).toContain(label.kind)
      }),
      { numRuns: RUNS },
    )
  })

  test('a cancellation that is reported has happened', async () => {
    await fc.assert(
      fc.asyncProperty(someChanges, async (changes) => {
        const call = anAccount()
        const request = await aRequest(call())
        const job = await settle(await adapter.book(request, call()), request, call())
        if (job === null) throw new Error('nothing was bought')
        const { carrierJobId } = job
        const cancelled = await adapter.cancel({ carrierJobId, reasonCode: 'other' }, call(changes))
        expect(written).toContain(cancelled.kind)
        const isLive = vendor.jobs().find((each) => each.carrierJobId === carrierJobId)?.isLive
        if (cancelled.kind === 'cancelled') expect(isLive).toBe(false)
        if (cancelled.kind === 'refused' || cancelled.kind === 'not_sent') expect(isLive).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})
