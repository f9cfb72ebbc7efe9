/** Content of a commercial invoice: the paper by which customs values goods and charges duties. */

export interface Invoice {
  /** A pro forma invoice: the goods, such as gifts and samples, are not sold. */
  isProForma: boolean
  number: string
  /** YYYY-MM-DD. */
  date: string
  createdAt: Date
  /** Lines of the addresses, from the name to the country, then their tax numbers. */
  sender: readonly string[]
  recipient: readonly string[]
  /** Facts of the shipment and its terms: `['Incoterm', 'DAP']`. */
  facts: readonly (readonly [name: string, value: string])[]
  /** At least one. */
  lines: readonly InvoiceLine[]
  /** Below the lines: pieces, weight, value. */
  totals: readonly (readonly [name: string, value: string])[]
  /** Sentences of the sender, such as of the origin of the goods, above the signature. */
  statements: readonly string[]
  /** Name of who certifies; null: left blank, to be signed by hand. */
  signer: string | null
}

/** Goods of one kind. Texts, as printed; an empty one is not known. */
export interface InvoiceLine {
  description: string
  sku: string
  hsCode: string
  /** ISO 3166-1 alpha-2. */
  originCountry: string
  quantity: string
  /** Net, of one piece. */
  unitWeight: string
  unitValue: string
  value: string
}
