import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ParcelPreset } from '@waybill/sdk'
import { LENGTH_UNITS, WEIGHT_UNITS } from '../../../format/parcel-units.ts'
import { changedValues } from '../../../forms/changed-values.ts'
import { Field } from '../../../forms/field.tsx'
import { FormSheet } from '../../../forms/form-sheet.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { type SheetFormProps, useEdit } from '../../../forms/use-edit.ts'
import { useApi, useEnvironment } from '../../../session/workspace.ts'
import { Checkbox, Input, Select } from '../../../ui/input.tsx'
import { LoadingSheet } from '../../../ui/loading-sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { emptyPreset, type PresetValues, presetValues, toPreset } from './preset-values.ts'
import { presetQueries, useCreatePreset, useUpdatePreset } from './queries.ts'

/** A preset to change, in the newest version. */
export function PresetSheet({ presetId, onClose }: { presetId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(presetQueries(useApi()).one(presetId))
  if (data) return <EditPreset preset={data.preset} etag={data.etag} onClose={onClose} />
  return (
    <LoadingSheet title={<Trans>Change the preset</Trans>} error={error} onRetry={() => refetch()} onClose={onClose} />
  )
}

function EditPreset({ preset, etag, onClose }: { preset: ParcelPreset; etag: string | null; onClose: () => void }) {
  const { t } = useLingui()
  const update = useUpdatePreset(preset.preset_id)
  const edit = useEdit<PresetValues>({
    values: () => presetValues(preset),
    etag,
    draftKey: `preset.${preset.preset_id}`,
    save: ({ before, values, etag: base, key }) =>
      update.mutateAsync({ changes: changedValues(toPreset(before), toPreset(values)), etag: base, key }),
    done: t`The preset is changed.`,
    onClose,
  })
  return <PresetForm {...edit} title={<Trans>Change the preset</Trans>} action={<Trans>Save</Trans>} />
}

/** `country`: where parcels are picked up. */
export function NewPreset({ country, onClose }: { country: string; onClose: () => void }) {
  const { t } = useLingui()
  const create = useCreatePreset()
  const { environment_id: environmentId } = useEnvironment()
  return (
    <PresetForm
      title={<Trans>Add a parcel preset</Trans>}
      action={<Trans>Add</Trans>}
      defaultValues={emptyPreset(country)}
      draftKey={`preset.${environmentId}`}
      onClose={onClose}
      submit={async (values, key) => {
        await create.mutateAsync({ preset: toPreset(values), key })
        toast(t`The preset is added.`)
        onClose()
      }}
    />
  )
}

function PresetForm({ title, action, defaultValues, draftKey, submit, onClose }: SheetFormProps<PresetValues>) {
  const { t } = useLingui()
  const form = useApiForm<PresetValues>({ defaultValues, draftKey, submit })
  const labels: Record<string, string> = {
    name: t`Name`,
    'dimensions.length': t`Length`,
    'dimensions.width': t`Width`,
    'dimensions.height': t`Height`,
    'dimensions.unit': t`Unit of length`,
    'weight.value': t`Weight`,
    'weight.unit': t`Unit of weight`,
  }
  const number = (name: `dimensions.${'length' | 'width' | 'height'}` | 'weight.value', hint?: string) => (
    <Field label={labels[name]} hint={hint} required={name !== 'weight.value'} error={form.findError(name)}>
      {(control) => <Input {...control} inputMode="decimal" autoComplete="off" {...form.register(name)} />}
    </Field>
  )
  const unit = (name: 'dimensions.unit' | 'weight.unit', units: readonly string[]) => (
    <Field label={labels[name]} error={form.findError(name)}>
      {(control) => (
        <Select {...control} {...form.register(name)}>
          {units.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
  return (
    <FormSheet
      form={form}
      title={title}
      description={<Trans>A box that you often send: people choose it by its name.</Trans>}
      action={action}
      getLabel={(name) => labels[name] ?? name}
      onClose={onClose}
    >
      <Field label={t`Name`} required error={form.findError('name')}>
        {(control) => <Input {...control} autoComplete="off" placeholder={t`Shoe box`} {...form.register('name')} />}
      </Field>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {number('dimensions.length')}
        {number('dimensions.width')}
        {number('dimensions.height')}
        {unit('dimensions.unit', LENGTH_UNITS)}
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        {number('weight.value', t`Leave it empty if it differs from parcel to parcel.`)}
        {unit('weight.unit', WEIGHT_UNITS)}
      </div>
      <Checkbox {...form.register('is_default')}>
        <Trans>New parcels begin with it</Trans>
      </Checkbox>
    </FormSheet>
  )
}
