/** Options with a value in every field. */

import type { ServiceOptions } from '../requests/service-options.ts'
import type { Address } from '../values/address.ts'

export const serviceOptions = (returnAddress: Address, fields: Partial<ServiceOptions> = {}): ServiceOptions => ({
  signature: 'required',
  insurance: { amount: '250.00', currency: 'GBP', provider: 'carrier' },
  saturday_delivery: true,
  label_references: ['Purchase order 7', 'Shelf 12'],
  return_address: returnAddress,
  bill_to: { party: 'third_party', account: 'A1B2C3', country: 'GB', post_code: 'N1 9GU' },
  dangerous_goods: { kind: 'lithium_batteries' },
  age_verification: { minimum_age: 18 },
  delivery_pin: true,
  tip: { amount: '2.50', currency: 'GBP' },
  ...fields,
})
