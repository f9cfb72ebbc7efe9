import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RateCard } from '@waybill/sdk'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Field } from '../../../forms/field.tsx'
import { FormSheet } from '../../../forms/form-sheet.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { type SheetFormProps, useEdit } from '../../../forms/use-edit.ts'
import { useApi, useEnvironment } from '../../../session/workspace.ts'
import { Checkbox, Input, Select } from '../../../ui/input.tsx'
import { LoadingSheet } from '../../../ui/loading-sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type CardValues, cardValues, changesOfCard, emptyCard, toCard } from './card-values.ts'
import { CountryField, DistancePriceFields, ZoneFields } from './price-fields.tsx'
import { fleetQueries, useCreateCard, useUpdateCard } from './queries.ts'

/** A rate card to change, in the newest version. */
export function CardSheet({ cardId, onClose }: { cardId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(fleetQueries(useApi()).card(cardId))
  if (data) return <EditCard card={data.card} etag={data.etag} onClose={onClose} />
  return (
    <LoadingSheet
      title={<Trans>Change the rate card</Trans>}
      error={error}
      onRetry={() => refetch()}
      onClose={onClose}
    />
  )
}

function EditCard({ card, etag, onClose }: { card: RateCard; etag: string | null; onClose: () => void }) {
  const { t } = useLingui()
  const update = useUpdateCard()
  const edit = useEdit<CardValues>({
    values: () => cardValues(card),
    etag,
    draftKey: `rate-card.${card.rate_card_id}`,
    save: ({ before, values, etag: base, key }) =>
      update.mutateAsync({ id: card.rate_card_id, changes: changesOfCard(before, values), etag: base, key }),
    done: t`The rate card is changed.`,
    onClose,
  })
  return <CardForm {...edit} title={<Trans>Change the rate card</Trans>} action={<Trans>Save</Trans>} />
}

export function NewCard({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const create = useCreateCard()
  const { environment_id: environmentId } = useEnvironment()
  const [defaultValues] = useState(emptyCard)
  return (
    <CardForm
      title={<Trans>Add a rate card</Trans>}
      action={<Trans>Add</Trans>}
      defaultValues={defaultValues}
      draftKey={`rate-card.${environmentId}`}
      onClose={onClose}
      submit={async (values, key) => {
        await create.mutateAsync({ card: toCard(values), key })
        toast(t`The rate card is added. Quotes have its offers from now on.`)
        onClose()
      }}
    />
  )
}

function CardForm({ title, action, defaultValues, draftKey, submit, onClose }: SheetFormProps<CardValues>) {
  const { t } = useLingui()
  const form = useApiForm<CardValues>({ defaultValues, draftKey, submit })
  const by = useWatch({ control: form.control, name: 'by' })
  const labels: Record<string, string> = {
    name: t`Name`,
    service_code: t`Service`,
    currency: t`Currency`,
    pickup_country: t`Country`,
    pickup_post_code_prefix: t`Post code prefix`,
    max_distance_km: t`Longest way`,
    max_weight_kg: t`Highest weight`,
    max_parcels: t`Most parcels`,
    tax_rate_percent: t`Tax`,
    delivery_minutes: t`Delivered within`,
    zones: t`Zones`,
    distance_price: t`Price by distance`,
    'distance_price.base_amount': t`For every delivery`,
    'distance_price.per_km_amount': t`For each kilometre`,
    'distance_price.per_kg_amount': t`For each kilogram`,
    'distance_price.included_weight_kg': t`Kilograms included`,
  }
  type Plain = 'max_distance_km' | 'max_weight_kg' | 'max_parcels' | 'tax_rate_percent' | 'delivery_minutes'
  const number = (name: Plain, unit: string, placeholder?: string) => (
    <Field label={labels[name]} note={unit} error={form.findError(name)}>
      {(control) => (
        <Input {...control} inputMode="decimal" autoComplete="off" placeholder={placeholder} {...form.register(name)} />
      )}
    </Field>
  )
  return (
    <FormSheet
      form={form}
      title={title}
      description={<Trans>What a delivery by your drivers costs, for the pickups that it holds for.</Trans>}
      action={action}
      getLabel={(name) => labels[name] ?? name}
      onClose={onClose}
    >
      <Field label={labels.name} required error={form.findError('name')}>
        {(control) => <Input {...control} autoComplete="off" placeholder={t`City`} {...form.register('name')} />}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={labels.service_code} error={form.findError('service_code')}>
          {(control) => (
            <Select {...control} {...form.register('service_code')}>
              <option value="fleet_now">{t`A driver at once`}</option>
              <option value="fleet_same_day">{t`On the same day`}</option>
            </Select>
          )}
        </Field>
        <Field label={labels.currency} required error={form.findError('currency')}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              placeholder="GBP"
              maxLength={3}
              className="uppercase placeholder:normal-case"
              {...form.register('currency', { setValueAs: (text: string) => text.toUpperCase() })}
            />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="mb-2 font-semibold">
          <Trans>Pickups</Trans>
        </legend>
        <div className="grid gap-3 sm:grid-cols-2">
          <CountryField form={form} name="pickup_country" />
          <Field label={labels.pickup_post_code_prefix} error={form.findError('pickup_post_code_prefix')}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                placeholder={t`all`}
                {...form.register('pickup_post_code_prefix')}
              />
            )}
          </Field>
        </div>
      </fieldset>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">
          <Trans>Price</Trans>
        </legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {(['distance', 'zones'] as const).map((one) => (
            <label key={one} className="inline-flex min-h-6 items-center gap-2">
              <input type="radio" value={one} className="size-4 accent-accent-fill" {...form.register('by')} />
              {one === 'distance' ? t`By distance` : t`By the place of the recipient`}
            </label>
          ))}
        </div>
        {by === 'distance' ? <DistancePriceFields form={form} /> : <ZoneFields form={form} />}
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">
          <Trans>Limits and promise</Trans>
        </legend>
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
          {number('max_distance_km', 'km', t`any`)}
          {number('max_weight_kg', 'kg')}
          {number('max_parcels', '')}
          {number('tax_rate_percent', '%')}
          {number('delivery_minutes', 'min')}
        </div>
      </fieldset>
      <Checkbox {...form.register('enabled')}>
        <Trans>Quotes have offers of this card</Trans>
      </Checkbox>
    </FormSheet>
  )
}
