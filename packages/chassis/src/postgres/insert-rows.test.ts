import type { Generated } from 'kysely'
import { expect, test } from 'vitest'
import { newColumns } from './insert-rows.ts'

interface ParcelTable {
  parcel_id: string
  note: string | null
  position: Generated<number>
}

test('requires every column without a default, including nullable ones', () => {
  expect(newColumns<ParcelTable>()(['parcel_id', 'note'])).toEqual(['parcel_id', 'note'])
  // @ts-expect-error note is missing
  newColumns<ParcelTable>()(['parcel_id'])
  // @ts-expect-error weight is not a column
  newColumns<ParcelTable>()(['parcel_id', 'note', 'weight'])
  // @ts-expect-error position has a default
  newColumns<ParcelTable>()(['parcel_id', 'note', 'position'])
})
