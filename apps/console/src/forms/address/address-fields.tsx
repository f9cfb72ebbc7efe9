import { Trans, useLingui } from '@lingui/react/macro'
import { ClipboardPaste } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { announce } from '../../ui/announcer.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Field } from '../field.tsx'
import { type AddressValues, addressFieldNames } from './address-values.ts'
import { listCountries } from './countries.ts'
import { parsePastedAddress } from './pasted-address.ts'

interface AddressFieldsProps<T extends FieldValues> {
  form: Pick<UseFormReturn<T>, 'register' | 'control' | 'setValue' | 'getValues'>
  /** The field of the form that has the address, such as `dropoff_address`. */
  name: string
  errorOf: (name: FieldPath<T>) => string | undefined
  /** Shows the box that takes a whole address. */
  canPaste?: boolean
  /** The first field of the page gets the focus. */
  autoFocus?: boolean
}

/** The fields of an address, filled from a pasted one. */
export function AddressFields<T extends FieldValues>(props: AddressFieldsProps<T>) {
  const { form, name, errorOf, canPaste = false, autoFocus = false } = props
  const { i18n } = useLingui()
  const { locale } = i18n
  const countries = useMemo(
    () => listCountries(locale).map(({ code, name: label }) => ({ value: code, label, keywords: [code] })),
    [locale],
  )
  const path = (field: keyof AddressValues) => `${name}.${field}` as FieldPath<T>
  const labels = useAddressLabels()
  const input = (field: keyof AddressValues, options: { required?: boolean; type?: string; wide?: boolean } = {}) => (
    <Field
      label={labels[field]}
      required={options.required}
      error={errorOf(path(field))}
      className={options.wide ? 'sm:col-span-2' : undefined}
    >
      {(control) => <Input {...control} type={options.type} autoComplete="off" {...form.register(path(field))} />}
    </Field>
  )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {canPaste && <PasteBox {...props} autoFocus={autoFocus} />}
      {input('name')}
      {input('company')}
      {input('address_line_1', { required: true, wide: true })}
      {input('address_line_2', { wide: true })}
      {input('post_code')}
      {input('city', { required: true })}
      {input('province')}
      <Field label={labels.country} required error={errorOf(path('country'))}>
        {(control) => (
          <Controller
            control={form.control}
            name={path('country')}
            render={({ field }) => (
              <Combobox {...control} choices={countries} value={field.value || null} onChange={field.onChange} />
            )}
          />
        )}
      </Field>
      {input('phone', { type: 'tel' })}
      {input('email', { type: 'email' })}
    </div>
  )
}

/** The names of the fields of an address. */
export function useAddressLabels(): Record<keyof AddressValues, string> {
  const { t } = useLingui()
  return {
    name: t`Name`,
    company: t`Company`,
    address_line_1: t`Street and number`,
    address_line_2: t`Flat, floor, building`,
    post_code: t`Post code`,
    city: t`City`,
    province: t`State or province`,
    country: t`Country`,
    phone: t`Phone`,
    email: t`E-mail`,
  }
}

function PasteBox<T extends FieldValues>({ form, name, autoFocus }: AddressFieldsProps<T>) {
  const { t } = useLingui()
  const id = useId()
  const [text, setText] = useState('')
  const [isFilled, setFilled] = useState(false)
  const fill = (whole: string) => {
    const country = String(form.getValues(`${name}.country` as FieldPath<T>) ?? '')
    const found = parsePastedAddress(whole, country)
    if (Object.keys(found).length < 2) return
    setFilled(true)
    for (const field of addressFieldNames) {
      const value = found[field] ?? (field === 'country' ? country : '')
      form.setValue(`${name}.${field}` as FieldPath<T>, value as never, { shouldDirty: true, shouldValidate: false })
    }
    announce(t`The address is filled in. Check the fields.`)
  }
  return (
    <div className="sm:col-span-2">
      <label htmlFor={id} className="flex items-center gap-1.5 text-sm font-medium">
        <ClipboardPaste className="size-4 text-muted" aria-hidden />
        <Trans>Paste a whole address</Trans>
      </label>
      <Textarea
        id={id}
        rows={2}
        className="mt-1"
        value={text}
        // The page is opened to fill it in.
        autoFocus={autoFocus}
        placeholder={t`Name, street, post code and city, country`}
        aria-describedby={isFilled ? `${id}-next` : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setFilled(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || !isFilled) return
          event.preventDefault()
          focusNext(event.currentTarget)
        }}
        onPaste={(event) => {
          if (event.currentTarget.value !== '') return
          event.preventDefault()
          const pasted = event.clipboardData.getData('text')
          setText(pasted)
          fill(pasted)
        }}
        onBlur={() => text !== '' && fill(text)}
      />
      {isFilled && (
        <p id={`${id}-next`} className="mt-1 flex items-center gap-1.5 text-sm text-muted">
          <Kbd>Enter</Kbd> <Trans>goes on to what is missing</Trans>
        </p>
      )}
    </div>
  )
}

/** The first control after this one that has to be filled in and is empty; else the button that sends the form. */
function focusNext(after: HTMLTextAreaElement): void {
  const controls = [...(after.form?.elements ?? [])].filter((one) => one instanceof HTMLElement)
  const rest = controls.slice(controls.indexOf(after) + 1)
  const missing = rest.find((one) => one instanceof HTMLInputElement && one.ariaRequired === 'true' && one.value === '')
  const next = missing ?? rest.findLast((one) => one instanceof HTMLButtonElement && one.type === 'submit')
  next?.focus()
}
