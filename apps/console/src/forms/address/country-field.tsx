import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, type FieldProps } from '../field.tsx'
import { listCountries } from './countries.ts'

interface CountryFieldProps<T extends FieldValues> extends Omit<FieldProps, 'children'> {
  control: Control<T>
  name: FieldPath<T>
  onChosen?: () => void
}

/** A country by its name, kept as its code. */
export function CountryField<T extends FieldValues>({ control: form, name, onChosen, ...field }: CountryFieldProps<T>) {
  const { i18n } = useLingui()
  const { locale } = i18n
  const countries = useMemo(
    () => listCountries(locale).map(({ code, name: label }) => ({ value: code, label, keywords: [code] })),
    [locale],
  )
  return (
    <Field {...field}>
      {(control) => (
        <Controller
          control={form}
          name={name}
          render={({ field: { value, onChange } }) => (
            <Combobox
              {...control}
              choices={countries}
              value={value || null}
              onChange={(code) => {
                onChange(code)
                onChosen?.()
              }}
            />
          )}
        />
      )}
    </Field>
  )
}
