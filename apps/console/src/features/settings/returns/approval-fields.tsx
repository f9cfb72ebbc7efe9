import { Trans, useLingui } from '@lingui/react/macro'
import { Field } from '../../../forms/field.tsx'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { Checkbox, Input } from '../../../ui/input.tsx'
import type { RuleValues } from './rule-values.ts'

const NAMES = ['reasons', 'countries', 'days', 'amount', 'currency'] as const

/** Requests that are approved without anybody looking at them. Nothing is bought by that. */
export function ApprovalFields({ form, labels }: { form: ApiForm<RuleValues>; labels: Record<string, string> }) {
  const { t } = useLingui()
  const hints: Partial<Record<(typeof NAMES)[number], string>> = {
    reasons: t`Your codes, such as too_small, broken. Empty: any.`,
    amount: t`Goods without a declared value wait for you.`,
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">
        <Trans>Approval without you</Trans>
      </legend>
      <Checkbox {...form.register('approves')}>
        <Trans>Approve the first request of a delivery at once</Trans>
      </Checkbox>
      <p className="text-sm text-muted">
        <Trans>Nothing is bought: you book what is approved. Further requests of the same delivery wait for you.</Trans>
      </p>
      {form.watch('approves') && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {NAMES.map((name) => (
            <Field
              key={name}
              label={labels[`approve.${name}`]}
              hint={hints[name]}
              error={form.findError(`approve.${name}`)}
            >
              {(control) => (
                <Input {...control} autoComplete="off" spellCheck={false} {...form.register(`approve.${name}`)} />
              )}
            </Field>
          ))}
        </div>
      )}
    </fieldset>
  )
}
