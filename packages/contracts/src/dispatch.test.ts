import { expect, test } from 'vitest'
import {
  completeDispatch,
  defaultDispatch,
  dispatchFromMessage,
  dispatchMessage,
  maxTotal,
  mayBook,
  toDispatch,
} from './dispatch.ts'
import { createOnDemandShipmentSchema } from './requests/shipment-documents.ts'
import { parseDocument } from './requests/validation.ts'

const address = { address_line_1: '12 Market Street', city: 'London', country: 'GB' }
const document = (dispatch: unknown) => ({
  merchant_order_ref: 'ORDER-1',
  pickup_address: address,
  dropoff_address: address,
  parcels: [{ title: 'Bread', weight_kg: 1, length_cm: 1, width_cm: 1, height_cm: 1 }],
  dispatch,
})
const parsed = (dispatch: unknown) =>
  toDispatch(parseDocument(createOnDemandShipmentSchema, document(dispatch)).dispatch, {
    currency: 'GBP',
    windowMinutes: 10,
  })

test('a request without limits gets the defaults', () => {
  expect(parsed(undefined)).toEqual(defaultDispatch)
  expect(parsed(null)).toEqual(defaultDispatch)
  expect(parsed({})).toEqual(defaultDispatch)
  expect(parsed({ max_attempts: null, carrier_codes: null, currency: null })).toEqual(defaultDispatch)
})

test('a fraction in place of a whole number is named beside the other wrong limits', () => {
  const read = () => parsed({ max_attempts: 2.5, max_total_amount: '25.123', currency: 'GBP' })
  expect(read).toThrow(
    expect.objectContaining({
      details: [
        expect.objectContaining({
          field: 'dispatch.max_attempts',
          code: 'invalid_type',
          message: 'must be a whole number',
        }),
        expect.objectContaining({ field: 'dispatch.max_total_amount' }),
      ],
    }),
  )
})

test('the window of the installation is shown, unless the request has one', () => {
  const shown = (dispatch: unknown) =>
    toDispatch(parseDocument(createOnDemandShipmentSchema, document(dispatch)).dispatch, {
      currency: 'GBP',
      windowMinutes: 25,
    }).window_minutes
  expect([undefined, {}, { window_minutes: null }, { window_minutes: 3 }].map(shown)).toEqual([25, 25, 25, 3])
})

test.for([
  [30, '30.00'],
  ['30', '30.00'],
  [' 12.5 ', '12.50'],
  ['12.500', '12.50'],
] as const)('a maximum of %j is %j in the currency of the pickup country', ([sent, shown]) => {
  const dispatch = parsed({ max_total_amount: sent })
  expect(dispatch).toMatchObject({ max_total_amount: shown, currency: 'GBP' })
  expect(maxTotal(dispatch)).toEqual({ currency: 'GBP', exponent: 2, amountMinor: Number(shown) * 100 })
})

test.for([
  [{ max_total_amount: '12.345' }, 'dispatch.max_total_amount', 'must have at most 2 decimal places, as GBP has'],
  [
    { max_total_amount: 1.5, currency: 'JPY' },
    'dispatch.max_total_amount',
    'must be a whole number: JPY has no decimal places',
  ],
  [{ max_total_amount: 0 }, 'dispatch.max_total_amount', 'must be greater than 0'],
  [{ max_total_amount: '-1' }, 'dispatch.max_total_amount', 'must be greater than 0'],
  [{ max_total_amount: 'ten' }, 'dispatch.max_total_amount', 'must be an amount such as "30.00"'],
  [{ max_total_amount: {} }, 'dispatch.max_total_amount', 'must be an amount such as "30.00"'],
  [{ currency: 'EUR' }, 'dispatch.currency', 'needs max_total_amount'],
  [{ max_total_amount: 1, currency: 'XXX' }, 'dispatch.currency', 'must be an ISO 4217 currency code such as GBP'],
  [{ carrier_codes: [] }, 'dispatch.carrier_codes', 'must have at least one entry'],
  [{ max_attempts: 21 }, 'dispatch.max_attempts', 'must be at most 20'],
  [{ window_minutes: 0 }, 'dispatch.window_minutes', 'must be at least 1'],
  [{ pickup_late_after_minutes: 1.5 }, 'dispatch.pickup_late_after_minutes', 'must be a whole number'],
  [{ deliver_by: '2020-01-01T00:00:00Z' }, 'dispatch.deliver_by', 'must be in the future'],
  [{ max_attempt: 1 }, 'dispatch.max_attempt', 'is not a known field. Did you mean max_attempts?'],
] as const)('%j is refused: %s %s', ([dispatch, field, message]) => {
  expect(() => parsed(dispatch)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ field, message })] }),
  )
})

test('a currency may be in lower case', () => {
  expect(parsed({ max_total_amount: '30', currency: 'eur' })).toMatchObject({
    max_total_amount: '30.00',
    currency: 'EUR',
  })
})

test('limits are the same after a message', () => {
  const dispatch = parsed({
    max_total_amount: '30',
    carrier_codes: ['swift_courier', 'swift_courier'],
    service_codes: ['swift_now'],
    carried_by: ['USPS', 'USPS', 'UPS'],
    deliver_by: '2099-01-01T12:00:00+01:00',
    max_attempts: 2,
    window_minutes: 30,
    pickup_late_after_minutes: 15,
  })
  expect(dispatch).toMatchObject({
    carrier_codes: ['swift_courier'],
    carried_by: ['USPS', 'UPS'],
    deliver_by: '2099-01-01T11:00:00.000Z',
  })
  for (const each of [dispatch, defaultDispatch]) expect(dispatchFromMessage(dispatchMessage(each))).toEqual(each)
})

test('services that a named carrier carries behind an aggregator may be booked, in any case of the name', () => {
  const service = { carrierCode: 'easypost', serviceCode: 'usps.priority', onDemand: false, carriedBy: 'USPS' }
  const allowed = (limits: Partial<typeof defaultDispatch>, of: Parameters<typeof mayBook>[1] = service) =>
    mayBook({ ...defaultDispatch, ...limits }, of)
  expect(allowed({ carried_by: ['ups', 'usps'] })).toBe(true)
  expect(allowed({ carried_by: ['usps'], carrier_codes: ['shippo'] })).toBe(false)
  expect(allowed({ carried_by: ['UPS'], service_codes: ['usps.priority'] })).toBe(false)
  const courier = { carrierCode: 'swift', serviceCode: 'now', onDemand: true }
  expect(allowed({ carried_by: ['usps'] }, courier)).toBe(false)
  expect(allowed({ carried_by: ['usps'] }, { ...courier, carriedBy: null })).toBe(false)
})

test('limits of an earlier version lack the carriers behind aggregators', () => {
  const { carried_by: _, ...older } = defaultDispatch
  expect(completeDispatch(older)).toEqual(defaultDispatch)
})

test('only services on demand may be booked, unless the merchant names some', () => {
  const courier = { carrierCode: 'swift', serviceCode: 'now', onDemand: true }
  const parcel = { carrierCode: 'eco', serviceCode: 'standard', onDemand: false }
  const allowed = (limits: Partial<typeof defaultDispatch>) =>
    [courier, parcel].filter((service) => mayBook({ ...defaultDispatch, ...limits }, service))
  expect(allowed({})).toEqual([courier])
  expect(allowed({ service_codes: ['now', 'standard'] })).toEqual([courier, parcel])
  expect(allowed({ carrier_codes: ['eco'] })).toEqual([parcel])
  expect(allowed({ carrier_codes: ['eco'], service_codes: ['now'] })).toEqual([])
})
