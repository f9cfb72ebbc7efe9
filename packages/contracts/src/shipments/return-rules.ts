/** A merchant's rules for returns that recipients make themselves. */
import { z } from 'zod'
import type { ErrorDetail } from '../app-error.ts'
import type { Accepted } from '../requests/across-fields.ts'
import { inOrder } from '../requests/key-order.ts'
import { changedNames, ignored, readOnly, readOnlyDetail } from '../requests/read-only-fields.ts'
import { moneyField } from '../requests/service-options.ts'
import { errorDetail, refuse } from '../requests/validation.ts'
import { moneyText, toMoney } from '../values/money.ts'
import { wholeNumber } from '../values/number.ts'
import { requiredText } from '../values/text.ts'
import { reasonCode, returnLabels, returnPayments } from './returns.ts'

const MOST_DAYS = 365
const MOST_REASONS = 20
const MOST_COUNTRIES = 250
const MOST_VALUE = 10_000_000

const someCountries = z
  .array(z.string().regex(/^[A-Z]{2}$/, { error: 'must be a country as two capital letters' }))
  .max(MOST_COUNTRIES)
  .nullish()

const approvalSchema = z.strictObject({
  reasons: z.array(reasonCode).max(MOST_REASONS).nullish().describe('Codes of `reasons`. Default: any.'),
  countries: someCountries.describe('Default: any.'),
  days: wholeNumber(1, MOST_DAYS).nullish().describe('Days after the delivery. Default: any.'),
  max_value: moneyField(MOST_VALUE).nullish().describe('Of the goods, as declared. Default: any.'),
})

/** Body of PATCH /api/v1/return-rules. Takes a response. */
export const updateReturnRulesSchema = z
  .strictObject({
    enabled: z
      .boolean()
      .nullish()
      .describe('Tracking pages of delivered shipments lead to the returns page. Default: false.'),
    days: wholeNumber(1, MOST_DAYS).nullish().describe('For so many days after the delivery. Default: 30.'),
    countries: someCountries.describe('From recipients in these countries only. Default: from all.'),
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
    approve: approvalSchema
      .nullish()
      .describe('The first request of a delivery that fits is approved at once. Nothing is bought. Default: none is.'),
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
  /** Null: none is approved without the merchant. */
  approve: Approval | null
}

/** Requests that are approved at once. Null: any. */
export interface Approval {
  reasons: readonly string[] | null
  countries: readonly string[] | null
  days: number | null
  max_value: { amount: string; currency: string } | null
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
  approve: null,
}

const anyRequest: Approval = { reasons: null, countries: null, days: null, max_value: null }

const completeApproval = (stored: Approval | null | undefined): Approval | null => {
  if (!stored) return null
  const approval = inOrder({ ...anyRequest, ...stored }, Object.keys(anyRequest))
  return { ...approval, max_value: approval.max_value && inOrder(approval.max_value, ['amount', 'currency']) }
}

/** Stored ones, perhaps of an earlier version, in the order in which they are shown: PostgreSQL has its own. */
export const completeReturnRules = (stored: Partial<ReturnRuleFields>): ReturnRuleFields => ({
  ...inOrder({ ...noFields, ...stored }, Object.keys(noFields)),
  reasons: (stored.reasons ?? []).map((reason) => inOrder(reason, ['code', 'text'])),
  approve: completeApproval(stored.approve),
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
    approve: z
      .object({
        reasons: z.array(z.string()).nullable(),
        countries: z.array(z.string()).nullable(),
        days: z.int().nullable(),
        max_value: z.object({ amount: z.string(), currency: z.string() }).nullable(),
      })
      .nullable(),
    updated_at: z.string().nullable().describe('Of the last change or reset. Null: nothing was set yet.'),
  })
  .meta({ id: 'ReturnRules' })
type PublicReturnRules = z.output<typeof returnRulesSchema>

export const publicReturnRules = ({ environmentId, fields, updatedAt }: ReturnRules): PublicReturnRules => ({
  environment_id: environmentId,
  ...fields,
  countries: fields.countries && [...fields.countries],
  reasons: [...fields.reasons],
  approve: fields.approve && {
    ...fields.approve,
    reasons: fields.approve.reasons && [...fields.approve.reasons],
    countries: fields.approve.countries && [...fields.approve.countries],
  },
  updated_at: updatedAt?.toISOString() ?? null,
})

/** The fields of a response that was sent back which are not as stored. */
export const rulesProblems = (before: ReturnRules, patch: Accepted<UpdateReturnRules>): ErrorDetail[] =>
  changedNames(publicReturnRules(before), patch, ['environment_id']).map((name) => readOnlyDetail([name]))

/** The rules after a reset, with the next version: no earlier ETag fits them. The same object if nothing is stored. */
export const resetRules = (before: ReturnRules, at: Date): ReturnRules => withFields(before, noFields, at)

/** Reasons of `approve` that recipients cannot choose. */
export const approvalProblems = ({ fields: { approve, reasons } }: ReturnRules): ErrorDetail[] =>
  (approve?.reasons ?? []).flatMap((code, index) =>
    reasons.some((reason) => reason.code === code)
      ? []
      : [
          errorDetail(
            ['approve', 'reasons', index],
            'invalid_value',
            `must be the code of one of the reasons, which ${code} is not`,
          ),
        ],
  )

/** The rules after a patch; the same object if nothing changes. Null sets a field back. */
export function patchedRules(before: ReturnRules, patch: UpdateReturnRules, at: Date): ReturnRules {
  const { environment_id: _id, updated_at: _at, approve, ...others } = patch
  const fields = { ...others, approve: approve && toApproval(approve) }
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  const changes = Object.fromEntries(
    set.map(([name, value]) => [name, value ?? noFields[name as keyof ReturnRuleFields]]),
  )
  return withFields(before, completeReturnRules({ ...before.fields, ...changes }), at)
}

const toApproval = ({ max_value: value, ...approve }: NonNullable<UpdateReturnRules['approve']>): Approval => ({
  reasons: approve.reasons ?? null,
  countries: approve.countries ?? null,
  days: approve.days ?? null,
  max_value: value ? { amount: moneyText(toMoney(value.amount, value.currency)), currency: value.currency } : null,
})

const withFields = (before: ReturnRules, fields: ReturnRuleFields, at: Date): ReturnRules =>
  JSON.stringify(fields) === JSON.stringify(before.fields)
    ? before
    : { ...before, fields, version: before.version + 1, updatedAt: at }
