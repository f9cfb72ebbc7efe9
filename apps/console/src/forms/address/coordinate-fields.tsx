import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type FieldPath, type FieldValues, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'
import { Input } from '../../ui/input.tsx'
import { Field } from '../field.tsx'

interface CoordinateFieldsProps<T extends FieldValues> {
  form: Pick<UseFormReturn<T>, 'register' | 'control'>
  name: string
  labels: { latitude: string; longitude: string }
  findError: (name: FieldPath<T>) => string | undefined
  onTyped: () => void
}

/** Latitude and longitude, folded until there are some. Own drivers and the map need them. */
export function CoordinateFields<T extends FieldValues>(props: CoordinateFieldsProps<T>) {
  const { form, name, labels, findError, onTyped } = props
  const fields = (['latitude', 'longitude'] as const).map((field) => ({
    label: labels[field],
    path: `${name}.${field}` as FieldPath<T>,
  }))
  const values = useWatch({ control: form.control, name: fields.map(({ path }) => path) }) as PathValue<
    T,
    FieldPath<T>
  >[]
  const [isOpen, setOpen] = useState(false)
  const hasContent = values.some(Boolean) || fields.some(({ path }) => findError(path) !== undefined)
  return (
    <details
      className="sm:col-span-2"
      open={isOpen || hasContent}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer text-sm text-muted">
        <Trans>Coordinates</Trans>
      </summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {fields.map(({ label, path }) => (
          <Field key={path} label={label} error={findError(path)}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                {...form.register(path, { onChange: onTyped })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="mt-1 text-sm text-muted">
        <Trans>The map and your own drivers need the coordinates of both addresses.</Trans>
      </p>
    </details>
  )
}
