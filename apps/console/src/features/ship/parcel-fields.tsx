import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { unitsIn } from '../../format/parcel-units.ts'
import { Field } from '../../forms/field.tsx'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { PresetPicker, useFirstPreset, usePresets } from './preset-picker.tsx'
import { findPreset, inUnits, withPreset } from './presets.ts'
import { emptyParcel, type ParcelValues, type ShipValues } from './values.ts'

const MOST_PARCELS = 99

/** The parcels: contents, weight and sides. */
export function ParcelFields({ form }: { form: ApiForm<ShipValues> }) {
  const { t } = useLingui()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'parcels' })
  const presets = usePresets()
  const country = useWatch({ control: form.control, name: 'pickup_address.country' })
  const units = unitsIn(country)
  useFirstPreset(form)
  useConvertedParcels(form, country)
  /** Adds a parcel of the same size as the one before. */
  const add = () => {
    const before = form.getValues(`parcels.${fields.length - 1}`)
    const preset = before && findPreset(before, presets, country)
    const parcel = preset ? withPreset(emptyParcel(t`Parcel`), preset, country) : emptyParcel(t`Parcel`)
    append(parcel, { focusName: `parcels.${fields.length}.weight_kg` })
  }
  const sides = [
    { name: 'weight_kg', label: t`Weight`, unit: units.weight },
    { name: 'length_cm', label: t`Length`, unit: units.length },
    { name: 'width_cm', label: t`Width`, unit: units.length },
    { name: 'height_cm', label: t`Height`, unit: units.length },
  ] as const
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ id }, index) => (
        <fieldset
          key={id}
          className="grid grid-cols-2 items-start gap-3 sm:gap-x-2 sm:grid-cols-[1.3fr_repeat(4,1fr)_auto]"
        >
          <legend className="sr-only">
            <Trans>Parcel {index + 1}</Trans>
          </legend>
          <PresetPicker form={form} index={index} />
          <Field
            label={t`Contents`}
            required
            error={form.findError(`parcels.${index}.title`)}
            className="col-span-2 sm:col-span-1"
          >
            {(control) => <Input {...control} {...form.register(`parcels.${index}.title`)} />}
          </Field>
          {sides.map(({ name, label, unit }) => (
            <Field key={name} label={label} note={unit} required error={form.findError(`parcels.${index}.${name}`)}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  {...form.register(`parcels.${index}.${name}`)}
                />
              )}
            </Field>
          ))}
          <Button
            variant="ghost"
            size="icon"
            className="sm:mt-5.5"
            aria-label={t`Remove parcel ${index + 1}`}
            disabled={fields.length === 1}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden />
          </Button>
        </fieldset>
      ))}
      <div>
        <Button size="sm" disabled={fields.length >= MOST_PARCELS} onClick={add}>
          <Plus aria-hidden />
          <Trans>Add a parcel</Trans>
        </Button>
      </div>
    </div>
  )
}

/** When the pickup moves to a country with other units, the numbers are converted; a form that is filled anew has its own. */
function useConvertedParcels(form: ApiForm<ShipValues>, country: string): void {
  const { defaultValues } = form.formState
  const before = useRef({ country, defaultValues })
  /** A parcel as converted → as it was before, so that the way back rounds nothing. */
  const origins = useRef(new Map<string, ParcelValues>())
  useEffect(() => {
    const { country: from, defaultValues: filled } = before.current
    before.current = { country, defaultValues }
    if (filled !== defaultValues || unitsIn(from).weight === unitsIn(country).weight) return
    form.getValues('parcels').forEach((parcel, index) => {
      const typed = origins.current.get(JSON.stringify(parcel))
      const converted = typed ?? inUnits(parcel, from, country)
      origins.current.set(JSON.stringify(converted), parcel)
      form.setValue(`parcels.${index}`, converted, { shouldDirty: true })
    })
  }, [country, defaultValues, form])
}
