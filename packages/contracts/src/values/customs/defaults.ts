/** A merchant's declaration of every shipment that crosses a customs border, unless the shipment says something else. */
import { z } from 'zod'
import type { ErrorDetail } from '../../app-error.ts'
import type { Accepted } from '../../requests/across-fields.ts'
import { inOrder } from '../../requests/key-order.ts'
import { changedNames, ignored, readOnly, readOnlyDetail } from '../../requests/read-only-fields.ts'
import { errorDetail } from '../../requests/validation.ts'
import { patchedText } from '../text.ts'
import { contents, nonDeliveries, ownTaxIdSchema, plainTaxId, type TaxId } from './declaration.ts'

const MOST_TAX_IDS = 10

/** Body of PATCH /api/v1/customs-defaults. Takes a response. */
export const updateCustomsDefaultsSchema = z
  .strictObject({
    contents: z.enum(contents).exclude(['other']).nullish(),
    non_delivery: z.enum(nonDeliveries).nullish(),
    certify: z.boolean().nullish(),
    certify_signer: patchedText(100).describe('Signs invoices and the forms CN 22 and CN 23. Needed for `certify`.'),
    export_filing: patchedText(50).describe(
      'Exemption from filing exports of the United States, such as `NOEEI 30.37(a)`. Not used to Canada, and only if items show that no tariff number has more than 2,500 USD, in EUR 1,900, in GBP 1,600.',
    ),
    tax_ids: z
      .array(ownTaxIdSchema)
      .max(MOST_TAX_IDS)
      .nullish()
      .describe(
        "The sender's, such as EORI and VAT numbers. `ioss` is used to private recipients in the EU for values known to be up to 150 EUR, 140 USD or 105 GBP (not from Great Britain to Northern Ireland), `voec` to Norway, `abn` and `arn` to Australia, `ukims` to Northern Ireland. A change replaces all.",
      ),
    environment_id: readOnly.optional(),
    updated_at: ignored.optional(),
  })
  .meta({ id: 'UpdateCustomsDefaults' })
export type UpdateCustomsDefaults = z.output<typeof updateCustomsDefaultsSchema>

type OwnTaxId = Omit<TaxId, 'party'>

/** Null and an empty list: the shipment alone says it. */
export interface DefaultFields {
  contents: Exclude<(typeof contents)[number], 'other'> | null
  non_delivery: (typeof nonDeliveries)[number] | null
  certify: boolean
  certify_signer: string | null
  export_filing: string | null
  tax_ids: readonly OwnTaxId[]
}

export interface CustomsDefaults {
  environmentId: string
  fields: DefaultFields
  /** Rises with each change; also the ETag. 0: nothing is stored. */
  version: number
  updatedAt: Date | null
}

const noFields: DefaultFields = {
  contents: null,
  non_delivery: null,
  certify: false,
  certify_signer: null,
  export_filing: null,
  tax_ids: [],
}

/** Stored ones, perhaps of an earlier version, in the order in which they are shown: PostgreSQL has its own. */
export const completeDefaults = (stored: Partial<DefaultFields>): DefaultFields => ({
  ...inOrder({ ...noFields, ...stored }, Object.keys(noFields)),
  tax_ids: (stored.tax_ids ?? []).map((id) => inOrder(id, ['type', 'number', 'issuing_country'])),
})

export const noCustomsDefaults = (environmentId: string): CustomsDefaults => ({
  environmentId,
  fields: noFields,
  version: 0,
  updatedAt: null,
})

export const customsDefaultsSchema = z
  .object({
    environment_id: z.string(),
    contents: z.string().nullable(),
    non_delivery: z.string().nullable(),
    certify: z.boolean(),
    certify_signer: z.string().nullable(),
    export_filing: z.string().nullable(),
    tax_ids: z.array(z.object({ type: z.string(), number: z.string(), issuing_country: z.string().nullable() })),
    updated_at: z.string().nullable().describe('Of the last change or reset. Null: nothing was set yet.'),
  })
  .meta({ id: 'CustomsDefaults' })
type PublicCustomsDefaults = z.output<typeof customsDefaultsSchema>

export const publicCustomsDefaults = ({
  environmentId,
  fields,
  updatedAt,
}: CustomsDefaults): PublicCustomsDefaults => ({
  environment_id: environmentId,
  ...fields,
  tax_ids: [...fields.tax_ids],
  updated_at: updatedAt?.toISOString() ?? null,
})

/** The fields of a response that was sent back which are not as stored. */
export const defaultsProblems = (before: CustomsDefaults, patch: Accepted<UpdateCustomsDefaults>): ErrorDetail[] =>
  changedNames(publicCustomsDefaults(before), patch, ['environment_id']).map((name) => readOnlyDetail([name]))

/** Null: the changed defaults can be stored. Those of an earlier version without a signer are not refused for another change. */
export function signerProblem({ fields: before }: CustomsDefaults, { fields }: CustomsDefaults): ErrorDetail | null {
  const isNew = fields.certify !== before.certify || fields.certify_signer !== before.certify_signer
  return isNew && fields.certify && fields.certify_signer === null
    ? errorDetail(['certify_signer'], 'required', 'is required as long as `certify` is true')
    : null
}

/** The defaults after a reset, with the next version: no earlier ETag fits them. The same object if nothing is stored. */
export const resetDefaults = (before: CustomsDefaults, at: Date): CustomsDefaults =>
  JSON.stringify(before.fields) === JSON.stringify(noFields)
    ? before
    : { ...before, fields: noFields, version: before.version + 1, updatedAt: at }

/** The defaults after a patch; the same object if nothing changes. */
export function patchedDefaults(before: CustomsDefaults, patch: UpdateCustomsDefaults, at: Date): CustomsDefaults {
  const { environment_id: _id, updated_at: _at, certify, tax_ids: taxIds, ...texts } = patch
  const known = Object.entries(texts).filter(([, value]) => value !== undefined)
  const fields = completeDefaults({
    ...before.fields,
    ...Object.fromEntries(known),
    ...(certify !== undefined && { certify: certify ?? false }),
    ...(taxIds !== undefined && { tax_ids: (taxIds ?? []).map(plainTaxId) }),
  })
  if (JSON.stringify(fields) === JSON.stringify(before.fields)) return before
  return { ...before, fields, version: before.version + 1, updatedAt: at }
}
