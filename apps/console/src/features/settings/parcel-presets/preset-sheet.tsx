import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ParcelPreset } from '@waybill/sdk'
import { Field } from '../../../forms/field.tsx'
import { FormSheet } from '../../../forms/form-sheet.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { type SheetFormProps, useEdit } from '../../../forms/use-edit.ts'
import { useApi, useEnvironment } from '../../../session/workspace.ts'
import { Checkbox, Input } from '../../../ui/input.tsx'
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
      update.mutateAsync({ changes: readChanges(before, values), etag: base, key }),
    done: t`The preset is changed.`,
    onClose,
  })
  return <PresetForm {...edit} title={<Trans>Change the preset</Trans>} action={<Trans>Save</Trans>} />
}

/** The fields that differ, so that what somebody else has changed in others stays. */
function readChanges(before: PresetValues, now: PresetValues) {
  const [old, sent] = [toPreset(before), toPreset(now)]
  const names = ['name', 'weight_kg', 'length_cm', 'width_cm', 'height_cm', 'is_default'] as const
  // An emptied size is sent as an empty text: the API names it.
  return Object.fromEntries(names.filter((name) => old[name] !== sent[name]).map((name) => [name, sent[name] ?? '']))
}

export function NewPreset({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const create = useCreatePreset()
  const { environment_id: environmentId } = useEnvironment()
  return (
    <PresetForm
      title={<Trans>Add a parcel preset</Trans>}
      action={<Trans>Add</Trans>}
      defaultValues={emptyPreset}
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
    length_cm: t`Length`,
    width_cm: t`Width`,
    height_cm: t`Height`,
    weight_kg: t`Weight`,
  }
  const number = (name: 'length_cm' | 'width_cm' | 'height_cm' | 'weight_kg', unit: string, hint?: string) => (
    <Field label={labels[name]} note={unit} hint={hint} required={unit === 'cm'} error={form.findError(name)}>
      {(control) => <Input {...control} inputMode="decimal" autoComplete="off" {...form.register(name)} />}
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
      <div className="grid grid-cols-3 gap-3">
        {number('length_cm', 'cm')}
        {number('width_cm', 'cm')}
        {number('height_cm', 'cm')}
      </div>
      {number('weight_kg', 'kg', t`Leave it empty if it differs from parcel to parcel.`)}
      <Checkbox {...form.register('is_default')}>
        <Trans>New parcels begin with it</Trans>
      </Checkbox>
    </FormSheet>
  )
}
