import type { AppError } from '@waybill/contracts/app-error'
import { createQuoteForShipmentSchema } from '@waybill/contracts/shipment-documents'
import { anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { fingerprint } from '../shipments/fingerprint.ts'
import { aShipment, storedDropoff } from '../testing/shipment.ts'
import { assertSameShipment } from './quote-match.ts'

const check = (body: Record<string, unknown>) => {
  const shipment = aShipment()
  const document = createQuoteForShipmentSchema.parse({ ...body, shipment_id: shipment.shipmentId })
  return () => assertSameShipment(shipment, document)
}

test('a quote may repeat its shipment, or leave everything out', () => {
  expect(check({})).not.toThrow()
  expect(check(aShipmentDocument({ collection_date: '2099-01-01', metadata: {} }))).not.toThrow()
})

test('a quote with other values is rejected, naming the fields that differ', () => {
  const refused = check({
    ...aShipmentDocument(),
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
