import { expect, test } from 'vitest'
import { listChanges } from './changes.ts'

test('a change names each field with its value before and after', () => {
  const address = { location_id: 'loc_1', name: 'Ada', post_code: 'N1 9GU', city: 'London' }
  const parcel = { parcel_id: 'pcl_1', weight: { value: '1', unit: 'kg' }, weight_kg: '1.000' }
  const object = {
    dropoff_address: { ...address, location_id: 'loc_2', post_code: 'N1 9GV' },
    dropoff_instructions: 'Ring twice',
    parcels: [{ ...parcel, weight: { value: '2.5', unit: 'kg' }, weight_kg: '2.500' }],
    metadata: { shelf: 'A7' },
    updated_at: '2',
  }
  const previous = {
    dropoff_address: address,
    dropoff_instructions: null,
    parcels: [parcel],
    metadata: {},
    updated_at: '1',
  }
  expect(listChanges(previous, object)).toEqual([
    { name: 'dropoff_address.post_code', before: 'N1 9GU', after: 'N1 9GV' },
    { name: 'dropoff_instructions', before: null, after: 'Ring twice' },
    { name: 'parcels.weight', before: '1 kg', after: '2.5 kg' },
    { name: 'metadata.shelf', before: null, after: 'A7' },
  ])
})

test('parcels that came or went are counted', () => {
  expect(listChanges({ parcels: [{}] }, { parcels: [{}, {}] })).toEqual([{ name: 'parcels', before: '1', after: '2' }])
})
