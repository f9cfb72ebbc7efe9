/** Responses that are sent back, whole or in part. */
import { defaultDispatch } from '@waybill/contracts/dispatch'
import { publicShipment, type Shipment } from '@waybill/contracts/shipment'
import { describe, expect, test } from 'vitest'
import { aShipment, patched } from '../testing/shipment.ts'

describe('a response that is sent back', () => {
  test('changes nothing, also when its collection date has passed', () => {
    const collectionAt = new Date('2020-01-01T10:30:00Z')
    const shipment = aShipment({ collectionAt, collectionDate: null, collectionAllDay: false })
    expect(patched(shipment, JSON.parse(JSON.stringify(publicShipment(shipment))))).toEqual(shipment)
  })

  test('changes what was changed in it', () => {
    const shipment = aShipment()
    const document = { ...publicShipment(shipment), dropoff_instructions: 'Ring thrice' }
    expect(patched(shipment, document)).toEqual({ ...shipment, dropoffInstructions: 'Ring thrice' })
  })

  test('may have its keys in another order, and its times in another form', () => {
    const shipment = aShipment({ dispatch: { ...defaultDispatch, max_attempts: 3 } })
    const { created_at, dispatch } = publicShipment(shipment)
    const reordered = Object.fromEntries(Object.entries(dispatch ?? {}).toReversed())
    expect(patched(shipment, { created_at: created_at.replace('Z', '+00:00'), dispatch: reordered })).toEqual(shipment)
  })

  test('may be older than the shipment, which Waybill has changed since', () => {
    const before = aShipment()
    const updatedAt = new Date(before.updatedAt.getTime() + 1)
    const shipment: Shipment = {
      ...before,
      status: 'in_transit',
      bookingId: 'bkg_1',
      trackingUrl: 'https://example.com/t/1',
      updatedAt,
      cancellationRequestedAt: updatedAt,
      cancellationReasonCode: 'late',
      failureReason: 'none',
    }
    const document = { ...publicShipment(before), dropoff_instructions: 'Ring thrice' }
    expect(patched(shipment, document)).toEqual({ ...shipment, dropoffInstructions: 'Ring thrice' })
    expect(patched(shipment, { status: 'ready', updated_at: '2020-01-01T09:00:00+01:00' })).toEqual(shipment)
  })

  test('is refused if the address has changed since, of which it does not show everything', () => {
    const before = aShipment()
    const dropoffAddress = { ...before.dropoffAddress, address_line_1: '1 Other Street', address_line_2: 'Unit 9' }
    const shipment = { ...before, dropoffAddress, updatedAt: new Date(before.updatedAt.getTime() + 1) }
    const document = publicShipment(before)
    expect(() => patched(shipment, document)).toThrow(
      'dropoff_address.location_id is not the id of the present address, which has changed: read the shipment again, or leave it out.',
    )
    const { location_id: _, ...withoutPlace } = document.dropoff_address
    expect(patched(shipment, { ...document, dropoff_address: withoutPlace }).dropoffAddress).toMatchObject({
      address_line_1: before.dropoffAddress.address_line_1,
      address_line_2: 'Unit 9',
    })
  })

  test.each([
    ['status', 'a later updated_at', { status: 'in_transit', updated_at: '2098-01-01T09:00:00.000Z' }],
    ['status', 'an updated_at that is not a time', { status: 'in_transit', updated_at: 'now' }],
    ['status', 'an updated_at that is not a text', { status: 'in_transit', updated_at: 5 }],
  ])('has its %s compared with %s', (field, _, document) => {
    expect(() => patched(aShipment(), document)).toThrow(
      expect.objectContaining({
        details: [field, 'updated_at'].map((name) => expect.objectContaining({ field: name, code: 'read_only' })),
      }),
    )
  })

  test.each([{ shipment_id: 'shp_1' }, { merchant_order_ref: 'OTHER' }, { created_at: '2020-01-01T09:00:00Z' }])(
    'of another shipment is refused: %j',
    (document) => {
      const shipment = aShipment()
      const { updated_at } = publicShipment(shipment)
      expect(() => patched(shipment, { status: 'in_transit', updated_at, ...document })).toThrow(
        expect.objectContaining({ details: [expect.objectContaining({ field: Object.keys(document)[0] })] }),
      )
    },
  )

  test.each<[string, Record<string, unknown>]>([
    ['status', { status: 'cancelled' }],
    ['booking_id', { booking_id: 'bkg_1' }],
  ])('is refused if %s is not what it is now', (name, document) => {
    const message = `${name} is set by Waybill: leave it out, send its present value, or send the updated_at that was returned with it.`
    expect(() => patched(aShipment(), document)).toThrow(expect.objectContaining({ code: 'validation_error', message }))
  })

  test.each<[string, Record<string, unknown>]>([
    ['merchant_order_ref', { merchant_order_ref: 'OTHER' }],
    ['shipment_id', { shipment_id: 'shp_other' }],
  ])('is refused if %s differs', (field, document) => {
    expect(() => patched(aShipment(), document)).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        message: `${field} cannot be changed after creation: leave it out, or send the stored value.`,
      }),
    )
  })

  test('with another collection date in the past is refused', () => {
    expect(() => patched(aShipment(), { collection_date: '2020-01-02' })).toThrow(
      expect.objectContaining({ code: 'collection_date_in_past' }),
    )
  })
})

