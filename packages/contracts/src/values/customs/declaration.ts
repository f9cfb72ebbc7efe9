/** `customs` of a shipment: what the sender declares of its contents, and the terms of their import. */
import { z } from 'zod'
import { acrossFields } from '../../requests/across-fields.ts'
import { inOrder } from '../../requests/key-order.ts'
import { ignored } from '../../requests/read-only-fields.ts'
import { refuse } from '../../requests/validation.ts'
import { country } from '../address.ts'
import { patchedText, requiredText } from '../text.ts'

export const contents = [
  'merchandise',
  'documents',
  'gift',
  'returned_goods',
  'sample',
  'humanitarian_donation',
  'other',
] as const
export const nonDeliveries = ['return', 'abandon'] as const
/** Incoterms 2020, with the two of earlier editions that carriers still take. */
const incoterms = [
  ...(['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF', 'DAT', 'DDU'] as const),
] as const
const dutiesPayers = ['sender', 'recipient'] as const
const taxParties = ['sender', 'recipient', 'importer'] as const
const taxIdTypes = [
  ...(['vat', 'eori', 'ioss', 'oss', 'voec', 'ein', 'ssn', 'tin', 'abn', 'arn', 'gst', 'pan', 'pccc'] as const),
  ...(['cpf', 'cnpj', 'rfc', 'ukims', 'passport', 'national_id', 'other'] as const),
] as const

export const MOST_TAX_IDS = 20

/** Numbers whose form is one everywhere. */
const numberForms: Partial<Record<(typeof taxIdTypes)[number], [form: RegExp, expected: string]>> = {
  eori: [/^[A-Z]{2}[A-Z0-9]{1,17}$/, 'must be a country code with letters and digits, such as DE1234567890123'],
  ioss: [/^IM\d{10}$/, 'must be IM and 10 digits, such as IM2760000005'],
}

/** In capitals and without spaces, if its form is known. */
const plainNumber = (type: (typeof taxIdTypes)[number], number: string): string =>
  numberForms[type] ? number.replace(/\s/g, '').toUpperCase() : number

const taxIdFields = z.strictObject({
  type: z.enum(taxIdTypes),
  number: requiredText(40),
  issuing_country: country
    .nullish()
    .transform((code) => code ?? null)
    .describe('Some carriers need it, unless the number names it, as EORI, VAT and IOSS numbers of the EU and GB do.'),
})

function checkNumber(
  { type, number }: Partial<z.output<typeof taxIdFields>>,
  context: Parameters<typeof refuse>[0],
): void {
  const [form, expected] = (type && numberForms[type]) ?? []
  if (type && number !== undefined && form && expected && !form.test(plainNumber(type, number)))
    refuse(context, ['number'], 'invalid_format', expected)
}

const taxIdSchema = acrossFields(z.strictObject({ party: z.enum(taxParties), ...taxIdFields.shape }), checkNumber).meta(
  { id: 'TaxIdRequest' },
)

/** A number of the sender. */
export const ownTaxIdSchema = acrossFields(taxIdFields, checkNumber).meta({ id: 'OwnTaxIdRequest' })

/** The number as it is kept. */
export const plainTaxId = <Id extends Pick<TaxId, 'type' | 'number'>>(id: Id): Id => ({
  ...id,
  number: plainNumber(id.type, id.number),
})

const isDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
const dateText = z
  .string()
  .trim()
  .refine(isDate, {
    error: 'must be a date that exists, such as 2026-12-01',
    params: { code: 'invalid_format' },
  })

/**
 * `customs` of a shipment in requests. In a change, a field that is left out stays, and null removes it. A new shipment gets the
 * customs defaults in fields that are left out, and nothing in null ones.
 */
export const customsSchema = z
  .strictObject({
    contents: z.enum(contents).nullish(),
    contents_explanation: patchedText(255).describe('Needed if `contents` is `other`.'),
    non_delivery: z.enum(nonDeliveries).nullish().describe('If it cannot be delivered.'),
    incoterm: z.enum(incoterms).nullish(),
    duties_payer: z.enum(dutiesPayers).nullish(),
    certify: z.boolean().nullish(),
    certify_signer: patchedText(100),
    export_filing: patchedText(50).describe('Such as `NOEEI 30.37(a)`, an ITN or an MRN.'),
    invoice_number: patchedText(35),
    invoice_date: dateText.nullish(),
    tax_ids: z
      .array(taxIdSchema)
      .max(MOST_TAX_IDS)
      .nullish()
      .describe(
        'A change replaces all. A new shipment gets those of the customs defaults whose types are not in the list, and none if it is null or empty.',
      ),
    from_defaults: ignored.optional(),
  })
  .meta({
    id: 'CustomsRequest',
    description:
      'A new shipment gets the customs defaults in the fields that are left out. Null, also in place of the whole object, declares nothing.',
  })
export type CustomsDocument = z.output<typeof customsSchema>

const publicTaxIdSchema = z
  .object({
    party: z.string(),
    type: z.string(),
    number: z.string(),
    issuing_country: z.string().nullable(),
  })
  .meta({ id: 'TaxId' })

/** The lists of values are in `CustomsRequest`. */
export const publicCustomsSchema = z
  .object({
    contents: z.string().nullable(),
    contents_explanation: z.string().nullable(),
    non_delivery: z.string().nullable(),
    incoterm: z.string().nullable(),
    duties_payer: z.string().nullable(),
    certify: z.boolean(),
    certify_signer: z.string().nullable(),
    export_filing: z.string().nullable(),
    invoice_number: z.string().nullable(),
    invoice_date: z.string().nullable(),
    tax_ids: z.array(publicTaxIdSchema),
    from_defaults: z
      .array(z.string())
      .describe('Fields that the customs defaults filled, such as `certify_signer` and `tax_ids.eori`.'),
  })
  .meta({ id: 'Customs' })

