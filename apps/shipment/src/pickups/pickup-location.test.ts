/** Responses of pickup locations that are sent back with a change. */
import {
  createPickupLocationSchema,
  publicPickupLocation,
  updatePickupLocationSchema,
} from '@waybill/contracts/requests/pickup-locations'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { anAddress } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { changedPickupLocation, newPickupLocation } from './pickup-location.ts'

const at = new Date('2026-12-01T09:00:00.000Z')
const later = new Date('2026-12-02T09:00:00.000Z')
const location = newPickupLocation(
  'env_1',
  parseDocument(createPickupLocationSchema, { name: 'Bakery', address: anAddress() }),
  at,
)
const shown = publicPickupLocation(location)
const patched = (patch: object, before = location) =>
  changedPickupLocation(before, parseDocument(updatePickupLocationSchema, JSON.parse(JSON.stringify(patch))), later)

test('a response that is sent back changes nothing', () => {
  expect(patched(shown)).toBe(location)
})

test('a response with a change in it changes that only', () => {
  const address = { ...shown.address, address_line_1: '99 Canal Street' }
  const moved = patched({ ...shown, address, name: 'Mill' })
  expect(moved).toEqual({
    ...location,
    name: 'Mill',
    address: { ...location.address, address_line_1: '99 Canal Street', residential: null },
    sequence: 2,
    updatedAt: later,
  })
  expect(patched({ ...shown, address, name: 'Mill' }, moved)).toBe(moved)
})

test('a time zone that was found by the address is found by the new one', () => {
  const address = { ...shown.address, country: 'AU', latitude: -33.87, longitude: 151.21 }
  expect(publicPickupLocation(patched({ ...shown, address })).time_zone).toBe('Australia/Sydney')
  expect(patched({ time_zone: 'Europe/Paris' }).timeZone).toBe('Europe/Paris')
})

test.each([
  [{ pickup_location_id: 'pul_1', created_at: '2020-01-01T09:00:00Z' }, ['pickup_location_id', 'created_at']],
  [{ ...shown, environment_id: 'env_2' }, ['environment_id']],
  [{ location_id: 'loc_1' }, ['location_id']],
  [{ address: { ...shown.address, location_id: 'loc_1' } }, ['address.location_id']],
  [{ updated_at: '2098-01-01T09:00:00.000Z' }, ['updated_at']],
])('values of another location are refused: %j', (patch, fields) => {
  const details = fields.map((field) => expect.objectContaining({ field, code: 'read_only' }))
  expect(() => patched(patch)).toThrow(expect.objectContaining({ details }))
})
