import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { PickupSupport } from '@waybill/carriers/carrier-descriptor'
import type { Address } from '@waybill/contracts/values/address'
import { expect, test } from 'vitest'
import {
  afterStep,
  instructionsProblems,
  otherPlaceRefusal,
  type Pickup,
  placeProblems,
  type StepResult,
  withCancellation,
} from './pickup.ts'

const now = new Date('2026-12-01T08:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const aPickup = (overrides: Partial<Pickup> = {}): Pickup => ({
  environmentId: 'env_1',
  pickupId: 'pku_1',
  merchantId: 'mer_1',
  livemode: false,
  requestId: 'req_1',
  carrierCode: 'eco_parcel',
  carrierAccountId: 'cac_1',
  status: 'requested',
  step: 'schedule',
  windowFrom: later(60),
  windowTo: later(120),
  address: { city: 'London' } as Address,
  instructions: null,
  jobs: [],
  bookingIds: [],
  maxPrice: null,
  draftId: null,
  carrierPickupId: null,
  confirmation: null,
  price: null,
  inDoubt: true,
  sentAt: now,
  notFoundSeen: 0,
  error: null,
  cancelRequestedAt: null,
  scheduledAt: null,
  cancelledAt: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
  ...overrides,
})

const failure: CarrierFailure = {
  carrierCode: 'eco_parcel',
  code: 'timeout',
  message: 'No answer.',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
}
const finds: PickupSupport = { recovery: { kind: 'find', settleMs: 60_000 }, cancels: true }
const repeats: PickupSupport = { recovery: { kind: 'repeat' }, cancels: true }
const after = (
  pickup: Pickup,
  result: StepResult,
  {
    support = repeats,
    wasInDoubt = false,
    at = now,
  }: { support?: PickupSupport; wasInDoubt?: boolean; at?: Date } = {},
) => afterStep(pickup, result, { support, wasInDoubt, now: at })

test('a call that was not sent leaves no doubt, an unknown one does, and it stays until the outcome is known', () => {
  expect(after(aPickup(), { kind: 'later', failure, doubt: false }).pickup).toMatchObject({
    inDoubt: false,
    sentAt: null,
  })
  expect(after(aPickup(), { kind: 'later', failure, doubt: true }).pickup).toMatchObject({ inDoubt: true, sentAt: now })
  const repeat = after(aPickup(), { kind: 'later', failure, doubt: false }, { wasInDoubt: true })
  expect(repeat.pickup).toMatchObject({ inDoubt: true, step: 'schedule', status: 'requested' })
})

test('a pickup that is not found is scheduled again only after the settle time, and the second time', () => {
  const early = after(aPickup(), { kind: 'not_found' }, { support: finds, wasInDoubt: true, at: later(0.5) })
  expect(early).toMatchObject({ waitMs: 30_000, pickup: { inDoubt: true, notFoundSeen: 0 } })
  const first = after(aPickup(), { kind: 'not_found' }, { support: finds, wasInDoubt: true, at: later(1) })
  expect(first.pickup).toMatchObject({ inDoubt: true, notFoundSeen: 1 })
  const second = after(first.pickup, { kind: 'not_found' }, { support: finds, wasInDoubt: true, at: later(1) })
  expect(second.pickup).toMatchObject({ inDoubt: false, sentAt: null, step: 'schedule', status: 'requested' })
  const cancelling = { ...first.pickup, cancelRequestedAt: now }
  const ended = after(cancelling, { kind: 'not_found' }, { support: finds, wasInDoubt: true, at: later(1) })
  expect(ended.pickup).toMatchObject({ status: 'cancelled', step: null })
})

test('a refusal proves that nothing is scheduled, unless an earlier answer to the same call was lost', () => {
  const refused: StepResult = { kind: 'refused', failure }
  expect(after(aPickup(), refused).pickup).toMatchObject({ status: 'failed', error: { code: 'carrier_refused' } })
  const repeated = after(aPickup(), refused, { wasInDoubt: true })
  expect(repeated.pickup).toMatchObject({ status: 'unknown', error: { code: 'carrier_timeout' } })
})

