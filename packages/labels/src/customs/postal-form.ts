/** Pure: content of the declarations CN 22 and CN 23 of the Universal Postal Union, which posts ask for in place of an invoice. */

/** CN 22: a label for letters and packets. CN 23: a sheet for all else. */
export type PostalFormKind = 'cn22' | 'cn23'

export interface PostalForms {
  kind: PostalFormKind
  title: string
  createdAt: Date
  /** One for each parcel; at least one. */
  forms: readonly PostalForm[]
}

/** The declaration of one parcel. Texts, as printed; an empty one is not known. */
export interface PostalForm {
  /** Number by which the post knows the parcel. */
  itemNumber: string
  /** Number by which the merchant knows it. */
  reference: string
  /** Lines of the addresses, from the name to the country, then their phone, email and customs references. */
  sender: readonly string[]
  recipient: readonly string[]
  category: PostalCategory | null
  explanation: string
  /** At least one. */
  lines: readonly PostalLine[]
  /** The whole parcel's. */
  grossWeight: string
  totalValue: string
  postage: string
  invoiceNumber: string
  /** Facts that posts of some countries ask for: `['Export filing', 'NOEEI 30.37(a)']`. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Name and date of who certifies; empty: left blank, to be signed by hand. */
  signed: string
}

export const postalCategories = {
  sale: 'Sale of goods / Vente de marchandises',
  gift: 'Gift / Cadeau',
  sample: 'Commercial sample / Échantillon commercial',
  documents: 'Documents',
  returned: 'Returned goods / Retour de marchandise',
  other: 'Other / Autre',
} as const
export type PostalCategory = keyof typeof postalCategories

/** Goods of one kind. */
export interface PostalLine {
  description: string
  sku: string
  quantity: string
  /** All pieces together. */
  netWeight: string
  value: string
  hsCode: string
  /** ISO 3166-1 alpha-2. */
  originCountry: string
}

/** The sender signs this on both forms. Two lines. */
export const CERTIFICATION = [
  'I certify that the particulars given in this customs declaration are correct and that this item does not contain',
  'any dangerous article or articles prohibited by legislation or by postal or customs regulations.',
]
