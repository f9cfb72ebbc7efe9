import { describe, expect, test } from 'vitest'
import { erasedDocument } from '../erasure.ts'
import type { PublicShipment } from '../shipment.ts'
import { parcel } from '../testing/records.ts'
import { publicParcel } from '../values/parcels/parcel.ts'
import {
  type BookingFacts,
  type DeliveredEvent,
  eventFormats,
  type InternalPayload,
  MalformedEventError,
  NewerEventError,
  parseEnvelope,
  parseErasure,
  parseInternal,
  parseObject,
} from './internal-events.ts'
import { type PublicEvent, publicEvent } from './public-event.ts'

const address = {
  location_id: 'loc_1',
  name: 'Grace Miller',
  address_line_1: '7 River Road',
  city: 'London',
  country: 'GB',
  post_code: 'N1 9GU',
  latitude: 51.5,
  longitude: null,
}
const shipment: PublicShipment = {
  shipment_id: 'shp_1',
  merchant_id: 'mer_1',
  environment_id: 'env_1',
  merchant_order_ref: 'ORDER-1',
  collection_date: '2026-12-01',
  status: 'ready',
  pickup_address: address,
  dropoff_address: { ...address, name: null },
  pickup_instructions: 'Ask for Grace',
  dropoff_instructions: null,
  ready_at: '2026-12-01T09:00:00.000Z',
  metadata: { channel: 'web' },
  parcels: [],
  service_options: null,
  customs: null,
  created_at: '2026-12-01T08:00:00.000Z',
  updated_at: '2026-12-01T08:00:00.000Z',
  booking_id: null,
  cancellation_requested_at: null,
  cancellation_reason_code: null,
  cancellation_reason_note: null,
  failure_reason: null,
  tracking_url: 'https://waybill.example/t/1',
  dispatch: null,
  tags: [],
  assignee_id: null,
  hold: null,
  direction: 'outbound',
  return_of: null,
  return_terms: null,
  return_ids: [],
}
const booking = {
  shipment_id: 'shp_1',
  status: 'assigned',
  failure_reason: null,
  carrier_code: 'swift',
  carrier_job_id: null,
  tracking_number: null,
  carrier_tracking_url: null,
  booked_at: '2026-12-01T08:30:00.000Z',
  quote_option: { quote_option_id: 'qop_1', carrier_code: 'swift', service_code: 'swift_now' },
}

const bookingFacts: BookingFacts = {
  ended_before_pickup: false,
  shipment_status: 'in_transit',
  incident: null,
  quote_id: 'qte_1',
  quote_option_id: 'qop_1',
  tracking: [
    {
      fact_key: 'fact-1',
      status: 'picked_up',
      description: 'Collected',
      incident: null,
      location: { latitude: 51.5, longitude: -0.1 },
      occurred_at: '2026-12-01T09:00:00.000Z',
      carrier_code: 'swift',
      shipment_status: null,
    },
  ],
}
const claim = { shipment_id: 'shp_1', claim_id: 'op_1', merchant_id: 'mer_1', livemode: false }
const payloads: { [T in Parameters<typeof parseInternal>[0]]: InternalPayload<T> } = {
  'shipment.updated': { route_revision: 2, status: 'ready', on_demand: false },
  'booking.updated': bookingFacts,
  'shipment.dispatch_requested': { ...claim, request_id: 'req_1', window_minutes: null },
  'shipment.carriers_declined': {
    dispatch_id: 'op_1',
    declined: [{ carrier_code: 'swift', service_code: null, reason: 'too_far', description: 'Goes at most 30 km.' }],
  },
  'shipment.expiry_requested': { ...claim, reason_code: 'expired' },
  'booking.opened': { shipment_id: 'shp_1', claim_id: 'op_1', request: { id: 'req_1', idempotency_key: null } },
  'carrier_account.changed': {
    carrier_account_id: 'cac_1',
    environment_id: 'env_1',
    carrier_code: 'swift',
    revision: 2,
    livemode: false,
    endpoint: null,
    enabled: true,
    deleted: false,
    sealed: { key_id: '2026', bytes: 'AP8=' },
  },
  'carrier_account.released': { carrier_account_id: 'cac_1', revision: 3 },
  'carrier_account.unauthorized': { carrier_account_id: 'cac_1', revision: 3 },
}

