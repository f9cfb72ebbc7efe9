import { useLingui } from '@lingui/react/macro'

type Labels = Partial<Record<string, string>>

/** The words for the fields of `service_options` and of `customs`. */
export function useOptionLabels(): { options: Labels; customs: Labels } {
  const { t } = useLingui()
  const options: Labels = {
    signature: t`Signature: none, required or adult`,
    'insurance.amount': t`Insured value`,
    'insurance.currency': t`Currency of the insured value`,
    'insurance.provider': t`Who insures: carrier or aggregator`,
    saturday_delivery: t`Delivery on Saturday (true or false)`,
    'label_references.0': t`First text on the label`,
    'label_references.1': t`Second text on the label`,
    'bill_to.party': t`Who pays the carrier: recipient or third_party`,
    'bill_to.account': t`Payer's account with the carrier`,
    'bill_to.country': t`Country of the payer`,
    'bill_to.post_code': t`Post code of the payer`,
    'dangerous_goods.kind': t`Dangerous goods: lithium_batteries or limited_quantity`,
    'age_verification.minimum_age': t`Minimum age of the recipient`,
    delivery_pin: t`PIN at the door (true or false)`,
    'tip.amount': t`Tip for the courier`,
    'tip.currency': t`Currency of the tip`,
  }
  const customs: Labels = {
    contents: t`kind of contents`,
    contents_explanation: t`explanation of the contents`,
    non_delivery: t`what to do if it cannot be delivered`,
    incoterm: t`Incoterm`,
    duties_payer: t`who pays duties: sender or recipient`,
    certify: t`certified (true or false)`,
    certify_signer: t`signer`,
    export_filing: t`export filing`,
    invoice_number: t`number of the invoice`,
    invoice_date: t`date of the invoice`,
    tax_ids: t`tax numbers, as JSON`,
  }
  return { options, customs }
}