test('after the window nothing is tried any more, and the error says whether the carrier may come', () => {
  const over = later(121)
  const lost = after(aPickup(), { kind: 'later', failure, doubt: true }, { at: over })
  expect(lost.pickup).toMatchObject({ status: 'unknown', error: { code: 'carrier_timeout' } })
  const unsent = after(aPickup(), { kind: 'later', failure, doubt: false }, { at: over })
  expect(unsent.pickup).toMatchObject({ status: 'failed', error: { code: 'carrier_unavailable' } })
})

test('a pickup of a carrier that cannot be asked is sent once, and unknown if its answer is lost', () => {
  const support: PickupSupport = { recovery: { kind: 'none' }, cancels: false }
  const unsent = after(aPickup(), { kind: 'later', failure, doubt: false }, { support })
  expect(unsent.pickup).toMatchObject({ status: 'requested', step: 'schedule', inDoubt: false })
  const unknown = { status: 'unknown', step: null, error: { code: 'carrier_timeout' } }
  const lost = after(aPickup(), { kind: 'later', failure, doubt: true }, { support })
  expect(lost.pickup).toMatchObject(unknown)
  const killed = after(aPickup(), { kind: 'later', failure, doubt: false }, { support, wasInDoubt: true })
  expect(killed.pickup).toMatchObject(unknown)
  expect(() => withCancellation(killed.pickup, false, now)).toThrow('Ask the carrier.')
})

test('a draft is bought unless it costs more than the merchant allows', () => {
  const price = { currency: 'USD', exponent: 2, amountMinor: 725 }
  const drafted: StepResult = { kind: 'drafted', draftId: 'pickup_1', price }
  const prepare = aPickup({ step: 'prepare', inDoubt: false, sentAt: null })
  expect(after(prepare, drafted).pickup).toMatchObject({ step: 'schedule', draftId: 'pickup_1', price })
  for (const maxPrice of [
    { currency: 'USD', exponent: 2, amountMinor: 700 },
    { currency: 'EUR', exponent: 2, amountMinor: 9_900 },
  ]) {
    const refused = after({ ...prepare, maxPrice }, drafted).pickup
    expect(refused).toMatchObject({ status: 'failed', step: null, error: { code: 'pickup_too_expensive' } })
  }
  const most = { ...prepare, maxPrice: { currency: 'USD', exponent: 3, amountMinor: 7_250 } }
  expect(after(most, drafted).pickup.step).toBe('schedule')
})

test('a pickup that is confirmed after its cancellation was asked for is cancelled at the carrier', () => {
  const pickup = { carrierPickupId: 'p1', confirmation: 'P1', price: null }
  const confirmed = after(aPickup({ cancelRequestedAt: now }), { kind: 'scheduled', pickup }).pickup
  expect(confirmed).toMatchObject({ status: 'scheduled', step: 'cancel' })
  expect(after(confirmed, { kind: 'cancelled' }).pickup).toMatchObject({ status: 'cancelled', step: null })
  expect(after(aPickup(), { kind: 'scheduled', pickup }).pickup.step).toBeNull()
})

test('a cancellation is done at once before the carrier is asked, and refused where its API cannot', () => {
  const untried = aPickup({ inDoubt: false, sentAt: null })
  expect(withCancellation(untried, false, now)).toMatchObject({ status: 'cancelled', step: null })
  expect(withCancellation(aPickup(), true, now)).toMatchObject({ status: 'requested', cancelRequestedAt: now })
  const confirmed = aPickup({ status: 'scheduled', step: null, inDoubt: false, confirmation: 'P1' })
  expect(withCancellation(confirmed, true, now)).toMatchObject({ step: 'cancel' })
  expect(() => withCancellation(confirmed, false, now)).toThrow('Call the carrier with the number P1.')
  expect(() => withCancellation(aPickup({ status: 'failed' }), true, now)).toThrow('Nothing is left to cancel.')
  const cancelled = aPickup({ status: 'cancelled', step: null })
  expect(withCancellation(cancelled, true, now)).toBe(cancelled)
})

test('instructions that a carrier does not take whole are refused with both lengths', () => {
  const carrier = { name: 'UPS', pickups: { ...repeats, instructions: 57 } }
  expect(instructionsProblems('x'.repeat(58), carrier)).toMatchObject([
    {
      pointer: '/instructions',
      code: 'too_long',
      message: expect.stringContaining('has 58 characters, and UPS takes at most 57'),
    },
  ])
  for (const given of ['x'.repeat(57), null]) expect(instructionsProblems(given, carrier)).toEqual([])
  expect(instructionsProblems('x'.repeat(300), { name: 'Eco Parcel', pickups: finds })).toEqual([])
})

