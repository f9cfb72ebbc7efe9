import { defaultDispatch } from '@waybill/contracts/dispatch'
import { updateShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { publicShipment } from '@waybill/contracts/shipment'
import { ON_DEMAND_METADATA } from '@waybill/contracts/values/metadata'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import { aParcelDocument } from '@waybill/testing/builders'
import { describe, expect, test } from 'vitest'
import { aShipment, patched, storedAddress, storedDropoff } from '../testing/shipment.ts'
import { applyPatch, changeReach, mergeAddress, toPatch } from './patch.ts'

test('ready_at null means the default, as on create', () => {
  const shipment = aShipment()
  const later = patched(shipment, { ready_at: new Date(shipment.createdAt.getTime() + 3_600_000).toISOString() })
  expect(later.readyAt).not.toEqual(shipment.createdAt)
  expect(patched(later, { ready_at: null }).readyAt).toEqual(shipment.createdAt)
})

test('coordinates that change must not both be 0; stored ones are taken back', () => {
  const zero = { latitude: 0, longitude: 0 }
  const stored = aShipment({ dropoffAddress: { ...storedDropoff(), ...zero } })
  expect(patched(stored, { dropoff_address: zero })).toEqual(stored)
  expect(() => patched(stored, { pickup_address: zero })).toThrow(
    'pickup_address.latitude and longitude are both 0, a point in the Atlantic: send the coordinates of the address, or leave both out.',
  )
})

test('coordinates that change must not be swapped; stored ones are taken back', () => {
  const swapped = { latitude: -0.0973, longitude: 51.5308 }
  const stored = aShipment({ dropoffAddress: { ...storedDropoff(), ...swapped } })
  expect(patched(stored, { dropoff_address: swapped })).toEqual(stored)
  expect(() => patched(stored, { pickup_address: swapped })).toThrow('latitude and longitude are swapped')
})

test('every field that the shipment does not allow is named at once', () => {
  const shipment = aShipment({ onDemand: true, metadata: { ...ON_DEMAND_METADATA } })
  const document = {
    merchant_order_ref: 'ANOTHER',
    collection_date: '2020-01-01',
    metadata: { mode: 'slow' },
    dropoff_address: { phone: 'call me' },
    parcels: [aParcelDocument({ parcel_id: `pcl_${'0'.repeat(26)}`, declared_value: '1.234' })],
  }
  expect(() => patched(shipment, document)).toThrow(
    expect.objectContaining({
      code: 'validation_error',
      details: [
        ...['merchant_order_ref', 'parcels[0].parcel_id', 'metadata.mode', 'dropoff_address.phone', 'collection_date'],
        'parcels[0].declared_value',
      ].map((field) => expect.objectContaining({ field })),
    }),
  )
})

test('a time does not move beyond the end of the delivery that the dispatch allows', () => {
  const dispatch = { ...defaultDispatch, deliver_by: '2099-01-01T12:00:00.000Z' }
  const shipment = aShipment({ onDemand: true, dispatch })
  for (const name of ['collection_date', 'ready_at'])
    expect(() => patched(shipment, { [name]: '2099-01-01T12:00:00Z' })).toThrow(
      `${name} must be before 2099-01-01T12:00:00.000Z, the deliver_by of the dispatch.`,
    )
  const earlier = '2099-01-01T11:00:00.000Z'
  expect(patched(shipment, { collection_date: earlier, ready_at: earlier }).readyAt).toEqual(new Date(earlier))
})

test('a phone that changes must be one; a stored text is taken back', () => {
  const shipment = aShipment({ dropoffAddress: { ...storedDropoff(), phone: 'call me' } })
  const change = { dropoff_address: { phone: 'call me', city: 'Leeds' } }
  expect(patched(shipment, change).dropoffAddress).toMatchObject(change.dropoff_address)
  const wrong = { pickup_address: { phone: 'call me' }, dropoff_address: { phone: 'call us' } }
  expect(() => patched(shipment, wrong)).toThrow(
    expect.objectContaining({
      code: 'validation_error',
      details: ['pickup_address.phone', 'dropoff_address.phone'].map((field) => expect.objectContaining({ field })),
    }),
  )
  expect(() => patched(shipment, { dropoff_address: wrong.dropoff_address })).toThrow(
    'dropoff_address.phone must be a phone number such as +44 20 7946 0000, with at least 5 digits.',
  )
})

test('a ZIP code that changes has five digits; a stored one is taken back', () => {
  const shipment = aShipment({ dropoffAddress: { ...storedDropoff(), country: 'US', post_code: '2138' } })
  const change = { dropoff_address: { post_code: '2138', city: 'Boston' } }
  expect(patched(shipment, change).dropoffAddress).toMatchObject(change.dropoff_address)
  expect(() => patched(shipment, { dropoff_address: { post_code: '2139' } })).toThrow('such as 02139')
})

describe('a partial address', () => {
  const stored = storedDropoff({ google_place_id: 'place-1', residential: true })

  test('keeps what it leaves out', () => {
    expect(mergeAddress(stored, { phone: '+442079460099' })).toEqual({ ...stored, phone: '+442079460099' })
  })

  test('clears what is null', () => {
    expect(mergeAddress(stored, { town: null, phone: null })).toEqual({ ...stored, town: null, phone: null })
  })

  test.each([{ address_line_1: '9 Hill Street' }, { city: 'Leeds' }, { country: 'FR' }])(
    'that moves without new coordinates loses coordinates, place ID and residential, and keeps its post code: %j',
    (patch) => {
      const gone = { latitude: null, longitude: null, google_place_id: null, residential: null }
      expect(mergeAddress(stored, patch)).toEqual({ ...stored, ...patch, ...gone })
    },
  )

  test('that moves takes the post code and place ID of the patch', () => {
    const patch = { city: 'Leeds', post_code: 'LS1 1AA', google_place_id: 'place-2', residential: false }
    expect(mergeAddress(stored, patch)).toEqual({ ...stored, ...patch, latitude: null, longitude: null })
  })

  test('with another post code only loses the old coordinates', () => {
    expect(mergeAddress(stored, { post_code: 'N1 1AA' })).toEqual({
      ...stored,
      post_code: 'N1 1AA',
      latitude: null,
      longitude: null,
      google_place_id: null,
      residential: null,
    })
  })

  test('that moves loses its post code if that is sent as null', () => {
    const patch = { city: 'Leeds', post_code: null }
    expect(mergeAddress(stored, patch)).toMatchObject({ city: 'Leeds', post_code: null })
  })

  test('that moves with new coordinates keeps all but the place ID', () => {
    const patch = { address_line_1: '9 Hill Street', latitude: 53.8, longitude: -1.5 }
    expect(mergeAddress(stored, patch)).toEqual({ ...stored, ...patch, google_place_id: null, residential: null })
  })

  test('with another residential is priced anew', () => {
    const shipment = aShipment({ dropoffAddress: stored, routeRevision: 3 })
    const after = patched(shipment, { dropoff_address: { residential: false } })
    expect(after.dropoffAddress).toEqual({ ...stored, residential: false })
    expect([changeReach(shipment, after), after.routeRevision]).toEqual(['carrier', 4])
    expect(patched(shipment, { dropoff_address: { residential: true } }).routeRevision).toBe(3)
  })

  test('with another door at the same street does not move', () => {
    expect(mergeAddress(stored, { address_line_2: 'Flat 2' })).toEqual({ ...stored, address_line_2: 'Flat 2' })
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

  describe('that are sent with their ids', () => {
    const [parcel] = aShipment().parcels as [Parcel]
    const pair = { ...parcel, parcelId: 'pcl_2' }
    const shipment = aShipment({ parcels: [{ ...parcel, parcelId: 'pcl_1' }, pair], routeRevision: 3 })
    const entry = (parcel_id?: string, fields = {}) => ({ ...aParcelDocument(fields), parcel_id })
    const idsAfter = (...parcels: object[]) => patched(shipment, { parcels }).parcels.map(({ parcelId }) => parcelId)

    test('keep them, with the values sent', () => {
      const after = patched(shipment, { parcels: [entry('pcl_1'), entry('pcl_2', { weight_kg: 9 })] })
      expect(after.parcels).toEqual([shipment.parcels[0], { ...pair, weightGrams: 9000 }])
      expect(after.routeRevision).toBe(4)
      expect(changeReach(shipment, after)).toBe('carrier')
    })

    test.each([{ title: 'Rolls' }, { declared_value: 7 }, { contents_description: 'Rolls' }])(
      'have changed for the carrier with %j',
      (fields) => {
        const after = patched(shipment, { parcels: [entry('pcl_1', fields), entry('pcl_2')] })
        expect([changeReach(shipment, after), after.routeRevision]).toEqual(['carrier', 4])
      },
    )

    test('can be dropped, added and put in another order', () => {
      expect(idsAfter(entry('pcl_2'))).toEqual(['pcl_2'])
      expect(idsAfter(entry('pcl_2'), entry('pcl_1'))).toEqual(['pcl_2', 'pcl_1'])
      const [added, kept] = idsAfter(entry(), entry('pcl_1'))
      expect(kept).toBe('pcl_1')
      expect(['pcl_1', 'pcl_2']).not.toContain(added)
    })

    test('change nothing as they are, also if some are sent without', () => {
      expect(patched(shipment, { parcels: [entry(), entry('pcl_2')] })).toEqual(shipment)
    })

    test.each([
      [['pcl_1', 'pcl_3'], 'parcels[1].parcel_id must be a parcel of the shipment, which pcl_3 is not'],
      [['pcl_2', 'pcl_2'], 'parcels[1].parcel_id must not repeat pcl_2, the id of parcels[0]'],
    ])('are refused if unknown or repeated: %j', (ids, message) => {
      expect(() => patched(shipment, { parcels: ids.map((id) => entry(id)) })).toThrow(
        expect.objectContaining({ code: 'validation_error', message: expect.stringContaining(message) }),
      )
    })
  })

  test('that are equal keep their ids', () => {
    const shipment = aShipment()
    expect(patched(shipment, { parcels: [aParcelDocument()] })).toEqual(shipment)
  })

  test('have the ids that were stored with the patch', () => {
    const shipment = aShipment()
    const patch = toPatch(
      shipment,
      updateShipmentSchema.parse({ parcels: [aParcelDocument({ weight_kg: 3 })] }),
      Date.now(),
    )
    expect(applyPatch(shipment, patch).parcels).toEqual(applyPatch(shipment, patch).parcels)
  })

  test('keep their declared value and its currency when the pickup moves to another country', () => {
    const shipment = aShipment()
    expect(patched(shipment, { pickup_address: { country: 'JP' } }).parcels).toEqual(shipment.parcels)
  })

  test('are valued in the currency that they name, else in that of the new pickup country', () => {
    const pickup_address = { country: 'JP' }
    const valued = (fields: object) =>
      patched(aShipment(), { pickup_address, parcels: [aParcelDocument({ declared_value: 12, ...fields })] }).parcels[0]
    expect(valued({})).toMatchObject({ declaredValueCurrency: 'JPY', declaredValueMinor: 12 })
    expect(valued({ declared_value_currency: 'GBP' })).toMatchObject({
      declaredValueCurrency: 'GBP',
      declaredValueMinor: 12_00,
    })
  })

  test('that are equal keep their ids, and their values as stored, whatever the exponents', () => {
    const pickupAddress = storedAddress({ country: 'HU' })
    const parcels = aShipment().parcels.map((parcel) => ({
      ...parcel,
      declaredValueMinor: 1_300,
      declaredValueCurrency: 'HUF',
      declaredValueExponent: 0,
    }))
    const shipment = aShipment({ pickupAddress, parcels })
    expect(patched(shipment, { parcels: [aParcelDocument({ declared_value: 1_300 })] }).parcels).toEqual(parcels)
    expect(patched(shipment, { parcels: [aParcelDocument({ declared_value: 1_299.5 })] }).parcels[0]).toMatchObject({
      declaredValueMinor: 129_950,
      declaredValueExponent: 2,
    })
  })
})

describe('the route revision', () => {
  test.each([
    [{ dropoff_address: { address_line_1: '9 Hill Street' } }],
    [{ pickup_address: { post_code: 'NW1 9ZZ' } }],
    [{ parcels: [aParcelDocument({ weight_kg: 9 })] }],
    [{ collection_date: '2099-01-01' }],
    [{ ready_at: '2099-01-01T10:00:00Z' }],
  ])('is raised by a change of route, parcels or time of collection: %j', (document) => {
    expect(patched(aShipment({ routeRevision: 3 }), document).routeRevision).toBe(4)
  })

  test.each([
    [{}],
    [{ dropoff_address: { phone: '+442079460099', name: 'Someone Else' } }],
    [{ dropoff_address: { address_line_2: 'Flat 2', company: 'Bakers Ltd', first_name: 'Ann' } }],
    [{ dropoff_instructions: 'Knock' }],
    [{ metadata: { a: 'b' } }],
    // The collection date is later.
    [{ ready_at: '2020-12-01T07:00:00Z' }],
  ])('stays with anything else: %j', (document) => {
    const shipment = aShipment({ routeRevision: 3, collectionAt: new Date('2098-12-01T08:00:00Z') })
    expect(patched(shipment, document).routeRevision).toBe(3)
  })
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
  [{ pickup_address: { phone: '+442079460099' } }, 'carrier'],
  [{ dropoff_address: { address_line_2: 'Flat 2' } }, 'carrier'],
  [{ parcels: [aParcelDocument({ title: 'Rolls' })] }, 'carrier'],
])('the patch %j reaches: %s', (document, reach) => {
  const collectionAt = new Date('2098-12-01T08:00:00Z')
  const shipment = aShipment({ pickupAddress: storedAddress(), collectionAt })
  expect(changeReach(shipment, patched(shipment, document))).toBe(reach)
})

describe('options', () => {
  const signed = () =>
    patched(aShipment(), { service_options: { signature: 'adult', tip: { amount: 2, currency: 'GBP' } } })

  test('are merged one by one, and each change makes quotes of before unusable', () => {
    expect(signed()).toMatchObject({
      routeRevision: 2,
      serviceOptions: { signature: 'adult', tip: { amount: '2.00' } },
    })
    const untipped = patched(signed(), { service_options: { tip: null } })
    expect(untipped).toMatchObject({ routeRevision: 3, serviceOptions: { signature: 'adult', tip: null } })
    expect(patched(untipped, { service_options: null }).serviceOptions).toBeNull()
  })

  test('sent back as they are shown change nothing', () => {
    const { service_options } = publicShipment(signed())
    expect(patched(signed(), { service_options })).toMatchObject({ routeRevision: 2 })
  })

  test('that exclude those that stay are named', () => {
    expect(() => patched(signed(), { service_options: { age_verification: { minimum_age: 18 } } })).toThrow(
      expect.objectContaining({
        details: [expect.objectContaining({ field: 'service_options.age_verification', code: 'conflicting_fields' })],
      }),
    )
  })
})

describe('items and customs', () => {
  const shirt = { description: 'Cotton T-shirt', quantity: 2, unit_value: { amount: 9.5, currency: 'GBP' } }
  const declared = () => patched(aShipment(), { customs: { contents: 'gift', invoice_number: 'INV-1' } })
  const listed = () => patched(aShipment(), { parcels: [aParcelDocument({ items: [shirt] })] })

  test('customs are merged field by field, and each change makes quotes of before unusable', () => {
    expect(declared()).toMatchObject({ routeRevision: 2, customs: { contents: 'gift', incoterm: null } })
    const changed = patched(declared(), { customs: { invoice_number: null, incoterm: 'DAP' } })
    expect(changed).toMatchObject({ routeRevision: 3, customs: { contents: 'gift', invoice_number: null } })
    expect(patched(changed, { customs: null }).customs).toBeNull()
    expect(patched(changed, { customs: publicShipment(changed).customs })).toMatchObject({ routeRevision: 3 })
  })

  test('items make quotes of before unusable, and sent back as they are shown change nothing', () => {
    const stored = listed()
    expect(stored).toMatchObject({ routeRevision: 2, parcels: [{ items: [{ unit_value: { amount: '9.50' } }] }] })
    const { parcels } = publicShipment(stored)
    expect(changeReach(stored, patched(stored, { parcels }))).toBe('none')
  })

  test('a parcel with its id keeps its items unless others are sent, and a new one has none', () => {
    const stored = listed()
    const parcel_id = stored.parcels[0]?.parcelId
    const heavier = aParcelDocument({ parcel_id, weight_kg: 3 })
    expect(patched(stored, { parcels: [heavier] }).parcels[0]?.items).toEqual(stored.parcels[0]?.items)
    expect(patched(stored, { parcels: [{ ...heavier, items: null }] }).parcels[0]).not.toHaveProperty('items')
    expect(patched(stored, { parcels: [aParcelDocument()] }).parcels[0]).not.toHaveProperty('items')
  })

  test('kept items that no longer agree with their parcel are named', () => {
    const stored = patched(aShipment(), {
      parcels: [aParcelDocument({ items: [{ ...shirt, unit_weight: { value: 0.5, unit: 'kg' } }] })],
    })
    const parcel_id = stored.parcels[0]?.parcelId
    const lighter = aParcelDocument({ parcel_id, weight_kg: 0.9, declared_value: 20 })
    expect(() => patched(stored, { parcels: [lighter] })).toThrow(
      expect.objectContaining({
        details: [
          expect.objectContaining({ pointer: '/parcels/0/items', code: 'invalid_value' }),
          expect.objectContaining({ pointer: '/parcels/0/declared_value', code: 'invalid_value' }),
        ],
      }),
    )
  })
})
