import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useApi } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { savePreset } from './queries.ts'
import { type ParcelValues, toParcel } from './values.ts'

interface PresetDialogProps {
  parcel: ParcelValues
  onClose: () => void
  onSaved: (presetId: string) => void
}

/** Keeps the size of a parcel under a name. */
export function PresetDialog({ parcel, onClose, onSaved }: PresetDialogProps) {
  const { t } = useLingui()
  const formId = useId()
  const api = useApi()
  const queryClient = useQueryClient()
  const { title: _, weight_kg: weightKg, ...sides } = toParcel(parcel)
  const form = useApiForm({
    defaultValues: { name: '', with_weight: false, is_default: false },
    submit: async ({ name, with_weight, is_default }, key) => {
      const document = { name, is_default, weight_kg: with_weight ? weightKg : null, ...sides }
      const { preset_id } = await savePreset(api, document, key)
      await queryClient.invalidateQueries({ queryKey: ['parcel-presets'] })
      onSaved(preset_id)
      onClose()
      toast(t`The preset is saved.`)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Save as preset`}
      description={
        <span className="tabular-nums">{[sides.length_cm, sides.width_cm, sides.height_cm].join(' × ')} cm</span>
      }
      size="sm"
      persistent
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.formState.isSubmitting}>
            <Trans>Save the preset</Trans>
          </Button>
        </>
      }
    >
      {/* Events of a dialog reach the form behind it, too, which would be sent. */}
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.stopPropagation()
          void form.onSubmit(event)
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        <ErrorSummary problems={form.problems} failure={form.failure} />
        <Field label={t`Name`} required error={form.errorOf('name')}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="off" placeholder={t`Small box`} />}
        </Field>
        {weightKg !== undefined && (
          <Checkbox {...form.register('with_weight')}>
            <Trans>With the weight of {String(weightKg)} kg</Trans>
          </Checkbox>
        )}
        <Checkbox {...form.register('is_default')}>
          <Trans>New parcels begin with it</Trans>
        </Checkbox>
      </form>
    </Dialog>
  )
}
