import { describe, expect, test } from 'vitest'
import { eventTypes } from '../events/public-event.ts'
import { refusal, rejectedFields } from '../testing/refusals.ts'
import { createReplaySchema } from './replay.ts'
import { createSubscriptionSchema, eventPattern, updateSubscriptionSchema } from './subscription.ts'

const url = 'https://merchant.example/hooks'

describe('an event pattern', () => {
  test.each([...eventTypes, '*', 'shipment.*', 'quote.*', 'booking.*', 'webhook.*', ' shipment.* '])(
    '%j is valid',
    (text) => {
      expect(eventPattern.parse(text)).toBe(text.trim())
    },
  )

  test.each(['', 'shipment', 'shipment.', 'parcel.*', '*.created', 'shipment.lost', 'Shipment.created', '#'])(
    '%j is unknown',
    (text) => {
      expect(refusal(eventPattern, text)).toMatchObject({ code: 'unknown_event_type' })
    },
  )
})

test.each([
  ['shipmnt.created', 'not "shipmnt.created". Did you mean shipment.created? See GET /api/v1/webhooks/event-types'],
  ['Shipment.created', 'not "Shipment.created". Did you mean shipment.created? See GET /api/v1/webhooks/event-types'],
  ['shipment', 'not "shipment". Did you mean shipment.*? See GET /api/v1/webhooks/event-types'],
  ['weather', 'not "weather". See GET /api/v1/webhooks/event-types'],
  ['', 'not "". See GET /api/v1/webhooks/event-types'],
])('the error for the event type %j names it, and the nearest one', (text, end) => {
  const { details } = refusal(createSubscriptionSchema, { url, events: ['*', text] })
  expect(details).toMatchObject([{ field: 'events[1]', message: expect.stringContaining(end) }])
})

describe('the URL of a receiver', () => {
  test.each([url, 'http://127.0.0.1:8099/', `https://merchant.example/${'x'.repeat(2_023)}`])(
    '%s is valid',
    (valid) => {
      expect(createSubscriptionSchema.parse({ url: valid, event: '*' }).url).toBe(valid)
    },
  )

  test.each([
    ['not a URL', 'invalid_webhook_url'],
    ['/hooks', 'invalid_webhook_url'],
    ['ftp://merchant.example', 'invalid_webhook_url'],
    ['https://user:secret@merchant.example', 'invalid_webhook_url'],
    ['https://user@merchant.example', 'invalid_webhook_url'],
    [`https://merchant.example/${'x'.repeat(2_024)}`, 'too_long'],
  ])('%s is rejected', (invalid, code) => {
    expect(rejectedFields(createSubscriptionSchema, { url: invalid, event: '*' })).toEqual([`url: ${code}`])
  })
})

describe('creating a subscription', () => {
  test.each([
    [{ event: '*' }, ['*']],
    [{ events: ['*'] }, ['*']],
    [{ event: 'shipment.*', events: ['quote.created', 'quote.created'] }, ['quote.created', 'shipment.*']],
    [{ event: '*', events: [] }, ['*']],
    [{ event: null, events: ['*'] }, ['*']],
  ])('%j subscribes to %j', (body, events) => {
    expect(createSubscriptionSchema.parse({ url, ...body })).toEqual({
      url,
      events,
      ordering: 'none',
      verboseEvents: true,
    })
  })

  test.each([
    [{}, ['events: required']],
    [{ events: [] }, ['events: required']],
    [{ event: null }, ['events: required']],
    [{ events: Array(101).fill('*') }, ['events: too_many']],
    [{ event: '*', ordering: 'strict' }, ['ordering: invalid_value']],
    [{ event: '*', secret: 'x' }, ['secret: read_only']],
    [{ events: ['*', 'x', 'y'] }, ['events[1]: unknown_event_type', 'events[2]: unknown_event_type']],
  ])('%j is rejected for %j', (body, fields) => {
    expect(rejectedFields(createSubscriptionSchema, { url, ...body })).toEqual(fields)
  })
})

describe('changing a subscription', () => {
  test.each([
    [{}, {}],
    [{ status: 'paused' }, { status: 'paused' }],
    [{ events: ['*', '*'] }, { events: ['*'] }],
    [{ ordering: 'per_subject' }, { ordering: 'per_subject' }],
  ])('%j changes %j', (body, expected) => {
    expect(updateSubscriptionSchema.parse(body)).toEqual(expected)
  })

  test.each([
    [{ status: 'stopped' }, ['status: invalid_value']],
    [{ events: [] }, ['events: too_few']],
    [{ url: null }, ['url: invalid_type']],
    [{ event: '*' }, ['event: unknown_field']],
  ])('%j is rejected for %j', (body, fields) => {
    expect(rejectedFields(updateSubscriptionSchema, body)).toEqual(fields)
  })
})

describe('a replay', () => {
  const since = '2026-12-01T09:00:00Z'

  test.each([
    [{ since }, []],
    [{ since, until: null, events: null }, []],
    [{ since, until: '2026-12-01T09:00:01Z', events: ['*'] }, []],
    [{}, ['since: required']],
    [{ since, until: since }, ['until: too_small']],
    [{ since, until: '2026-11-01T09:00:00Z' }, ['until: too_small']],
    [{ since: '2026-12-01' }, ['since: invalid_format']],
    [{ since, events: [] }, ['events: too_few']],
    [{ since, events: ['x'] }, ['events[0]: unknown_event_type']],
  ])('of %j is rejected for %j', (body, fields) => {
    expect(rejectedFields(createReplaySchema, body)).toEqual(fields)
  })
})
