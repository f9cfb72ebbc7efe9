import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { Field } from '../../../forms/field.tsx'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { RuleValues } from './rule-values.ts'

const MOST_REASONS = 20

/** The reasons that recipients choose from; without any, they choose none. */
export function ReasonFields({ form, mayWrite }: { form: ApiForm<RuleValues>; mayWrite: boolean }) {
  const { t } = useLingui()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'reasons' })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">
        <Trans>Reasons that recipients choose from</Trans>
      </legend>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="grid grid-cols-[1fr_auto] items-start gap-2">
          <legend className="sr-only">
            <Trans>Reason {index + 1}</Trans>
          </legend>
          <div className="grid gap-2 sm:grid-cols-[1fr_2fr]">
            <Field label={t`Your code`} error={form.findError(`reasons.${index}.code`)}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="too_small"
                  {...form.register(`reasons.${index}.code`)}
                />
              )}
            </Field>
            <Field label={t`As recipients read it`} error={form.findError(`reasons.${index}.text`)}>
              {(control) => <Input {...control} autoComplete="off" {...form.register(`reasons.${index}.text`)} />}
            </Field>
          </div>
          {mayWrite && (
            <Button
              variant="ghost"
              size="icon"
              className="mt-5.5"
              aria-label={t`Remove reason ${index + 1}`}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
        </fieldset>
      ))}
      {mayWrite && (
        <div>
          <Button size="sm" disabled={fields.length >= MOST_REASONS} onClick={() => append({ code: '', text: '' })}>
            <Plus aria-hidden />
            <Trans>Add a reason</Trans>
          </Button>
        </div>
      )}
    </fieldset>
  )
}
