/** Pure: items of parcels and the declaration of a shipment as adapters get them. */
import type { Customs, TaxId } from '@waybill/contracts/values/customs/declaration'
import type { ParcelItem } from '@waybill/contracts/values/customs/items'
import { gramsPer } from '@waybill/contracts/values/parcels/units'
import type { CarrierCustoms, CarrierItem, CarrierTaxId } from './carrier-customs.ts'
import { toMoney } from './carrier-options.ts'
import { findIssuingCountry } from './mapping/customs/issuing-country.ts'

export const carrierItem = (item: ParcelItem): CarrierItem => ({
  description: item.description,
  quantity: item.quantity,
  unitValue: toMoney(item.unit_value),
  ...(item.unit_weight && { unitWeightGrams: Number(item.unit_weight.value) * gramsPer[item.unit_weight.unit] }),
  ...(item.hs_code && { hsCode: item.hs_code }),
  ...(item.origin_country && { originCountry: item.origin_country }),
  ...(item.sku && { sku: item.sku }),
})

function carrierTaxId(id: TaxId): CarrierTaxId {
  const { party, type, number } = id
  const issuingCountry = findIssuingCountry(id)
  return { party, type, number, ...(issuingCountry && { issuingCountry }) }
}

/** The declaration for carriers; absent if there is none. */
export const carrierCustoms = (customs: Customs | null | undefined): { customs?: CarrierCustoms } =>
  customs
    ? {
        customs: {
          ...(customs.contents && { contents: customs.contents }),
          ...(customs.contents_explanation && { contentsExplanation: customs.contents_explanation }),
          ...(customs.non_delivery && { nonDelivery: customs.non_delivery }),
          ...(customs.incoterm && { incoterm: customs.incoterm }),
          ...(customs.duties_payer && { dutiesPayer: customs.duties_payer }),
          ...(customs.certify && { certify: true }),
          ...(customs.certify_signer && { certifySigner: customs.certify_signer }),
          ...(customs.export_filing && { exportFiling: customs.export_filing }),
          ...(customs.invoice_number && { invoiceNumber: customs.invoice_number }),
          ...(customs.invoice_date && { invoiceDate: customs.invoice_date }),
          ...(customs.tax_ids.length > 0 && {
            taxIds: customs.tax_ids.map(carrierTaxId),
          }),
        },
      }
    : {}
