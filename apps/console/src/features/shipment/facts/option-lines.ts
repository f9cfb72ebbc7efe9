import { useLingui } from '@lingui/react/macro'
import type { Shipment } from '@waybill/sdk'
import { useFormat } from '../../../format/use-format.ts'

/** Requests to the carriers beside the transport, a line each. */
export function useOptionLines(options: Shipment['service_options']): string[] {
  const { t } = useLingui()
  const format = useFormat()
  if (!options) return []
  const { insurance, tip, bill_to: payer, return_address: back, age_verification: age } = options
  const money = ({ amount, currency }: { amount: string; currency: string }) => format.money(amount, currency)
  return [
    options.signature === 'required' && t`Signature`,
    options.signature === 'adult' && t`Signature of an adult`,
    insurance && t`Insured for ${money(insurance)}`,
    options.saturday_delivery && t`Delivery on Saturday`,
    ...options.label_references.map((text) => t`On the label: ${text}`),
    back && t`Returns to ${[back.name, back.address_line_1, back.city].filter(Boolean).join(', ')}`,
    payer && t`Billed to ${payer.account}`,
    options.dangerous_goods?.kind === 'lithium_batteries' && t`Lithium batteries`,
    options.dangerous_goods?.kind === 'limited_quantity' && t`Dangerous goods in limited quantity`,
    age && t`Minimum age ${age.minimum_age}`,
    options.delivery_pin && t`PIN at the door`,
    tip && t`Tip ${money(tip)}`,
  ].filter((line): line is string => typeof line === 'string')
}
