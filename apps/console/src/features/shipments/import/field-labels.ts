import { useLingui } from '@lingui/react/macro'
import { FIELDS, type ImportField } from './rows.ts'

/** The words for a field of a shipment; a field that a column cannot hold has its name of the API. */
export function useFieldLabels(): (name: string) => string {
  const { t } = useLingui()
  const labels: Record<ImportField, string> = {
    merchant_order_ref: t`Reference`,
    collection_date: t`Collection date`,
    'dropoff_address.name': t`Recipient: name`,
    'dropoff_address.company': t`Recipient: company`,
    'dropoff_address.address_line_1': t`Recipient: street and number`,
    'dropoff_address.address_line_2': t`Recipient: second line`,
    'dropoff_address.post_code': t`Recipient: post code`,
    'dropoff_address.city': t`Recipient: city`,
    'dropoff_address.province': t`Recipient: province`,
    'dropoff_address.country': t`Recipient: country`,
    'dropoff_address.phone': t`Recipient: phone`,
    'dropoff_address.email': t`Recipient: e-mail`,
    dropoff_instructions: t`Delivery instructions`,
    'parcels.0.title': t`Parcel: contents`,
    'parcels.0.weight_kg': t`Parcel: weight in kg`,
    'parcels.0.length_cm': t`Parcel: length in cm`,
    'parcels.0.width_cm': t`Parcel: width in cm`,
    'parcels.0.height_cm': t`Parcel: height in cm`,
    'parcels.0.declared_value': t`Parcel: value`,
    'parcels.0.declared_value_currency': t`Parcel: currency of the value`,
    'pickup_address.name': t`Pickup: name`,
    'pickup_address.company': t`Pickup: company`,
    'pickup_address.address_line_1': t`Pickup: street and number`,
    'pickup_address.address_line_2': t`Pickup: second line`,
    'pickup_address.post_code': t`Pickup: post code`,
    'pickup_address.city': t`Pickup: city`,
    'pickup_address.province': t`Pickup: province`,
    'pickup_address.country': t`Pickup: country`,
    'pickup_address.phone': t`Pickup: phone`,
    'pickup_address.email': t`Pickup: e-mail`,
    pickup_instructions: t`Pickup instructions`,
  }
  return (name) => (isImportField(name) ? labels[name] : name)
}

export const isImportField = (name: string): name is ImportField => FIELDS.some((field) => field === name)
