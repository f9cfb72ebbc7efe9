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
  /** A list in JSON. */
  'items',
] as const

/** Fields of `service_options`, beside the address. */
export const OPTIONS = [
  'signature',
  'insurance.amount',
  'insurance.currency',
  'insurance.provider',
  'saturday_delivery',
  'label_references.0',
  'label_references.1',
  'bill_to.party',
  'bill_to.account',
  'bill_to.country',
  'bill_to.post_code',
  'dangerous_goods.kind',
  'age_verification.minimum_age',
  'delivery_pin',
  'tip.amount',
  'tip.currency',
] as const

export const CUSTOMS = [
  'contents',
  'contents_explanation',
  'non_delivery',
  'incoterm',
  'duties_payer',
  'certify',
  'certify_signer',
  'export_filing',
  'invoice_number',
  'invoice_date',
  /** A list in JSON. */
  'tax_ids',
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
  ...OPTIONS.map((name) => `service_options.${name}` as const),
  ...ADDRESS.map((name) => `service_options.return_address.${name}` as const),
  ...CUSTOMS.map((name) => `customs.${name}` as const),
  'metadata',
  'tags',
  'hold.reason',
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
