import { updateShipmentSchema } from '@waybill/contracts/shipment-documents'
import { ON_DEMAND_METADATA } from '@waybill/contracts/values/metadata'
import { aParcelDocument } from '@waybill/testing/builders'
import { describe, expect, test } from 'vitest'
import { aShipment, storedAddress, storedDropoff } from '../testing/shipment.ts'
import { applyPatch, changeReach, mergeAddress, toPatch } from './patch.ts'

const patched = (shipment = aShipment(), document: Record<string, unknown> = {}) =>
  applyPatch(shipment, toPatch(shipment, updateShipmentSchema.parse(document)))

describe('a partial address', () => {
  const stored = storedDropoff({ google_place_id: 'place-1' })

  test('keeps what it leaves out', () => {
    expect(mergeAddress(stored, { phone: '+4420' })).toEqual({ ...stored, phone: '+4420' })
  })

  test('clears what is null', () => {
    expect(mergeAddress(stored, { town: null, phone: null })).toEqual({ ...stored, town: null, phone: null })
  })

  test.each([{ address_line_1: '9 Hill Street' }, { city: 'Leeds' }, { country: 'FR' }])(
    'that moves without new coordinates loses coordinates, place id and post code: %j',
    (patch) => {
      const gone = { latitude: null, longitude: null, google_place_id: null, post_code: null }
      expect(mergeAddress(stored, patch)).toEqual({ ...stored, ...patch, ...gone })
    },
  )

  test('that moves takes the post code and place ID of the patch', () => {
    const patch = { city: 'Leeds', post_code: 'LS1 1AA', google_place_id: 'place-2' }
    expect(mergeAddress(stored, patch)).toEqual({ ...stored, ...patch, latitude: null, longitude: null })
  })

  test('with another post code only loses the old coordinates', () => {
    expect(mergeAddress(stored, { post_code: 'N1 1AA' })).toEqual({
      ...stored,
      post_code: 'N1 1AA',
      latitude: null,
      longitude: null,
      google_place_id: null,
    })
  })

  test('that moves with new coordinates keeps the rest', () => {
    const patch = { address_line_1: '9 Hill Street', latitude: 53.8, longitude: -1.5 }
    expect(mergeAddress(stored, patch)).toEqual({ ...stored, ...patch })
  })

  test('that repeats the stored values does not move', () => {
    expect(mergeAddress(stored, { city: stored.city, country: stored.country })).toEqual(stored)
  })

  test('that clears one coordinate clears both', () => {
    expect(mergeAddress(stored, { latitude: null })).toMatchObject({ latitude: null, longitude: null })
  })
})

describe('metadata', () => {
  test('are merged, and null deletes a key', () => {
    const shipment = aShipment({ metadata: { a: '1', b: '2' } })
    expect(patched(shipment, { metadata: { b: null, c: '3' } }).metadata).toEqual({ a: '1', c: '3' })
  })

  test('cannot exceed the limit by merging', () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key-${index}`, 'x']))
    expect(() => patched(aShipment({ metadata }), { metadata: { another: 'y' } })).toThrow(
      expect.objectContaining({ code: 'metadata_limit_exceeded' }),
    )
    expect(patched(aShipment({ metadata }), { metadata: { another: 'y', 'key-0': null } }).metadata.another).toBe('y')
  })

  test('that are reserved do not count towards the limit', () => {
    const theirs = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key-${index}`, 'x']))
    const metadata = { ...theirs, ...ON_DEMAND_METADATA }
    const shipment = aShipment({ onDemand: true, status: 'in_transit', metadata })
    expect(patched(shipment, { metadata: { 'key-0': 'y' } }).metadata).toEqual({ ...metadata, 'key-0': 'y' })
    expect(() => patched(shipment, { metadata: { another: 'y' } })).toThrow(
      expect.objectContaining({ code: 'metadata_limit_exceeded' }),
    )
  })

  test.each([{ mode: 'slow' }, { priority: null }, { mode: 'on_demand', priority: 'high' }])(
    'that are ours on an on-demand shipment cannot be patched: %j',
    (metadata) => {
      const shipment = aShipment({ onDemand: true, status: 'in_transit' })
      expect(() => patched(shipment, { metadata })).toThrow(expect.objectContaining({ code: 'validation_error' }))
    },
  )

  test('mode and priority are not reserved on other shipments', () => {
    expect(patched(aShipment(), { metadata: { mode: 'slow', priority: null } }).metadata.mode).toBe('slow')
  })
})

