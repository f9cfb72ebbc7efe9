import type { PublicAddress } from '@waybill/contracts/values/address'
import { expect, test } from 'vitest'
import { type Label, placeKey, sortLabels } from './labels.ts'

const at = (address_line_1: string, location_id: string | null = null) =>
  ({ location_id, address_line_1, post_code: 'NW1 8AB', city: 'London', country: 'GB' }) as PublicAddress

let count = 0
const aLabel = (overrides: Partial<Label> = {}): Label => ({
  bookingId: `bkg_${count++}`,
  shipmentId: 'shp_1',
  status: 'assigned',
  carrierCode: 'eco_parcel',
  carrierAccountId: 'cac_1',
  carriedBy: null,
  carrierJobId: 'job_1',
  trackingNumber: null,
  hasLabel: true,
  collectionDate: '2026-12-01',
  pickup: at('12 Market Street'),
  manifestId: null,
  ...overrides,
})

const asked = { carrierAccountId: 'cac_1', shipDate: null, place: null, makesManifests: true, most: 10 }

test('a manifest has the day and the place of its first label, and says why it leaves each other label out', () => {
  const labels = [
    aLabel({ status: 'cancelled' }),
    aLabel({ carrierAccountId: 'cac_2' }),
    aLabel(),
    aLabel({ status: 'picked_up' }),
    aLabel({ collectionDate: '2026-12-02' }),
    aLabel({ pickup: at('13 Market Street') }),
    aLabel({ manifestId: 'mnf_1' }),
    aLabel({ status: 'pending', carrierJobId: null }),
    aLabel({ status: 'delivered' }),
    aLabel({ hasLabel: false }),
    aLabel({ carriedBy: 'usps' }),
  ]
  const sorted = sortLabels(labels, asked)
  expect(sorted.included).toEqual([labels[2], labels[3]])
  expect(sorted).toMatchObject({ shipDate: '2026-12-01', place: placeKey(at('12 market street')) })
  expect(sorted.leftOut.map(({ code }) => code)).toEqual([
    ...['cancelled', 'other_account', 'other_day', 'other_place', 'in_manifest', 'not_booked', 'ended', 'no_label'],
    'other_carrier',
  ])
  expect(sorted.leftOut[2]).toEqual({
    booking_id: labels[4]?.bookingId,
    code: 'other_day',
    message: 'is collected on 2026-12-02, not on 2026-12-01',
  })
})

test('labels beyond the limit are for another manifest, and a carrier without manifests takes none', () => {
  expect(sortLabels([aLabel(), aLabel()], { ...asked, most: 1 }).leftOut).toMatchObject([{ code: 'too_many' }])
  expect(sortLabels([aLabel()], { ...asked, makesManifests: false }).leftOut).toMatchObject([{ code: 'no_manifests' }])
})

test('a pickup location is one place, whatever its address says', () => {
  expect(placeKey(at('1 A Street', 'pul_1'))).toBe(placeKey(at('2 B Street', 'pul_1')))
  expect(placeKey(at('1 A Street'))).not.toBe(placeKey(at('2 B Street')))
})