/** An event as the broker delivers it: through JSON. */
function delivered(type: string, parts: { object?: object; internal?: object | null }): DeliveredEvent {
  const event = publicEvent(
    { environmentId: 'env_1', merchantId: 'mer_1', livemode: false, requestId: 'req_1', idempotencyKey: 'key' },
    {
      type: 'shipment.updated',
      subject: { type: 'shipment', id: 'shp_1' },
      sequence: 2,
      object: { ...(parts.object ?? shipment) },
      occurredAt: new Date('2026-12-01T09:00:00Z'),
    },
  )
  const whole = { eventId: 'evt_1', type, public: { ...event, type }, internal: parts.internal ?? null }
  return JSON.parse(JSON.stringify(whole)) as DeliveredEvent
}

const getMessage = (parse: () => unknown): string => {
  try {
    parse()
  } catch (error) {
    if (error instanceof MalformedEventError || error instanceof NewerEventError) return error.message
    throw error
  }
  return 'parsed'
}

type InternalType = keyof typeof payloads
const types = Object.keys(payloads) as InternalType[]

describe('the internal part', () => {
  test.each(types)('of %s parses, also with fields that a newer producer has added', (type) => {
    const plain = parseInternal(type, delivered(type, { internal: payloads[type] }))
    const extended = { ...payloads[type], added_later: { by: 'a newer producer' } }
    expect(parseInternal(type, delivered(type, { internal: extended }))).toEqual(plain)
  })

  test.each(types.flatMap((type) => requiredFields(type).map((field) => [type, field] as const)))(
    'of %s without %s is malformed',
    (type, field) => {
      const internal = { ...payloads[type], [field]: undefined }
      const message = getMessage(() => parseInternal(type, delivered(type, { internal })))
      expect(message).toMatch(new RegExp(`^Malformed ${type} event evt_1: internal\\.${field}: `))
    },
  )

  test.each(types)('of %s may not be absent', (type) => {
    expect(getMessage(() => parseInternal(type, delivered(type, {})))).toContain(
      `Malformed ${type} event evt_1: internal:`,
    )
  })

  test('of a booking is read into times and whole positions', () => {
    const { tracking } = parseInternal('booking.updated', delivered('booking.updated', { internal: bookingFacts }))
    expect(tracking[0]).toMatchObject({
      occurred_at: new Date('2026-12-01T09:00:00Z'),
      location: { latitude: 51.5, longitude: -0.1 },
    })
  })

  test.each([
    ['half a position', { location: { latitude: 51.5, longitude: null } }, { location: null }],
    ['no position', { location: null }, { location: null }],
    ['a report without a status', { status: 'unknown' as const }, { status: 'unknown' }],
  ])('of a booking takes %s', (_, change, expected) => {
    const internal = { ...bookingFacts, tracking: bookingFacts.tracking.map((fact) => ({ ...fact, ...change })) }
    const { tracking } = parseInternal('booking.updated', delivered('booking.updated', { internal }))
    expect(tracking[0]).toMatchObject(expected)
  })

  test.each([
    ['an invalid time', { occurred_at: 'yesterday' }, 'internal.tracking.0.occurred_at: '],
    [
      'a position of texts',
      { location: { latitude: '51.5', longitude: '0' } },
      'internal.tracking.0.location.latitude: ',
    ],
  ])('of a booking with %s is malformed', (_, change, expected) => {
    const internal = { ...bookingFacts, tracking: bookingFacts.tracking.map((fact) => ({ ...fact, ...change })) }
    expect(getMessage(() => parseInternal('booking.updated', delivered('booking.updated', { internal })))).toContain(
      expected,
    )
  })

  test.each([
    ['status', 'teleported'],
    ['incident', 'abducted'],
  ])('of a booking with a %s that a later version has added is left to that version', (field, value) => {
    const internal = { ...bookingFacts, tracking: bookingFacts.tracking.map((fact) => ({ ...fact, [field]: value })) }
    const event = delivered('booking.updated', { internal })
    expect(() => parseInternal('booking.updated', event)).toThrow(NewerEventError)
    expect(getMessage(() => parseInternal('booking.updated', event))).toMatch(
      new RegExp(
        `^Values unknown to this version in booking\\.updated event evt_1: internal\\.tracking\\.0\\.${field}: `,
      ),
    )
    const alsoWrong = delivered('booking.updated', { internal: { ...internal, ended_before_pickup: 'no' } })
    expect(() => parseInternal('booking.updated', alsoWrong)).toThrow(MalformedEventError)
  })

  test('of an erasure parses for every subject', () => {
    const internal = { is_recent: true, cause: 'operator' }
    expect(parseErasure(delivered('quote.erased', { internal }))).toEqual(internal)
    const message = getMessage(() => parseErasure(delivered('quote.erased', { internal: { is_recent: 1 } })))
    expect(message).toMatch(/^Malformed quote\.erased event evt_1: internal\.is_recent: .*; internal\.cause: /)
  })

  test('a message names fields and no value: it is stored and shown to operators', () => {
    const internal = { ...payloads['shipment.dispatch_requested'], livemode: 'Grace Miller', request_id: 7 }
    const message = getMessage(() => parseInternal('shipment.dispatch_requested', delivered('x', { internal })))
    expect(message).toContain('internal.livemode')
    expect(message).toContain('internal.request_id')
    expect(message).not.toContain('Grace')
  })
})

