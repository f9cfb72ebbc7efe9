/** A merchant's rules for returns that recipients make themselves. */
import { z } from 'zod'
import type { ErrorDetail } from '../app-error.ts'
import type { Accepted } from '../requests/across-fields.ts'
import { inOrder } from '../requests/key-order.ts'
import { changedNames, ignored, readOnly, readOnlyDetail } from '../requests/read-only-fields.ts'
import { refuse } from '../requests/validation.ts'
import { wholeNumber } from '../values/number.ts'
import { requiredText } from '../values/text.ts'
import { reasonCode, returnLabels, returnPayments } from './returns.ts'

const MOST_DAYS = 365
const MOST_REASONS = 20
const MOST_COUNTRIES = 250

/** Body of PATCH /api/v1/return-rules. Takes a response. */
export const updateReturnRulesSchema = z
  .strictObject({
    enabled: z
      .boolean()
      .nullish()
      .describe('Tracking pages of delivered shipments lead to the returns page. Default: false.'),
    days: wholeNumber(1, MOST_DAYS).nullish().describe('For so many days after the delivery. Default: 30.'),
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, { error: 'must be a country as two capital letters' }))
      .max(MOST_COUNTRIES)
      .nullish()
      .describe('From recipients in these countries only. Default: from all.'),
    reasons: z
      .array(z.strictObject({ code: reasonCode, text: requiredText(100).describe('As recipients read it.') }))
      .max(MOST_REASONS)
      .superRefine((reasons, context) => {
        for (const [index, { code }] of reasons.entries())
          if (reasons.findIndex((other) => other.code === code) !== index)
            refuse(context, [index, 'code'], 'repeated', `must not repeat ${code}`)
      })
      .nullish()
      .describe('Recipients choose one, if there are any. A change replaces all.'),
    pay: z.enum(returnPayments).nullish().describe('As the `pay` of returns.'),
    label: z.enum(returnLabels).nullish().describe('As the `label` of returns. Default: `paper`.'),
    environment_id: readOnly.optional(),
    updated_at: ignored.optional(),
  })
  .meta({ id: 'UpdateReturnRules' })
export type UpdateReturnRules = z.output<typeof updateReturnRulesSchema>

export interface ReturnRuleFields {
  enabled: boolean
  days: number
  /** Null: all. */
  countries: readonly string[] | null
  reasons: readonly { code: string; text: string }[]
  pay: (typeof returnPayments)[number] | null
  label: (typeof returnLabels)[number]
}

export interface ReturnRules {
  environmentId: string
  fields: ReturnRuleFields
  /** Rises with each change; also the ETag. 0: nothing is stored. */
  version: number
  updatedAt: Date | null
}

const noFields: ReturnRuleFields = {
  enabled: false,
  days: 30,
  countries: null,
  reasons: [],
  pay: null,
  label: 'paper',
}

/** Stored ones, perhaps of an earlier version, in the order in which they are shown: PostgreSQL has its own. */
export const completeReturnRules = (stored: Partial<ReturnRuleFields>): ReturnRuleFields => ({
  ...inOrder({ ...noFields, ...stored }, Object.keys(noFields)),
  reasons: (stored.reasons ?? []).map((reason) => inOrder(reason, ['code', 'text'])),
})

export const noReturnRules = (environmentId: string): ReturnRules => ({
  environmentId,
  fields: noFields,
  version: 0,
  updatedAt: null,
})

export const returnRulesSchema = z
  .object({
    environment_id: z.string(),
    enabled: z.boolean(),
    days: z.int(),
    countries: z.array(z.string()).nullable(),
    reasons: z.array(z.object({ code: z.string(), text: z.string() })),
    pay: z.enum(returnPayments).nullable(),
    label: z.enum(returnLabels),
    updated_at: z.string().nullable().describe('Of the last change or reset. Null: nothing was set yet.'),
  })
  .meta({ id: 'ReturnRules' })
type PublicReturnRules = z.output<typeof returnRulesSchema>

export const publicReturnRules = ({ environmentId, fields, updatedAt }: ReturnRules): PublicReturnRules => ({
  environment_id: environmentId,
  ...fields,
  countries: fields.countries && [...fields.countries],
  reasons: [...fields.reasons],
  updated_at: updatedAt?.toISOString() ?? null,
})

/** The fields of a response that was sent back which are not as stored. */
export const rulesProblems = (before: ReturnRules, patch: Accepted<UpdateReturnRules>): ErrorDetail[] =>
  changedNames(publicReturnRules(before), patch, ['environment_id']).map((name) => readOnlyDetail([name]))

/** The rules after a reset, with the next version: no earlier ETag fits them. The same object if nothing is stored. */
export const resetRules = (before: ReturnRules, at: Date): ReturnRules => withFields(before, noFields, at)

/** The rules after a patch; the same object if nothing changes. Null sets a field back. */
export function patchedRules(before: ReturnRules, patch: UpdateReturnRules, at: Date): ReturnRules {
  const { environment_id: _id, updated_at: _at, ...fields } = patch
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  const changes = Object.fromEntries(
    set.map(([name, value]) => [name, value ?? noFields[name as keyof ReturnRuleFields]]),
  )
  return withFields(before, completeReturnRules({ ...before.fields, ...changes }), at)
}

const withFields = (before: ReturnRules, fields: ReturnRuleFields, at: Date): ReturnRules =>
  JSON.stringify(fields) === JSON.stringify(before.fields)
    ? before
    : { ...before, fields, version: before.version + 1, updatedAt: at }