test('a carrier that comes to the place of the labels takes another contact there, and no other place', () => {
  const onLabels = { name: 'Ada', address_line_1: '1 High St', city: 'London', country: 'GB' } as Address
  const carrier = { name: 'ShipEngine', pickups: { ...finds, atLabels: true as const } }
  expect(placeProblems({ ...onLabels, name: 'Grace' }, onLabels, carrier)).toEqual([])
  const elsewhere = { ...onLabels, city: 'Leeds' }
  expect(placeProblems(elsewhere, onLabels, carrier)).toMatchObject([{ pointer: '/address/city', code: 'not_allowed' }])
  expect(placeProblems(elsewhere, onLabels, { ...carrier, pickups: finds })).toEqual([])
  expect(placeProblems({ ...onLabels, address_line_1: '1 HIGH st ' }, onLabels, carrier)).toEqual([])
  const abroad = { ...elsewhere, address_line_2: 'Floor 2', country: 'US' }
  expect(placeProblems(abroad, { ...onLabels, town: 'Soho' }, carrier).map(({ pointer }) => pointer)).toEqual([
    '/address/address_line_2',
    '/address/town',
    '/address/city',
    '/address/country',
  ])
  expect(otherPlaceRefusal(elsewhere, { pickups: finds })).toBeNull()
  expect(otherPlaceRefusal(null, { pickups: finds })).toContain('or an address')
  for (const given of [null, onLabels]) expect(otherPlaceRefusal(given, carrier)).toMatch(/send it alone$/)
})

const reports: PickupSupport = { ...repeats, reports: true }
const live = aPickup({ status: 'scheduled', step: 'follow', inDoubt: false })
const report = (kind: 'changed' | 'missed' | 'cancelled' | null): StepResult => ({
  kind: 'pickup',
  report: kind,
  said: '004',
})

test('reports of the carrier are read hourly from 12 hours before the window until 6 hours after it', () => {
  const soon = after(
    aPickup(),
    { kind: 'scheduled', pickup: { carrierPickupId: 'p', confirmation: null, price: null } },
    { support: reports },
  )
  expect(soon).toMatchObject({ waitMs: 3_600_000, pickup: { status: 'scheduled', step: 'follow' } })
  const far = after({ ...live, windowFrom: later(60 * 36), windowTo: later(60 * 40) }, report(null), {
    support: reports,
  })
  expect(far).toMatchObject({ waitMs: 24 * 3_600_000, pickup: { step: 'follow' } })
  const over = after(live, { kind: 'later', failure, doubt: false }, { support: reports, at: later(60 * 9) })
  expect(over.pickup).toMatchObject({ status: 'scheduled', step: null, error: null })
  const erased = after({ ...live, address: null }, report(null), { support: reports })
  expect(erased.pickup).toMatchObject({ status: 'scheduled', step: null })
})

test('reports of the carrier make a pickup changed, missed or cancelled, and a changed one may still be cancelled', () => {
  const changed = after(live, report('changed'), { support: reports }).pickup
  expect(changed).toMatchObject({ status: 'changed', step: 'follow', error: null })
  expect(withCancellation(changed, true, now)).toMatchObject({ step: 'cancel' })
  const missed = after(changed, report('missed'), { support: reports }).pickup
  expect(missed).toMatchObject({ status: 'missed', step: null, error: { code: 'carrier_refused' } })
  expect(() => withCancellation(missed, true, now)).toThrow('is missed. Nothing is left')
  expect(after(live, report('cancelled'), { support: reports }).pickup).toMatchObject({
    status: 'cancelled',
    error: { code: 'carrier_refused' },
  })
})

test('reports are read on after a cancellation that the carrier refuses', () => {
  const cancelling = { ...live, step: 'cancel' as const, cancelRequestedAt: now }
  expect(after(cancelling, { kind: 'refused', failure }, { support: reports }).pickup).toMatchObject({
    status: 'scheduled',
    step: 'follow',
  })
})
