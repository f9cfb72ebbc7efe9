import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import type { ManifestSupport } from '@waybill/carriers/carrier-descriptor'
import { expect, test } from 'vitest'
import { afterStep, type Manifest, type StepResult } from './manifest.ts'

const now = new Date('2026-12-01T18:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const aManifest = (overrides: Partial<Manifest> = {}): Manifest => ({
  environmentId: 'env_1',
  manifestId: 'mnf_1',
  merchantId: 'mer_1',
  livemode: false,
  requestId: 'req_1',
  carrierCode: 'eco_parcel',
  carrierAccountId: 'cac_1',
  status: 'creating',
  step: 'file',
  shipDate: '2026-12-01',
  address: null,
  jobs: [
    { bookingId: 'bkg_1', carrierJobId: 'job_1', trackingNumber: 'T1' },
    { bookingId: 'bkg_2', carrierJobId: 'job_2', trackingNumber: 'T2' },
  ],
  leftOut: [],
  carrierManifestId: null,
  number: null,
  inDoubt: true,
  sentAt: now,
  notFoundSeen: 0,
  error: null,
  completedAt: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
  hasDocument: false,
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
const finds: ManifestSupport = { recovery: { kind: 'find', settleMs: 3_600_000 } }
const after = (manifest: Manifest, result: StepResult, { wasInDoubt = false, at = now } = {}) =>
  afterStep(manifest, result, { support: finds, wasInDoubt, now: at }).manifest
const answered = (isCreated: boolean): StepResult => ({
  kind: 'manifest',
  manifest: { carrierManifestId: 'm1', isCreated, number: null },
})
const refused = (...ids: string[]): StepResult => ({
  kind: 'refused',
  failure,
  jobs: ids.map((carrierJobId) => ({ carrierJobId, message: `${carrierJobId} is void` })),
})

test('a manifest that its carrier makes is followed, for a day at most, and its labels stay in it', () => {
  const followed = after(aManifest(), answered(false))
  expect(followed).toMatchObject({ status: 'creating', step: 'follow', carrierManifestId: 'm1', inDoubt: true })
  const created = after(followed, answered(true))
  expect(created).toMatchObject({ status: 'created', step: 'document', inDoubt: false, completedAt: now })
  const endless = after(followed, answered(false), { at: later(25) })
  expect(endless).toMatchObject({ status: 'failed', inDoubt: true, error: { code: 'carrier_timeout' } })
})

test('labels that the carrier names are left out and the others are sent again; without names it fails', () => {
  const rest = after(aManifest(), refused('job_2'))
  expect(rest).toMatchObject({ step: 'file', inDoubt: false, jobs: [{ bookingId: 'bkg_1' }] })
  expect(rest.leftOut).toEqual([
    { booking_id: 'bkg_2', code: 'refused', message: 'the carrier did not take it: job_2 is void' },
  ])
  for (const result of [refused(), refused('job_1', 'job_2')])
    expect(after(aManifest(), result)).toMatchObject({
      status: 'failed',
      step: null,
      inDoubt: false,
      error: { code: 'carrier_refused' },
    })
})

test('a lost answer leaves doubt until the manifest is found or not found twice after the settle time', () => {
  const lost = after(aManifest(), { kind: 'later', failure, doubt: true })
  expect(lost).toMatchObject({ inDoubt: true, step: 'file', status: 'creating' })
  const early = after(lost, { kind: 'not_found' }, { wasInDoubt: true })
  expect(early).toMatchObject({ inDoubt: true, notFoundSeen: 0 })
  const first = after(lost, { kind: 'not_found' }, { wasInDoubt: true, at: later(1) })
  expect(first).toMatchObject({ inDoubt: true, notFoundSeen: 1 })
  expect(after(first, { kind: 'not_found' }, { wasInDoubt: true, at: later(1) })).toMatchObject({
    inDoubt: false,
    step: 'file',
  })
})

test('a manifest that its carrier may still make is looked for again before the settle time has passed', () => {
  const judged = { support: finds, wasInDoubt: true, now: later(0.1) }
  expect(afterStep(aManifest(), { kind: 'not_found' }, judged)).toMatchObject({
    manifest: { inDoubt: true, notFoundSeen: 0 },
    waitMs: null,
  })
})

test('a carrier that cannot be asked fails the manifest after an hour, and one in doubt after a day', () => {
  const unsent: StepResult = { kind: 'later', failure, doubt: false }
  expect(after(aManifest(), unsent, { at: later(0.9) })).toMatchObject({ status: 'creating', inDoubt: false })
  expect(after(aManifest(), unsent, { at: later(1.1) })).toMatchObject({
    status: 'failed',
    inDoubt: false,
    error: { code: 'carrier_unavailable' },
  })
  expect(after(aManifest(), unsent, { wasInDoubt: true, at: later(23) })).toMatchObject({ status: 'creating' })
  expect(after(aManifest(), unsent, { wasInDoubt: true, at: later(25) })).toMatchObject({
    status: 'failed',
    inDoubt: true,
    error: { code: 'carrier_timeout' },
  })
})

test('a document that does not come leaves the manifest created, with the reason', () => {
  const created = aManifest({ status: 'created', step: 'document', inDoubt: false, completedAt: now })
  const unsent: StepResult = { kind: 'later', failure, doubt: false }
  expect(after(created, unsent)).toBe(created)
  expect(after(created, unsent, { at: later(25) })).toMatchObject({
    status: 'created',
    step: null,
    error: { code: 'carrier_unavailable' },
  })
})
