import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { unitsIn } from '../../../format/parcel-units.ts'
import { CountryField } from '../../../forms/address/country-field.tsx'
import { Field } from '../../../forms/field.tsx'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import type { ShipValues } from '../values.ts'
import { emptyItem, type ItemValues } from './customs-values.ts'

const MOST_ITEMS = 100

interface ItemFieldsProps {
  form: ApiForm<ShipValues>
  /** The position of the parcel. */
  index: number
  findWarning: (name: string) => ReactNode
}

/** The goods in a parcel: what, how many, worth and weight of a piece, its tariff number and its origin. */
export function ItemFields({ form, index, findWarning }: ItemFieldsProps) {
  const { t } = useLingui()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `parcels.${index}.items` })
  const labels = useItemLabels()
  const unit = unitsIn(form.watch('pickup_address.country')).weight
  const several = form.watch('parcels').length > 1
  const text = (item: number, name: keyof ItemValues, look: TextLook) => (
    <Field
      label={labels[name]}
      required={look.required}
      note={look.note}
      className={look.className}
      error={form.findError(`parcels.${index}.items.${item}.${name}`)}
      warning={findWarning(`parcels.${index}.items.${item}.${name}`)}
    >
      {(control) => (
        <Input
          {...control}
          inputMode={look.inputMode}
          autoComplete="off"
          {...form.register(`parcels.${index}.items.${item}.${name}`)}
        />
      )}
    </Field>
  )
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className={several ? 'mb-2 text-sm font-semibold' : 'sr-only'}>
        <Trans>Goods in parcel {index + 1}</Trans>
      </legend>
      {fields.map(({ id }, item) => (
        <fieldset key={id} className="grid grid-cols-2 items-start gap-3 border-b pb-3 sm:grid-cols-6">
          <legend className="sr-only">
            <Trans>Item {item + 1}</Trans>
          </legend>
          {text(item, 'description', { required: true, className: 'col-span-2 sm:col-span-4' })}
          {text(item, 'quantity', { required: true, inputMode: 'numeric', className: 'sm:col-span-2' })}
          {text(item, 'unit_value', { required: true, inputMode: 'decimal', className: 'sm:col-span-2' })}
          {text(item, 'unit_weight', { note: unit, inputMode: 'decimal', className: 'sm:col-span-2' })}
          {text(item, 'sku', { className: 'sm:col-span-2' })}
          {text(item, 'hs_code', { inputMode: 'decimal', className: 'sm:col-span-2' })}
          <CountryField
            control={form.control}
            name={`parcels.${index}.items.${item}.origin_country`}
            label={labels.origin_country}
            error={form.findError(`parcels.${index}.items.${item}.origin_country`)}
            warning={findWarning(`parcels.${index}.items.${item}.origin_country`)}
            className="col-span-2 sm:col-span-3"
          />
          <Button
            variant="ghost"
            size="icon"
            className="mt-5.5 justify-self-end"
            aria-label={t`Remove item ${item + 1}`}
            disabled={fields.length === 1}
            onClick={() => remove(item)}
          >
            <Trash2 aria-hidden />
          </Button>
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          disabled={fields.length >= MOST_ITEMS}
          onClick={() => append(emptyItem, { focusName: `parcels.${index}.items.${fields.length}.description` })}
        >
          <Plus aria-hidden />
          <Trans>Add an item</Trans>
        </Button>
      </div>
    </fieldset>
  )
}

interface TextLook {
  required?: boolean
  note?: ReactNode
  className?: string
  inputMode?: 'numeric' | 'decimal'
}

/** The names of the fields of an item. */
export function useItemLabels(): Record<keyof ItemValues, string> {
  const { t } = useLingui()
  return {
    description: t`Description`,
    quantity: t`Quantity`,
    unit_value: t`Value of one`,
    unit_weight: t`Weight of one`,
    hs_code: t`HS code`,
    origin_country: t`Made in`,
    sku: t`SKU`,
  }
}
