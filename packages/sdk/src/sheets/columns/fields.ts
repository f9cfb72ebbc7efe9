/** Pure: the fields of a shipment that a column can hold, by the names of the API with dots: `parcels.0.title`. */

export const ADDRESS = [
  'name',
  'first_name',
  'last_name',
  'company',
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'house_number',
  'town',
  'city',
  'province',
  'post_code',
  'country',
  'phone',
  'email',
  'latitude',
  'longitude',
  'code',
  'google_place_id',
  'residential',
] as const

export const WEIGHT_UNITS = ['kg', 'g', 'lb', 'oz'] as const
export const LENGTH_UNITS = ['cm', 'mm', 'in'] as const
export const SIDES = ['length', 'width', 'height'] as const

const PARCEL = [
  'title',
  'quantity',
  ...WEIGHT_UNITS.map((unit) => `weight_${unit}` as const),
  'weight.value',
  'weight.unit',
  ...LENGTH_UNITS.flatMap((unit) => SIDES.map((side) => `${side}_${unit}` as const)),
  ...SIDES.map((side) => `dimensions.${side}` as const),
  'dimensions.unit',
  'declared_value',
  'declared_value_currency',
  'contents_description',
] as const

export const FIELDS = [
  'merchant_order_ref',
  'collection_date',
  'ready_at',
  ...ADDRESS.map((name) => `dropoff_address.${name}` as const),
  'dropoff_instructions',
  ...PARCEL.map((name) => `parcels.0.${name}` as const),
  ...ADDRESS.map((name) => `pickup_address.${name}` as const),
  'pickup_instructions',
  'metadata',
  'tags',
  'shipment_id',
] as const
export type Field = (typeof FIELDS)[number]

/** The field of each column, by its place; null: the column is not used. Also a field that is not listed: `parcels.1.title`. */
export type Mapping = readonly (string | null)[]

/** Columns that hold a field which an earlier column holds, too, with that column. */
export function findConflicts(mapping: Mapping): ReadonlyMap<number, number> {
  const conflicts = new Map<number, number>()
  mapping.forEach((field, column) => {
    const first = mapping.indexOf(field)
    if (field !== null && first !== column) conflicts.set(column, first)
  })
  return conflicts
}
