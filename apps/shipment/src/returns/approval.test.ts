import type { AppError } from '@waybill/contracts/app-error'
import type { Shipment } from '@waybill/contracts/shipment'
import { type Approval, noReturnRules } from '@waybill/contracts/shipments/return-rules'
import type { ReturnTerms } from '@waybill/contracts/shipments/returns'
import { parcel } from '@waybill/contracts/testing/records'
import { expect, test } from 'vitest'
import { aShipment } from '../testing/shipment.ts'
import { decide, isApprovedByRule } from './approval.ts'

const now = new Date('2026-12-02T10:00:00Z')
const cause = { at: now, requestId: null, idempotencyKey: null }
const item = { quantity: 2, unit_value: { amount: '20.00', currency: 'GBP' } }
const shirts = parcel({ parcelId: 'pcl_a', items: [item as never] })
const terms: ReturnTerms = {
  return_of: 'shp_0',
  reason: 'broken',
  note: null,
  pay: null,
  label: 'paper',
  goods: [{ parcel_id: 'pcl_a', items: [{ index: 0, quantity: 2, reason: 'broken' }] }],
  by_recipient: true,
}
const delivery = aShipment({ shipmentId: 'shp_0', status: 'delivered', bookingId: 'bkg_0', parcels: [shirts] })
const asked = (values: Partial<Shipment> = {}) =>
  aShipment({ shipmentId: 'shp_1', status: 'ready', bookingId: null, returnTerms: terms, ...values })
const any: Approval = { reasons: null, countries: null, days: null, max_value: null }

function isApproved(approve: Approval | null, { returns = [] as Shipment[], parcels = [shirts], daysAgo = 3 } = {}) {
  const none = noReturnRules('env_1')
  const rules = { ...none, fields: { ...none.fields, enabled: true, approve } }
  const deliveredAt = new Date(now.getTime() - daysAgo * 86_400_000)
  return isApprovedByRule({ shipment: delivery, returns, rules, deliveredAt }, { terms, parcels }, now)
}

test.each<[string, Approval | null, boolean]>([
  ['no rule', null, false],
  ['any request', any, true],
  ['the reason', { ...any, reasons: ['broken', 'lost'] }, true],
  ['another reason', { ...any, reasons: ['lost'] }, false],
  ['the country', { ...any, countries: [delivery.dropoffAddress.country] }, true],
  ['another country', { ...any, countries: ['FR'] }, false],
  ['the last day', { ...any, days: 3 }, true],
  ['a day later', { ...any, days: 2 }, false],
  ['the value', { ...any, max_value: { amount: '40.00', currency: 'GBP' } }, true],
  ['more than the value', { ...any, max_value: { amount: '39.99', currency: 'GBP' } }, false],
  ['another currency', { ...any, max_value: { amount: '400.00', currency: 'EUR' } }, false],
])('a rule decides by %s', (_name, approve, expected) => {
  expect(isApproved(approve)).toBe(expected)
})

test('a value that is not known, a reason that is missing, and a second request do not fit a rule', () => {
  const unvalued = parcel({ parcelId: 'pcl_a', items: [], declaredValueMinor: 0 })
  expect(isApproved({ ...any, max_value: { amount: '40.00', currency: 'GBP' } }, { parcels: [unvalued] })).toBe(false)
  for (const status of ['ready', 'cancelled', 'delivered'] as const)
    expect(isApproved(any, { returns: [asked({ status })] })).toBe(false)
  const byMerchant = asked({ returnTerms: (({ by_recipient: _, ...own }) => own)(terms) })
  expect(isApproved(any, { returns: [byMerchant] })).toBe(true)
})

test('an approval leaves the return to be booked, and the same answer again changes nothing', () => {
  const { shipment, events } = decide(asked(), { outcome: 'approved', note: null }, 'usr_1', cause)
  expect(shipment).toMatchObject({
    status: 'ready',
    bookingId: null,
    returnTerms: { decision: { outcome: 'approved', note: null, decided_by: 'usr_1', decided_at: now.toISOString() } },
  })
  expect(events.map(({ type }) => type)).toEqual(['shipment.updated'])
  expect(decide(shipment, { outcome: 'approved', note: null }, 'usr_2', cause).events).toEqual([])
})

test('a refusal cancels the return with its reason, also after an approval, and is final', () => {
  const approved = decide(asked(), { outcome: 'approved', note: null }, 'usr_1', cause).shipment
  const { shipment, events } = decide(approved, { outcome: 'refused', note: 'Worn.' }, 'usr_1', cause)
  expect(shipment).toMatchObject({
    status: 'cancelled',
    returnTerms: { decision: { outcome: 'refused', note: 'Worn.' } },
  })
  expect(events.map(({ type }) => type)).toEqual(['shipment.updated', 'shipment.cancelled'])
  expect(decide(shipment, { outcome: 'refused', note: 'Worn.' }, 'usr_1', cause).events).toEqual([])
  expect(() => decide(shipment, { outcome: 'approved', note: null }, 'usr_1', cause)).toThrow(/is cancelled already/)
})

test.each<[string, Partial<Shipment>, AppError['code']]>([
  ['is booked', { bookingId: 'bkg_1' }, 'return_not_decidable'],
  ['is being booked', { claimId: 'op_1', claimKind: 'book' }, 'shipment_busy'],
  ['the merchant made', { returnTerms: (({ by_recipient: _, ...own }) => own)(terms) }, 'return_not_decidable'],
  ['is no return', { returnTerms: null }, 'return_not_decidable'],
])('what %s is not decided', (_name, values, code) => {
  for (const outcome of ['approved', 'refused'] as const)
    expect(() => decide(asked(values), { outcome, note: 'x' }, 'usr_1', cause)).toThrow(
      expect.objectContaining({ code }),
    )
})
