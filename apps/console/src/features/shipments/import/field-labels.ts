import { useLingui } from '@lingui/react/macro'
import { FIELDS, type Field } from '@waybill/sdk/sheets/columns/fields'
import { useOptionLabels } from './option-labels.ts'

/** The words for a field of a shipment; a field that no column is offered for has its name of the API. */
export function useFieldLabels(): (name: string) => string {
  const { t } = useLingui()
  const { options, customs } = useOptionLabels()
  const labels: Partial<Record<string, string>> = {
    merchant_order_ref: t`Reference`,
    collection_date: t`Collection date`,
    ready_at: t`Ready for collection at`,
    dropoff_instructions: t`Delivery instructions`,
    pickup_instructions: t`Pickup instructions`,
    metadata: t`Metadata, as JSON`,
    tags: t`Tags`,
    'hold.reason': t`Reason for which it is on hold`,
    shipment_id: t`Waybill's number of the shipment`,
  }
  const address: Partial<Record<string, string>> = {
    name: t`name`,
    first_name: t`first name`,
    last_name: t`last name`,
    company: t`company`,
    address_line_1: t`street and number`,
    address_line_2: t`second line`,
    address_line_3: t`third line`,
    house_number: t`number of the house`,
    town: t`part of the city`,
    post_code: t`post code`,
    city: t`city`,
    province: t`province`,
    country: t`country`,
    phone: t`phone`,
    email: t`e-mail`,
    latitude: t`latitude`,
    longitude: t`longitude`,
    residential: t`home address (true or false)`,
  }
  const parcel: Partial<Record<string, string>> = {
    title: t`contents`,
    quantity: t`quantity`,
    'weight.value': t`weight, with a column for its unit`,
    'weight.unit': t`unit of the weight`,
    'dimensions.length': t`length, with a column for its unit`,
    'dimensions.width': t`width, with a column for its unit`,
    'dimensions.height': t`height, with a column for its unit`,
    'dimensions.unit': t`unit of the size`,
    declared_value: t`value`,
    declared_value_currency: t`currency of the value`,
    contents_description: t`contents for customs`,
    items: t`articles, as JSON`,
  }
  const measure = (name: string) => {
    const [, what, unit] = /^(weight|length|width|height)_(\w+)$/.exec(name) ?? []
    if (what === 'weight') return t`weight in ${unit}`
    if (what === 'length') return t`length in ${unit}`
    if (what === 'width') return t`width in ${unit}`
    return what && t`height in ${unit}`
  }
  return (name) => {
    const [, group = '', rest = ''] =
      /^(dropoff_address|pickup_address|service_options\.return_address|parcels\.0|customs|service_options)\.(.+)$/.exec(
        name,
      ) ?? []
    if (group === 'service_options') return options[rest] ?? name
    const part =
      group === 'parcels.0' ? (parcel[rest] ?? measure(rest)) : group === 'customs' ? customs[rest] : address[rest]
    if (!part) return labels[name] ?? name
    switch (group) {
      case 'parcels.0':
        return t`Parcel: ${part}`
      case 'customs':
        return t`Customs: ${part}`
      case 'pickup_address':
        return t`Pickup: ${part}`
      case 'service_options.return_address':
        return t`Return address: ${part}`
      default:
        return t`Recipient: ${part}`
    }
  }
}

/** Fields that the merchant can choose; others are for files that name them. */
export const CHOICES = FIELDS.filter((field) => !/\.(code|google_place_id)$/.test(field))

export const isImportField = (name: string): name is Field => FIELDS.some((field) => field === name)