describe('parcels', () => {
  test('are replaced as a whole, with new ids', () => {
    const shipment = aShipment()
    const after = patched(shipment, { parcels: [aParcelDocument({ weight_kg: 2 }), aParcelDocument()] })
    expect(after.parcels.map((parcel) => parcel.weightGrams)).toEqual([2000, 1250])
    expect(after.parcels.map((parcel) => parcel.parcelId)).not.toContain(shipment.parcels[0]?.parcelId)
  })

  test('that are equal keep their ids', () => {
    const shipment = aShipment()
    expect(patched(shipment, { parcels: [aParcelDocument()] })).toEqual(shipment)
  })

  test('have the ids that were stored with the patch', () => {
    const shipment = aShipment()
    const patch = toPatch(shipment, updateShipmentSchema.parse({ parcels: [aParcelDocument({ weight_kg: 3 })] }))
    expect(applyPatch(shipment, patch).parcels).toEqual(applyPatch(shipment, patch).parcels)
  })

  test.each([
    ['JP', 10_50, 11],
    ['KW', 10_50, 10_500],
    ['FR', 10_50, 10_50],
  ])('keep the declared amount when the pickup moves to %s', (country, before, after) => {
    const shipment = aShipment()
    const parcels = shipment.parcels.map((parcel) => ({ ...parcel, declaredValueMinor: before }))
    const moved = patched({ ...shipment, parcels }, { pickup_address: { country } })
    expect(moved.parcels[0]?.declaredValueMinor).toBe(after)
  })
})

describe('the route revision', () => {
  test.each([
    [{ dropoff_address: { address_line_1: '9 Hill Street' } }],
    [{ pickup_address: { post_code: 'NW1 9ZZ' } }],
    [{ parcels: [aParcelDocument({ weight_kg: 9 })] }],
  ])('is raised by a change of route or parcels: %j', (document) => {
    expect(patched(aShipment({ routeRevision: 3 }), document).routeRevision).toBe(4)
  })

  test.each([
    [{}],
    [{ dropoff_address: { phone: '+4420', name: 'Someone Else' } }],
    [{ dropoff_instructions: 'Knock' }],
    [{ metadata: { a: 'b' } }],
    [{ ready_at: '2026-12-05T10:00:00Z' }],
  ])('stays with anything else: %j', (document) => {
    expect(patched(aShipment({ routeRevision: 3 }), document).routeRevision).toBe(3)
  })
})

test('times of an on-demand shipment do not concern the carrier, whose courier comes at once', () => {
  const shipment = aShipment({ onDemand: true })
  expect(changeReach(shipment, patched(shipment, { ready_at: '2098-12-05T10:00:00Z' }))).toBe('schedule')
})

test.each([
  [{}, 'none'],
  [{ metadata: {} }, 'none'],
  [{ dropoff_address: { city: 'London' } }, 'none'],
  [{ metadata: { a: 'b' } }, 'metadata'],
  [{ pickup_address: { code: 'WAREHOUSE-2' } }, 'metadata'],
  [{ metadata: { a: 'b' }, ready_at: '2098-12-01T07:00:00Z' }, 'schedule'],
  [{ ready_at: '2098-12-01T09:00:00Z' }, 'carrier'],
  [{ collection_date: '2099-01-01' }, 'carrier'],
  [{ dropoff_instructions: 'Knock', metadata: { a: 'b' } }, 'carrier'],
  [{ pickup_address: { phone: '+4420' } }, 'carrier'],
  [{ parcels: [aParcelDocument({ title: 'Rolls' })] }, 'carrier'],
])('the patch %j reaches: %s', (document, reach) => {
  const collectionAt = new Date('2098-12-01T08:00:00Z')
  const shipment = aShipment({ pickupAddress: storedAddress(), collectionAt })
  expect(changeReach(shipment, patched(shipment, document))).toBe(reach)
})
