import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Select } from '../../ui/input.tsx'
import { Field, type FieldProps } from '../field.tsx'

interface ResidentialFieldProps extends Pick<FieldProps, 'hint' | 'error' | 'className'> {
  registration: ComponentProps<typeof Select>
}

/** Whether the drop-off is a home. The values are `true`, `false`, and empty: not known. */
export function ResidentialField({ registration, ...field }: ResidentialFieldProps) {
  const { t } = useLingui()
  return (
    <Field label={t`Home or business`} {...field}>
      {(control) => (
        <Select {...control} {...registration}>
          <option value="">{t`Not known`}</option>
          <option value="true">{t`Home`}</option>
          <option value="false">{t`Business`}</option>
        </Select>
      )}
    </Field>
  )
}