describe('a collection date without a time', () => {
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

  test('later than today is refused for a courier on demand', () => {
    expect(() => patched(aShipment({ onDemand: true }), { collection_date: day })).toThrow(
      expect.objectContaining({
        details: [expect.objectContaining({ field: 'collection_date', code: 'time_required' })],
      }),
    )
    expect(patched(aShipment({ onDemand: true }), { collection_date: `${day}T09:00:00Z` }).collectionAllDay).toBe(false)
    expect(patched(aShipment(), { collection_date: day }).collectionAllDay).toBe(true)
  })

  test('that an on-demand shipment shows can be sent back', () => {
    const shipment = aShipment({ onDemand: true, collectionAt: new Date(`${day}T09:00:00Z`) })
    expect(patched(shipment, { collection_date: day })).toEqual(shipment)
  })
})

describe('a whole address that is sent back with another street, city, post code or country', () => {
  const place = { latitude: 51.5, longitude: -0.1, google_place_id: 'place-1' }
  const stored = aShipment({
    pickupAddress: { ...aShipment().pickupAddress, ...place },
    dropoffAddress: { ...aShipment().dropoffAddress, ...place },
  })

  test.each([
    ['pickup_address', 'pickupAddress'],
    ['dropoff_address', 'dropoffAddress'],
  ] as const)('changes the %s as the changed field alone does', (name, key) => {
    const changes = [
      { address_line_1: '99 New Street' },
      { city: 'Leeds' },
      { post_code: 'LS1 1AA' },
      { country: 'FR' },
    ]
    for (const change of changes) {
      const whole = patched(stored, {
        [name]: { ...publicShipment(stored)[name], google_place_id: 'place-1', ...change },
      })
      expect(whole).toEqual(patched(stored, { [name]: change }))
      expect(whole[key]).toMatchObject({ ...change, latitude: null, longitude: null, google_place_id: null })
      expect(whole.routeRevision).toBe(stored.routeRevision + 1)
    }
  })

  test('keeps coordinates that are sent without the location_id of a response, although they are the old ones', () => {
    const change = { address_line_1: '7, River Road', latitude: 51.5, longitude: -0.1 }
    const { dropoffAddress } = patched(stored, { dropoff_address: change })
    expect(dropoffAddress).toMatchObject({ ...change, google_place_id: null })
  })

  test('takes new coordinates, of which one may be the old one', () => {
    const shown = publicShipment(stored).dropoff_address
    const { dropoffAddress } = patched(stored, { dropoff_address: { ...shown, city: 'Leeds', longitude: -0.2 } })
    expect(dropoffAddress).toMatchObject({ city: 'Leeds', latitude: 51.5, longitude: -0.2, google_place_id: null })
  })

  test('keeps its place when another field changes', () => {
    const shown = publicShipment(stored).dropoff_address
    expect(patched(stored, { dropoff_address: { ...shown, name: 'Depot' } }).dropoffAddress).toMatchObject(place)
  })
})
