import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { announce } from '../../ui/announcer.tsx'
import { Select } from '../../ui/input.tsx'
import { Field } from '../field.tsx'

/** The part of a form that says whether an address is a home: `true`, `false`, or empty, which is not known. */
interface ResidentialPart<T extends FieldValues> {
  form: Pick<UseFormReturn<T>, 'register' | 'getValues' | 'setValue'>
  name: FieldPath<T>
  hint?: ReactNode
}

interface Kind {
  /** The kind of the address before, until somebody chooses again; empty: nothing is voided. */
  voided: string
  onChosen: () => void
  /** The address is of another place. */
  onMoved: () => void
  /** Another address: a choice for the one before is void, too. */
  onReplaced: () => void
}

/**
 * The kind of an address goes with its place, as in the API: what was known before is voided by another street, and what
 * somebody has chosen here by another address.
 */
export function useResidential<T extends FieldValues>({ form, name }: ResidentialPart<T>, hasAddress: boolean): Kind {
  const { t } = useLingui()
  const [voided, setVoided] = useState('')
  const isChosen = useRef(!hasAddress)
  const clear = () => {
    const before = String(form.getValues(name) ?? '')
    if (before === '') return
    form.setValue(name, '' as never, { shouldDirty: true })
    setVoided(before)
    announce(t`Home or business is not known for this address.`)
  }
  return {
    voided,
    onChosen() {
      isChosen.current = true
      setVoided('')
    },
    onMoved: () => isChosen.current || clear(),
    onReplaced() {
      isChosen.current = false
      clear()
    },
  }
}

interface ResidentialFieldProps<T extends FieldValues> extends ResidentialPart<T> {
  kind: Kind
  error: string | undefined
}

export function ResidentialField<T extends FieldValues>({ form, name, hint, kind, error }: ResidentialFieldProps<T>) {
  const { t } = useLingui()
  const before = kind.voided === 'true' ? t`Home` : t`Business`
  const note = kind.voided && !form.getValues(name) && t`The address before was “${before}”. Choose what this one is.`
  return (
    <Field label={t`Home or business`} hint={note || hint} error={error}>
      {(control) => (
        <Select {...control} {...form.register(name, { onChange: kind.onChosen })}>
          <option value="">{t`Not known`}</option>
          <option value="true">{t`Home`}</option>
          <option value="false">{t`Business`}</option>
        </Select>
      )}
    </Field>
  )
}
