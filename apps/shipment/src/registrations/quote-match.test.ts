import type { AppError } from '@waybill/contracts/app-error'
import { createQuoteForShipmentSchema, createShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { publicShipment } from '@waybill/contracts/shipment'
import { toCustoms } from '@waybill/contracts/values/customs/declaration'
import { anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { create } from '../shipments/create.ts'
import { earlierFingerprint, fingerprint } from '../shipments/fingerprint.ts'
import { aShipment, cause, owner, storedDropoff } from '../testing/shipment.ts'
import { assertSameShipment, hasSameContent } from './quote-match.ts'

const usual = aShipmentDocument({ collection_date: '2099-01-01T09:00:00Z' })
const stored = create(owner, createShipmentSchema.parse(usual), cause).shipment
const check = (body: Record<string, unknown>, shipment = stored) => {
  const document = createQuoteForShipmentSchema.parse({ ...body, shipment_id: shipment.shipmentId })
  return () => assertSameShipment(shipment, document)
}

test('a quote may repeat its shipment, or leave everything out', () => {
  expect(check({})).not.toThrow()
  expect(check(usual)).not.toThrow()
  // As responses show them.
  const { collection_date, ready_at, metadata } = publicShipment(stored)
  expect(check({ collection_date, ready_at, metadata })).not.toThrow()
})

test.each([
  ['collection_date', { collection_date: '2099-01-02' }],
  ['collection_date', { collection_date: '2099-01-01T10:00:00Z' }],
  ['ready_at', { ready_at: '2099-01-01T08:00:00Z' }],
  ['pickup_instructions', { pickup_instructions: 'At the back' }],
  ['dropoff_instructions', { dropoff_instructions: 'At the back' }],
  ['metadata', { metadata: { source: 'till' } }],
])('a quote with another %s than its shipment is rejected', (field, body) => {
  expect(check(body)).toThrow(
    expect.objectContaining({ code: 'quote_mismatch', details: [expect.objectContaining({ field })] }),
  )
})

test('a quote may send its shipment back as it was returned', () => {
  const shipment = aShipment()
  const shown = publicShipment(shipment)
  expect(check(shown, shipment)).not.toThrow()
  expect(check({ ...shown, status: 'cancelled' }, shipment)).not.toThrow()
  expect(check({ ...shown, status: 'cancelled', updated_at: undefined }, shipment)).toThrow('status is set by Waybill')
  const moved = { pickup_address: { ...shown.pickup_address, city: 'Leeds' } }
  expect(check(moved, shipment)).toThrow('differs in pickup_address')
})

test('a quote with other values is rejected, naming the fields that differ', () => {
  const refused = check({
    ...usual,
    merchant_order_ref: 'OTHER',
    pickup_address: anAddress({ phone: '+1' }),
    parcels: [aParcelDocument({ weight_kg: 7 })],
  })
  expect(refused).toThrow(
    expect.objectContaining<Partial<AppError>>({
      code: 'quote_mismatch',
      details: ['merchant_order_ref', 'pickup_address', 'parcels'].map((field) =>
        expect.objectContaining({ field, pointer: `/${field}` }),
      ),
    }),
  )
})

test('values that differ are named beside fields that nobody may send', () => {
  const refused = check({ merchant_order_ref: 'OTHER', status: 'cancelled' })
  expect(refused).toThrow(
    expect.objectContaining({
      code: 'validation_error',
      details: [
        expect.objectContaining({ field: 'status', code: 'read_only' }),
        expect.objectContaining({ field: 'merchant_order_ref', code: 'mismatch' }),
      ],
    }),
  )
})

test('shipments have the same content whatever their ids, versions and the order of metadata', () => {
  const shipment = aShipment({ metadata: { one: '1', two: '2' } })
  const createdAt = new Date(shipment.createdAt.getTime() + 1_000)
  const parcels = shipment.parcels.map((parcel) => ({ ...parcel, parcelId: 'pcl_other' }))
  const other = { ...shipment, parcels, shipmentId: 'shp_other', sequence: 4, metadata: { two: '2', one: '1' } }
  expect(hasSameContent(shipment, other)).toBe(true)
  // Neither was given a ready_at.
  const atOnce = (at: Date) => ({ ...shipment, createdAt: at, readyAt: at })
  expect(hasSameContent(atOnce(shipment.createdAt), atOnce(createdAt))).toBe(true)
  expect(hasSameContent(atOnce(shipment.createdAt), { ...shipment, readyAt: createdAt })).toBe(false)
  // The document has the ready_at that the shipment shows.
  const stored = atOnce(shipment.createdAt)
  expect(hasSameContent({ ...stored, createdAt }, stored)).toBe(true)
})

test('a declared value in another currency is another content', () => {
  const shipment = aShipment()
  const valued = (declaredValueCurrency: string) => ({
    ...shipment,
    parcels: shipment.parcels.map((parcel) => ({ ...parcel, declaredValueMinor: 500, declaredValueCurrency })),
  })
  expect(hasSameContent(valued('GBP'), valued('EUR'))).toBe(false)
  expect(hasSameContent(valued('GBP'), valued('GBP'))).toBe(true)
})

test('only shipments with the same route and parcels have the same fingerprint', () => {
  const shipment = aShipment()
  expect(fingerprint(aShipment())).toBe(fingerprint(shipment))
  const others = [
    { ...shipment, environmentId: 'env_2' },
    { ...shipment, dropoffAddress: storedDropoff({ first_name: 'Someone' }) },
    { ...shipment, pickupAddress: shipment.dropoffAddress, dropoffAddress: shipment.pickupAddress },
    { ...shipment, parcels: shipment.parcels.map((parcel) => ({ ...parcel, weightGrams: 1 })) },
    { ...shipment, parcels: [...shipment.parcels, ...shipment.parcels] },
  ]
  expect(new Set([shipment, ...others].map(fingerprint)).size).toBe(6)
})

test('the fingerprint of earlier versions, with customs, is computed as they stored it', () => {
  const customs = toCustoms({ contents: 'gift', certify: true, certify_signer: 'Ada' })
  const stored = '7dde332b38c213b08b3464bfc3ee00700bdcd47438b34f3c86294d7f384e13dc'
  expect(earlierFingerprint(aShipment({ customs }))).toBe(stored)
  expect(earlierFingerprint(aShipment())).toBe(fingerprint(aShipment()))
})