export type TaxId = z.output<typeof publicTaxIdSchema> & {
  party: (typeof taxParties)[number]
  type: (typeof taxIdTypes)[number]
}

/** As the shipment keeps it, and as it is shown. */
export type Customs = Omit<z.output<typeof publicCustomsSchema>, 'tax_ids'> & {
  contents: (typeof contents)[number] | null
  non_delivery: (typeof nonDeliveries)[number] | null
  incoterm: (typeof incoterms)[number] | null
  duties_payer: (typeof dutiesPayers)[number] | null
  tax_ids: TaxId[]
}

const nothingDeclared: Customs = {
  contents: null,
  contents_explanation: null,
  non_delivery: null,
  incoterm: null,
  duties_payer: null,
  certify: false,
  certify_signer: null,
  export_filing: null,
  invoice_number: null,
  invoice_date: null,
  tax_ids: [],
  from_defaults: [],
}

const customsNames = Object.keys(nothingDeclared)

/** A stored declaration, perhaps of an earlier version, in the order in which it is shown: PostgreSQL has its own. */
export const completeCustoms = (stored: Partial<Customs>): Customs => ({
  ...inOrder({ ...nothingDeclared, ...stored }, customsNames),
  tax_ids: (stored.tax_ids ?? []).map((id) => inOrder(id, ['party', 'type', 'number', 'issuing_country'])),
})

/**
 * The declaration after a document: absent keeps all that is stored, null removes it. Null: nothing is declared. A field that the
 * document states is no default any more, unless the document is a response sent back, whose unchanged fields stay defaults.
 */
export function toCustoms(document: CustomsDocument | null | undefined, stored?: Customs | null): Customs | null {
  if (document === undefined) return stored ?? null
  if (document === null) return null
  const { tax_ids: taxIds, from_defaults: sentDefaults, ...sent } = document
  const known = Object.entries(sent).filter(([, value]) => value !== undefined)
  const removed = known.filter(([, value]) => value === null).map(([name]) => name)
  const merged: Customs = completeCustoms({
    ...stored,
    ...Object.fromEntries(known),
    ...(taxIds !== undefined && { tax_ids: (taxIds ?? []).map(plainTaxId) }),
    ...(removed.includes('certify') && { certify: false }),
  })
  const isDefault = (name: string) =>
    fieldText(merged, name) === fieldText(stored, name) && (sentDefaults !== undefined || !isNamed(document, name))
  const customs = { ...merged, from_defaults: merged.from_defaults.filter(isDefault) }
  return customsText(customs) === customsText(nothingDeclared) ? null : customs
}

const TAX_IDS = 'tax_ids.'
/** The name of numbers of a type in `from_defaults`. */
export const taxIdsName = (type: TaxId['type']): string => `${TAX_IDS}${type}`

export const isOwn = ({ party, type }: TaxId, name: string): boolean => party === 'sender' && taxIdsName(type) === name

/** Whether a document has a field, by its name in `from_defaults`. */
const isNamed = (document: CustomsDocument, name: string): boolean =>
  document[name.startsWith(TAX_IDS) ? 'tax_ids' : (name as keyof CustomsDocument)] !== undefined

/** The value of a field by its name in `from_defaults`. */
function fieldText(customs: Customs | null | undefined, name: string): string {
  const ids = customs?.tax_ids.filter((id) => isOwn(id, name))
  return JSON.stringify(name.startsWith(TAX_IDS) ? ids : customs?.[name as keyof Customs])
}

/** Equal for equal declarations, also if one is from defaults; empty: nothing is declared. */
export const customsText = (customs: Customs | null | undefined): string =>
  customs ? JSON.stringify({ ...customs, from_defaults: undefined }) : ''

/** The declaration without fields, by their names in `from_defaults`. Null: nothing is left. */
export function withoutFields(customs: Customs, names: readonly string[]): Customs | null {
  const left = completeCustoms({
    ...customs,
    ...inOrder(
      { ...nothingDeclared },
      names.filter((name) => !name.startsWith(TAX_IDS)),
    ),
    tax_ids: customs.tax_ids.filter((id) => !names.some((name) => isOwn(id, name))),
    from_defaults: customs.from_defaults.filter((name) => !names.includes(name)),
  })
  return customsText(left) === customsText(nothingDeclared) ? null : left
}

/** As `customsText`, of the fields that no default has filled. */
export const sentCustomsText = (customs: Customs | null | undefined): string =>
  customsText(customs && withoutFields(customs, customs.from_defaults))

/** Whether a document declares what is stored, as a whole or beside the defaults, and refuses none of these. */
export function isDeclaredBy(
  document: CustomsDocument | null | undefined,
  stored: Customs | null | undefined,
): boolean {
  const declared = customsText(toCustoms(document))
  if (declared === customsText(stored)) return true
  return declared === sentCustomsText(stored) && !stored?.from_defaults.some((name) => isStated(document, name))
}

/** Whether a declaration says nothing in a field, by its name in `from_defaults`. */
export const isFieldEmpty = (customs: Customs | null | undefined, name: string): boolean =>
  fieldText(completeCustoms(customs ?? {}), name) === fieldText(nothingDeclared, name)

/** Whether a document says something about a field, also that it is empty. */
function isStated(document: CustomsDocument | null | undefined, name: string): boolean {
  if (!document) return document === null
  return isNamed(document, name) && !(name.startsWith(TAX_IDS) && document.tax_ids?.length)
}
