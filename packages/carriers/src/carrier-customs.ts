/** Declaration of goods to customs, as adapters get it: the contents of parcels and the terms of the shipment. */
import type { Money } from '@waybill/contracts/values/money'

/** Articles of one kind in a parcel. */
export interface CarrierItem {
  description: string
  /** A whole number, at least 1. */
  quantity: number
  /** Value of one piece, in whole units of its exponent. */
  unitValue: Money
  /** Net weight of one piece in grams, perhaps with a fraction; absent: not known. */
  unitWeightGrams?: number
  /** Tariff number: its 6 to 15 digits, `6109100012`. */
  hsCode?: string
  /** Country in which the article was made: ISO 3166-1 alpha-2, upper case. */
  originCountry?: string
  sku?: string
}

export type CustomsContents =
  | 'merchandise'
  | 'documents'
  | 'gift'
  | 'returned_goods'
  | 'sample'
  | 'humanitarian_donation'
  | 'other'

export interface CarrierTaxId {
  party: 'sender' | 'recipient' | 'importer'
  /** In lower case: `vat`, `eori`, `ioss`, `ein` …; a carrier that does not know it gets no such number. */
  type: string
  number: string
  /** ISO 3166-1 alpha-2, upper case. */
  issuingCountry?: string
}

/** Declaration of the sender for the whole shipment. */
export interface CarrierCustoms {
  /** Absent: not stated. */
  contents?: CustomsContents
  /** Needed for `other`. */
  contentsExplanation?: string
  /** Fate of a parcel that cannot be delivered. */
  nonDelivery?: 'return' | 'abandon'
  /** Three letters of Incoterms, upper case: `DAP`, `DDP`. */
  incoterm?: string
  dutiesPayer?: 'sender' | 'recipient'
  /** The sender certifies that the declaration is true, with the name of the signer. */
  certify?: boolean
  certifySigner?: string
  /** Exemption from export filing or its number: `NOEEI 30.37(a)`, an ITN, an MRN. */
  exportFiling?: string
  invoiceNumber?: string
  /** YYYY-MM-DD. */
  invoiceDate?: string
  taxIds?: readonly CarrierTaxId[]
}
