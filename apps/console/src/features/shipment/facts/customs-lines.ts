import { useLingui } from '@lingui/react/macro'
import type { Shipment } from '@waybill/sdk'
import { useCustomsNames } from '../../../format/customs-names.ts'
import { useFormat } from '../../../format/use-format.ts'

type Item = Shipment['parcels'][number]['items'][number]

/** The declaration of a shipment to customs, a line each. */
export function useCustomsLines(customs: Shipment['customs']): string[] {
  const { t } = useLingui()
  const format = useFormat()
  const names = useCustomsNames()
  if (!customs) return []
  const { contents, contents_explanation: explanation, non_delivery: nonDelivery, duties_payer: payer } = customs
  const numbers = customs.tax_ids.map(({ party, type, number }) => {
    const text = `${type.toUpperCase()} ${number}`
    if (party === 'recipient') return t`${text} of the recipient`
    return party === 'importer' ? t`${text} of the importer` : text
  })
  return [
    contents && [names.contents[contents] ?? contents, explanation].filter(Boolean).join(': '),
    customs.incoterm,
    payer === 'sender' && t`The sender pays the duties`,
    payer === 'recipient' && t`The recipient pays the duties`,
    nonDelivery && t`If it cannot be delivered: ${names.nonDelivery[nonDelivery] ?? nonDelivery}`,
    customs.invoice_number && t`Invoice ${customs.invoice_number}`,
    customs.invoice_date && t`Invoice of ${format.date(customs.invoice_date)}`,
    customs.certify_signer && t`Signed by ${customs.certify_signer}`,
    customs.export_filing && t`Export filing ${customs.export_filing}`,
    ...numbers,
    customs.from_defaults.length > 0 && t`Some of it is from the customs defaults of the settings.`,
  ].filter((line): line is string => typeof line === 'string' && line !== '')
}

/** "2 × Cotton T-shirt · £10.00 · HS 610910 · United Kingdom · TS-1" */
export function useItemLine(): (item: Item) => string {
  const format = useFormat()
  const { t } = useLingui()
  return ({ description, quantity, unit_value: value, hs_code: code, origin_country: origin, sku }) =>
    [
      `${format.number(quantity)} × ${description}`,
      format.money(value.amount, value.currency),
      code && t`HS ${code}`,
      format.country(origin),
      sku,
    ]
      .filter(Boolean)
      .join(' · ')
}
