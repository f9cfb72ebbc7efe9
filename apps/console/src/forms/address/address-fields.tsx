import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Input } from '../../ui/input.tsx'
import { Field } from '../field.tsx'
import { type AddressValues, addressFieldNames } from './address-values.ts'
import { CoordinateFields } from './coordinate-fields.tsx'
import { CountryField } from './country-field.tsx'
import { PasteBox } from './paste-box.tsx'
import { ResidentialField, useResidential } from './residential-field.tsx'

interface AddressFieldsProps<T extends FieldValues> {
  form: Pick<UseFormReturn<T>, 'register' | 'control' | 'setValue' | 'getValues'>
  /** The field of the form that has the address, such as `dropoff_address`. */
  name: string
  findError: (name: FieldPath<T>) => string | undefined
  /** Doubts about a value. */
  findWarning?: (name: string) => ReactNode
  /** Shows the box that takes a whole address. */
  canPaste?: boolean
  /** The first field of the page gets the focus. */
  autoFocus?: boolean
  /** Finds the coordinates of the address, below them. */
  finder?: ReactNode
  /** The field of the form that says whether the address is a home. */
  residential?: { name: FieldPath<T>; hint?: string }
  /** Leaves out the place: only people and the way to their door can change. */
  isPlaceFixed?: boolean
}

/** The fields of an address, filled from a pasted one. */
export function AddressFields<T extends FieldValues>(props: AddressFieldsProps<T>) {
  const {
    form,
    name,
    findError,
    canPaste = false,
    autoFocus = false,
    isPlaceFixed = false,
    finder,
    findWarning,
    residential,
  } = props
  // Coordinates that nobody has typed here belong to the address before.
  const hasTyped = useRef(false)
  const path = (field: keyof AddressValues) => `${name}.${field}` as FieldPath<T>
  const street = path('address_line_1')
  const part = { form, name: residential?.name ?? street, hint: residential?.hint }
  const kind = useResidential(part, Boolean(form.getValues(street)))
  const onPlace = () => {
    if (residential) kind.onMoved()
    if (hasTyped.current) return
    for (const field of ['latitude', 'longitude'] as const)
      if (form.getValues(path(field))) form.setValue(path(field), '' as never, { shouldDirty: true })
  }
  const labels = useAddressLabels()
  const input = (field: keyof AddressValues, options: { required?: boolean; type?: string; wide?: boolean } = {}) => (
    <Field
      label={labels[field]}
      required={options.required}
      error={findError(path(field))}
      warning={findWarning?.(path(field))}
      className={options.wide ? 'sm:col-span-2' : undefined}
    >
      {(control) => (
        <Input
          {...control}
          type={options.type}
          autoComplete="off"
          {...form.register(path(field), { onChange: isPlace(field) ? onPlace : undefined })}
        />
      )}
    </Field>
  )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {canPaste && (
        <PasteBox
          autoFocus={autoFocus}
          read={() => form.getValues(name as FieldPath<T>) as AddressValues}
          fill={(values) => {
            hasTyped.current = false
            if (residential && isMoved(form.getValues(name as FieldPath<T>) as AddressValues, values)) kind.onReplaced()
            for (const field of addressFieldNames)
              form.setValue(path(field), values[field] as never, { shouldDirty: true })
          }}
        />
      )}
      {input('name')}
      {input('company')}
      {!isPlaceFixed && input('address_line_1', { required: true, wide: true })}
      {input('address_line_2', { wide: true })}
      {!isPlaceFixed && input('post_code')}
      {!isPlaceFixed && input('city', { required: true })}
      {!isPlaceFixed && input('province')}
      {!isPlaceFixed && (
        <CountryField
          control={form.control}
          name={path('country')}
          label={labels.country}
          required
          error={findError(path('country'))}
          onChosen={onPlace}
        />
      )}
      {input('phone', { type: 'tel' })}
      {input('email', { type: 'email' })}
      {!isPlaceFixed && (
        <CoordinateFields
          form={form}
          name={name}
          labels={labels}
          findError={findError}
          onTyped={() => {
            hasTyped.current = true
          }}
        />
      )}
      {!isPlaceFixed && finder}
      {!isPlaceFixed && residential && <ResidentialField {...part} kind={kind} error={findError(residential.name)} />}
    </div>
  )
}

const PLACE: readonly (keyof AddressValues)[] = ['address_line_1', 'post_code', 'city', 'province', 'country']
const isPlace = (field: keyof AddressValues): boolean => PLACE.includes(field)

/** Whether there was an address before, of another place. */
const isMoved = (before: AddressValues, now: AddressValues): boolean =>
  before.address_line_1 !== '' && PLACE.some((field) => before[field] !== now[field])

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
    latitude: t`Latitude`,
    longitude: t`Longitude`,
  }
}
