import { expect, test } from 'vitest'
import { addressValues } from '../../forms/address/address-values.ts'
import type { Progress } from './progress.ts'
import { findReplaced, isAsQuoted, nextStep } from './revision.ts'
import { emptyForm, emptyParcel, type ShipValues } from './values.ts'

const registered: ShipValues = {
  ...emptyForm('2026-11-24', null, 'Box'),
  merchant_order_ref: 'ORDER-1',
  pickup_address: addressValues({ address_line_1: '12 Market Street', city: 'London', country: 'GB' }),
  dropoff_address: addressValues({ name: 'Grace', address_line_1: '7 River Road', city: 'London', country: 'GB' }),
  parcels: [{ ...emptyParcel('Box'), weight_kg: '1.2' }],
  dropoff_instructions: 'Ring twice',
}
const quoted: Progress = { shipmentId: 'shp_1', registered, quoteId: 'quo_1' }
const withRecipient = (values: object) => ({
  ...registered,
  dropoff_address: { ...registered.dropoff_address, ...values },
})

test('offers are bookable for what was quoted, however its numbers are written', () => {
  expect(isAsQuoted(quoted, structuredClone(registered))).toBe(true)
  const comma = { ...registered, parcels: [{ ...emptyParcel('Box'), weight_kg: '1,2', preset_id: 'prs_1' }] }
  expect(isAsQuoted(quoted, comma)).toBe(true)
})

test.each<[string, ShipValues]>([
  ['weight', { ...registered, parcels: [{ ...emptyParcel('Box'), weight_kg: '12' }] }],
  ['number of parcels', { ...registered, parcels: [...registered.parcels, emptyParcel('Bag')] }],
  ['street', withRecipient({ address_line_1: '9 River Road' })],
  ['name', withRecipient({ name: 'Ada' })],
  ['kind of recipient', { ...registered, residential: 'true' }],
  ['instructions', { ...registered, dropoff_instructions: '' }],
  ['pickup', { ...registered, pickup_address: { ...registered.pickup_address, post_code: 'NW1 8AB' } }],
  ['collection date', { ...registered, collection_date: '2026-11-25' }],
  ['order reference', { ...registered, merchant_order_ref: 'ORDER-2' }],
  ['courier at once', { ...registered, on_demand: true }],
])('another %s voids the offers', (_what, values) => {
  expect(isAsQuoted(quoted, values)).toBe(false)
})

test('whether the recipient is at home is changed and cleared by itself', () => {
  const home = { ...registered, residential: 'true' }
  const changes = { dropoff_address: { residential: true } }
  expect(nextStep(quoted, home)).toEqual({ kind: 'update', shipmentId: 'shp_1', changes })
  expect(nextStep({ ...quoted, registered: home }, registered)).toEqual({
    kind: 'update',
    shipmentId: 'shp_1',
    changes: { dropoff_address: { residential: null } },
  })
})

test('without a stored quote nothing is bookable', () => {
  expect(isAsQuoted(null, registered)).toBe(false)
  expect(isAsQuoted({ shipmentId: 'shp_1', registered }, registered)).toBe(false)
  expect(isAsQuoted({ ...quoted, isChangedElsewhere: true }, registered)).toBe(false)
})

test('a correction changes what differs in the same shipment, and clears what was emptied', () => {
  expect(nextStep(null, registered)).toEqual({ kind: 'register' })
  expect(nextStep(quoted, registered)).toEqual({ kind: 'ask', shipmentId: 'shp_1' })
  const corrected = {
    ...withRecipient({ name: '', address_line_1: '9 River Road' }),
    dropoff_instructions: ' ',
    parcels: [{ ...emptyParcel('Box'), weight_kg: '12' }],
  }
  expect(nextStep(quoted, corrected)).toEqual({
    kind: 'update',
    shipmentId: 'shp_1',
    changes: {
      dropoff_address: { name: null, address_line_1: '9 River Road' },
      dropoff_instructions: null,
      parcels: [{ title: 'Box', weight_kg: '12' }],
    },
  })
})

test('a corrected street is sent with its coordinates, although they are the same', () => {
  const place = { latitude: '51.5308', longitude: '-0.0973' }
  const located = { ...registered, dropoff_address: { ...registered.dropoff_address, ...place } }
  const corrected = { ...located, dropoff_address: { ...located.dropoff_address, address_line_1: '7, River Road' } }
  expect(nextStep({ ...quoted, registered: located }, corrected)).toMatchObject({
    changes: { dropoff_address: { address_line_1: '7, River Road', ...place } },
  })
})

test('another order, or a courier at once, replaces the shipment', () => {
  const other = { ...registered, merchant_order_ref: 'ORDER-2' }
  expect(nextStep(quoted, other)).toEqual({ kind: 'replace', shipmentId: 'shp_1' })
  expect(nextStep(quoted, { ...registered, on_demand: true })).toEqual({ kind: 'replace', shipmentId: 'shp_1' })
})

test('over the change of somebody else, every field is sent', () => {
  const step = nextStep({ ...quoted, isChangedElsewhere: true }, registered)
  expect(step).toMatchObject({
    kind: 'update',
    changes: {
      collection_date: '2026-11-24',
      pickup_address: { address_line_1: '12 Market Street', name: null },
      dropoff_address: { name: 'Grace', city: 'London', phone: null },
      parcels: [{ title: 'Box', weight_kg: '1.2' }],
      dropoff_instructions: 'Ring twice',
    },
  })
})

test('the shipment of another recipient is found before it is changed or cancelled', () => {
  const other = withRecipient({ name: 'Ada', address_line_1: '9 River Road' })
  const found = { reference: 'ORDER-1', recipient: 'Grace', isCancelled: false, isRegistered: true }
  expect(findReplaced(quoted, other)).toEqual(found)
  expect(findReplaced(quoted, { ...other, merchant_order_ref: '' })).toEqual({ ...found, isCancelled: true })
  const lost = { registering: { values: registered, key: 'key' } }
  expect(findReplaced(lost, other)).toEqual({ ...found, isRegistered: false })
  expect(findReplaced(quoted, withRecipient({ name: ' grace ', address_line_1: '9 River Road' }))).toBeNull()
  expect(findReplaced(null, other)).toBeNull()
  expect(findReplaced({ shipmentId: 'shp_1', registered, isOnDemand: true }, other)).toBeNull()
})
