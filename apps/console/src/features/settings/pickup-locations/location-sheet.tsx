import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PickupLocation } from '@waybill/sdk'
import { useMemo, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useFormat } from '../../../format/use-format.ts'
import { AddressFields, useAddressLabels } from '../../../forms/address/address-fields.tsx'
import { Field } from '../../../forms/field.tsx'
import { FormSheet } from '../../../forms/form-sheet.tsx'
import { type ApiForm, useApiForm } from '../../../forms/use-api-form.ts'
import { type SheetFormProps, useEdit } from '../../../forms/use-edit.ts'
import { FindOnMap } from '../../../map/find-on-map.tsx'
import { useApi, useEnvironment } from '../../../session/workspace.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { LoadingSheet } from '../../../ui/loading-sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ClosedDatesField } from './closed-dates-field.tsx'
import { HoursFields } from './hours-fields.tsx'
import {
  changesOfLocation,
  emptyLocation,
  type LocationValues,
  locationField,
  locationValues,
  toLocation,
} from './location-values.ts'
import { WEEKDAYS, weekdayName } from './open-hours.ts'
import { locationQueries, useCreateLocation, useUpdateLocation } from './queries.ts'

/** A pickup location to change, in the newest version. */
export function LocationSheet({ locationId, onClose }: { locationId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(locationQueries(useApi()).one(locationId))
  if (data) return <EditLocation location={data.location} etag={data.etag} onClose={onClose} />
  return (
    <LoadingSheet
      title={<Trans>Change the pickup location</Trans>}
      error={error}
      onRetry={() => refetch()}
      onClose={onClose}
    />
  )
}

interface EditLocationProps {
  location: PickupLocation
  etag: string | null
  onClose: () => void
}

function EditLocation({ location, etag, onClose }: EditLocationProps) {
  const { t } = useLingui()
  const update = useUpdateLocation(location.pickup_location_id)
  const edit = useEdit<LocationValues>({
    values: () => locationValues(location),
    etag,
    draftKey: `pickup-location.${location.pickup_location_id}`,
    save: ({ before, values, etag: base, key }) =>
      update.mutateAsync({ changes: changesOfLocation(before, values, location.address), etag: base, key }),
    done: t`The pickup location is changed.`,
    onClose,
  })
  return <LocationForm {...edit} title={<Trans>Change the pickup location</Trans>} action={<Trans>Save</Trans>} />
}

export function NewLocation({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const create = useCreateLocation()
  const { environment_id: environmentId } = useEnvironment()
  const [defaultValues] = useState(emptyLocation)
  return (
    <LocationForm
      title={<Trans>Add a pickup location</Trans>}
      action={<Trans>Add</Trans>}
      defaultValues={defaultValues}
      draftKey={`pickup-location.${environmentId}`}
      onClose={onClose}
      submit={async (values, key) => {
        await create.mutateAsync({ location: toLocation(values), key })
        toast(t`The pickup location is added.`)
        onClose()
      }}
    />
  )
}

function LocationForm({ title, action, defaultValues, draftKey, submit, onClose }: SheetFormProps<LocationValues>) {
  const { t } = useLingui()
  const form = useApiForm<LocationValues>({ defaultValues, draftKey, submit, rename: locationField })
  const addressLabels: Record<string, string> = useAddressLabels()
  const labels: Record<string, string> = {
    name: t`Name of the place`,
    time_zone: t`Time zone`,
    holidays: t`Public holidays`,
    residential: t`Home or business`,
    hours: t`Opening hours`,
  }
  const { locale } = useFormat()
  const getLabel = (name: string) => {
    const day = WEEKDAYS.find((one) => name.startsWith(`hours.${one}`))
    return day ? weekdayName(day, locale) : (labels[name] ?? addressLabels[name.replace('address.', '')] ?? name)
  }
  return (
    <FormSheet
      form={form}
      title={title}
      description={<Trans>Carriers are asked to collect within the opening hours of the place.</Trans>}
      action={action}
      getLabel={getLabel}
      onClose={onClose}
    >
      <Field label={labels.name} note={t`optional`} error={form.findError('name')}>
        {(control) => (
          <Input {...control} autoComplete="off" placeholder={t`Warehouse North`} {...form.register('name')} />
        )}
      </Field>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">
          <Trans>Address</Trans>
        </legend>
        <AddressFields
          form={form}
          name="address"
          findError={form.findError}
          canPaste
          finder={<FindOnMap form={form} name="address" />}
          residential={{ name: 'residential' }}
        />
      </fieldset>
      <HoursFields form={form} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={labels.holidays} error={form.findError('holidays')}>
          {(control) => (
            <Select {...control} {...form.register('holidays')}>
              <option value="observe">{t`Closed on public holidays`}</option>
              <option value="ignore">{t`Open on public holidays`}</option>
            </Select>
          )}
        </Field>
        <TimeZoneField form={form} label={labels.time_zone ?? ''} />
      </div>
      <ClosedDatesField form={form} />
    </FormSheet>
  )
}

const BY_ADDRESS = 'by-address'

function TimeZoneField({ form, label }: { form: ApiForm<LocationValues>; label: string }) {
  const { t } = useLingui()
  const choices = useMemo(() => {
    const zones = new Set([...Intl.supportedValuesOf('timeZone'), form.getValues('time_zone')].filter(Boolean))
    return [
      { value: BY_ADDRESS, label: t`Found by the address` },
      ...[...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' '), keywords: [zone] })),
    ]
  }, [t, form.getValues])
  return (
    <Field label={label} error={form.findError('time_zone')}>
      {(control) => (
        <Controller
          control={form.control}
          name="time_zone"
          render={({ field }) => (
            <Combobox
              {...control}
              choices={choices}
              value={field.value || BY_ADDRESS}
              onChange={(value) => field.onChange(value === BY_ADDRESS ? '' : value)}
            />
          )}
        />
      )}
    </Field>
  )
}
