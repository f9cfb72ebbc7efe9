import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { unitsIn } from '../../format/parcel-units.ts'
import { NameDialog } from '../../forms/name-dialog.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useApi } from '../../session/workspace.ts'
import { Checkbox } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { savePreset } from './queries.ts'
import { type ParcelValues, toSentParcel } from './values.ts'

interface PresetDialogProps {
  parcel: ParcelValues
  /** The country of the pickup: the parcel is measured in its units. */
  country: string
  onClose: () => void
  onSaved: (presetId: string) => void
}

/** Keeps the size of a parcel under a name. */
export function PresetDialog({ parcel, country, onClose, onSaved }: PresetDialogProps) {
  const { t } = useLingui()
  const api = useApi()
  const queryClient = useQueryClient()
  const units = unitsIn(country)
  const form = useApiForm({
    defaultValues: { name: '', with_weight: false, is_default: false },
    submit: async ({ name, with_weight, is_default }, key) => {
      const weight_kg = with_weight ? parcel.weight_kg : ''
      const { title: _, ...measures } = toSentParcel({ ...parcel, weight_kg }, country)
      const { preset_id } = await savePreset(api, { name, is_default, ...measures }, key)
      await queryClient.invalidateQueries({ queryKey: ['parcel-presets'] })
      onSaved(preset_id)
      onClose()
      toast(t`The preset is saved.`)
    },
  })
  return (
    <NameDialog
      form={form}
      title={t`Save as preset`}
      description={
        <span className="tabular-nums">
          {[parcel.length_cm, parcel.width_cm, parcel.height_cm].join(' × ')} {units.length}
        </span>
      }
      action={<Trans>Save the preset</Trans>}
      placeholder={t`Small box`}
      onClose={onClose}
    >
      {parcel.weight_kg.trim() !== '' && (
        <Checkbox {...form.register('with_weight')}>
          <Trans>
            With the weight of {parcel.weight_kg} {units.weight}
          </Trans>
        </Checkbox>
      )}
      <Checkbox {...form.register('is_default')}>
        <Trans>New parcels begin with it</Trans>
      </Checkbox>
    </NameDialog>
  )
}
