import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { Field } from '../../../forms/field.tsx'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { LocationValues } from './location-values.ts'

/** Single days on which the place is closed. */
export function ClosedDatesField({ form }: { form: ApiForm<LocationValues> }) {
  const { t } = useLingui()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'closed_dates' })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">
        <Trans>Closed on these days</Trans>
      </legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="flex items-end gap-1.5">
          <Field label={t`Day ${index + 1}`} error={form.findError(`closed_dates.${index}.date`)} className="w-44">
            {(control) => <Input {...control} type="date" {...form.register(`closed_dates.${index}.date`)} />}
          </Field>
          <Button variant="ghost" size="icon" aria-label={t`Remove day ${index + 1}`} onClick={() => remove(index)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button size="sm" onClick={() => append({ date: '' })}>
          <Plus aria-hidden />
          <Trans>Add a day</Trans>
        </Button>
      </div>
    </fieldset>
  )
}
