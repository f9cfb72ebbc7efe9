import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { Controller, useFieldArray, useWatch } from 'react-hook-form'
import { useFormat } from '../../../format/use-format.ts'
import { listCountries } from '../../../forms/address/countries.ts'
import { Field } from '../../../forms/field.tsx'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Input } from '../../../ui/input.tsx'
import { type CardValues, emptyZone } from './card-values.ts'
import { examplePrice } from './example-price.ts'

const MOST_ZONES = 200
/** The delivery of the example. */
const EXAMPLE = { km: 5, weightKg: 2 }

type CardForm = ApiForm<CardValues>

export function CountryField({ form, name }: { form: CardForm; name: 'pickup_country' | `zones.${number}.country` }) {
  const { t, i18n } = useLingui()
  const countries = useMemo(
    () => listCountries(i18n.locale).map(({ code, name: label }) => ({ value: code, label, keywords: [code] })),
    [i18n.locale],
  )
  return (
    <Field label={t`Country`} required error={form.findError(name)}>
      {(control) => (
        <Controller
          control={form.control}
          name={name}
          render={({ field }) => (
            <Combobox {...control} choices={countries} value={field.value || null} onChange={field.onChange} />
          )}
        />
      )}
    </Field>
  )
}

/** A base amount, and what each kilometre and kilogram adds; with the price of an example as it is typed. */
export function DistancePriceFields({ form }: { form: CardForm }) {
  const { t } = useLingui()
  const format = useFormat()
  const typed = useWatch({ control: form.control }) as CardValues
  const example = examplePrice(typed, EXAMPLE)
  const fields = [
    { name: 'distance_price.base_amount', label: t`For every delivery`, required: true },
    { name: 'distance_price.per_km_amount', label: t`For each kilometre` },
    { name: 'distance_price.per_kg_amount', label: t`For each kilogram` },
    { name: 'distance_price.included_weight_kg', label: t`Kilograms included` },
  ] as const
  const money = example && (/^[A-Z]{3}$/.test(typed.currency) ? format.money(example, typed.currency) : example)
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        {fields.map(({ name, label, ...rest }) => (
          <Field key={name} label={label} error={form.findError(name)} {...rest}>
            {(control) => <Input {...control} inputMode="decimal" autoComplete="off" {...form.register(name)} />}
          </Field>
        ))}
      </div>
      {form.findError('distance_price') && <p className="text-sm text-danger">{form.findError('distance_price')}</p>}
      <p className="rounded-md bg-sunken px-3 py-2 text-sm" data-testid="example">
        {money ? (
          <Trans>
            {EXAMPLE.km} km and {EXAMPLE.weightKg} kg cost {money} before tax.
          </Trans>
        ) : (
          <Trans>The price of an example appears here.</Trans>
        )}
      </p>
      <p className="text-sm text-muted">
        <Trans>Distances are as the crow flies. Both addresses need coordinates, else there is no offer.</Trans>
      </p>
    </>
  )
}

/** A price for each place of the recipients. Of several places that match, the longest post code counts. */
export function ZoneFields({ form }: { form: CardForm }) {
  const { t } = useLingui()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'zones' })
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="grid grid-cols-[1fr_auto] items-start gap-2">
          <legend className="sr-only">
            <Trans>Zone {index + 1}</Trans>
          </legend>
          <div className="grid gap-2 sm:grid-cols-3">
            <CountryField form={form} name={`zones.${index}.country`} />
            <Field label={t`Post code prefix`} error={form.findError(`zones.${index}.post_code_prefix`)}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  placeholder={t`all`}
                  {...form.register(`zones.${index}.post_code_prefix`)}
                />
              )}
            </Field>
            <Field label={t`Price before tax`} required error={form.findError(`zones.${index}.amount`)}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  autoComplete="off"
                  {...form.register(`zones.${index}.amount`)}
                />
              )}
            </Field>
          </div>
          <Button
            variant="ghost"
            size="icon"
            className="mt-5.5"
            aria-label={t`Remove zone ${index + 1}`}
            disabled={fields.length === 1}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden />
          </Button>
        </fieldset>
      ))}
      {form.findError('zones') && <p className="text-sm text-danger">{form.findError('zones')}</p>}
      <div>
        <Button
          size="sm"
          disabled={fields.length >= MOST_ZONES}
          onClick={() => append(emptyZone(form.getValues('pickup_country')))}
        >
          <Plus aria-hidden />
          <Trans>Add a zone</Trans>
        </Button>
      </div>
    </div>
  )
}