function requiredFields(type: InternalType): string[] {
  const optional = ['quote_id', 'quote_option_id']
  return Object.keys(payloads[type]).filter((field) => !optional.includes(field))
}

describe('optional and erased parts', () => {
  test('a booking whose facts do not name the quote', () => {
    const { quote_id: _, quote_option_id: __, ...older } = bookingFacts
    const event = delivered('booking.updated', { internal: older })
    expect(parseInternal('booking.updated', event).tracking).toHaveLength(1)
  })

  test.each([
    ['shipment.updated', shipment],
    ['booking.updated', booking],
  ] as const)('%s after the erasure of its personal data', (type, object) => {
    const event = delivered(type, { object })
    const erased = { ...event, public: erasedDocument(event.public, 'env_1') }
    expect(JSON.stringify(erased.public)).not.toContain('Grace')
    expect(parseObject(type, erased)).toMatchObject({ shipment_id: 'shp_1' })
  })
})

describe('the public part', () => {
  test('of an earlier version has no options, customs, items or returns', () => {
    const {
      service_options: _,
      customs: __,
      direction: ___,
      return_of,
      return_terms,
      return_ids,
      ...earlier
    } = shipment
    const { items: ____, ...unlisted } = publicParcel(parcel())
    const object = { ...earlier, parcels: [unlisted] }
    expect(parseObject('shipment.updated', delivered('shipment.updated', { object }))).toEqual(object)
  })

  test('keeps what a newer producer adds, at every depth and in its order', () => {
    const object = { added_first: 1, ...shipment, pickup_address: { ...address, floor: 3 } }
    const event = delivered('shipment.updated', { object })
    const text = JSON.stringify(event.public)
    expect(parseObject('shipment.updated', event)).toEqual(object)
    expect(JSON.stringify(parseEnvelope(event))).toBe(text)
    expect(parseEnvelope(event)).toBe(event.public)
  })

  test('may be of a type that this version does not know', () => {
    expect(parseEnvelope(delivered('shipment.teleported', {})).type).toBe('shipment.teleported')
  })

  test.each<[string, keyof PublicEvent, unknown]>([
    ['an id', 'id', undefined],
    ['a type', 'type', 7],
    ['a timestamp', 'timestamp', null],
    ['an environment', 'environment_id', undefined],
    ['a subject with a kind', 'subject', { type: 7, id: 'pcl_1' }],
    ['a whole sequence', 'sequence', 1.5],
    ['data', 'data', { object: [], previous_attributes: {} }],
    ['a request', 'request', 'req_1'],
  ])('has %s', (_, field, value) => {
    const event = delivered('shipment.updated', {})
    const wrong = { ...event, public: { ...event.public, [field]: value } }
    expect(getMessage(() => parseEnvelope(wrong))).toMatch(
      new RegExp(`^Malformed shipment\\.updated event evt_1: public\\.${field}`),
    )
  })

  test('may not be absent', () => {
    expect(getMessage(() => parseEnvelope({ ...delivered('x', {}), public: null }))).toMatch(/: public: /)
  })

  test.each([
    ['shipment.updated', { ...shipment, pickup_address: null }, 'public.data.object.pickup_address'],
    [
      'booking.updated',
      { ...booking, quote_option: { service_code: 'swift_now' } },
      'public.data.object.quote_option.quote_option_id',
    ],
    ['booking.updated', { ...booking, status: 7 }, 'public.data.object.status'],
  ] as const)('of %s shows an object of its form', (type, object, expected) => {
    expect(getMessage(() => parseObject(type, delivered(type, { object })))).toContain(`: ${expected}: `)
  })

  test('with a status that a later version has added is left to that version', () => {
    const event = delivered('booking.updated', { object: { ...booking, status: 'teleported' } })
    expect(() => parseObject('booking.updated', event)).toThrow(NewerEventError)
  })
})

test('the description of all forms names each value', () => {
  for (const value of [
    'arrived_at_dropoff',
    'customs_delay',
    'awaiting_collection',
    'webhook_subscription',
    'operator',
  ])
    expect(eventFormats).toContain(`"${value}"`)
})
