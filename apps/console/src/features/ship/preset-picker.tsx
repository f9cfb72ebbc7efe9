import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../forms/field.tsx'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { useApi, useCan, useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/input.tsx'
import { PresetDialog } from './preset-dialog.tsx'
import { findPreset, firstPreset, hasSize, isBlank, withPreset } from './presets.ts'
import { readLast } from './progress.ts'
import { shipQueries } from './queries.ts'
import type { ShipValues } from './values.ts'

const NONE: never[] = []

/** The presets of the environment; none as long as they are not known. */
export const usePresets = () => useQuery(shipQueries(useApi()).presets()).data ?? NONE

interface PresetPickerProps {
  form: ApiForm<ShipValues>
  index: number
}

/** The size of a parcel by one key, and a way to keep the size that was typed. */
export function PresetPicker({ form, index }: PresetPickerProps) {
  const { t } = useLingui()
  const presets = usePresets()
  const canSave = useCan('parcel_presets:write')
  const [isSaving, setSaving] = useState(false)
  const parcel = form.watch(`parcels.${index}`)
  const country = form.watch('pickup_address.country')
  const chosen = findPreset(parcel, presets, country)
  const choose = (presetId: string) => {
    const preset = presets.find(({ preset_id }) => preset_id === presetId)
    const next = preset ? withPreset(parcel, preset, country) : { ...parcel, preset_id: '' }
    form.setValue(`parcels.${index}`, next, { shouldDirty: true })
  }
  const canKeep = canSave && chosen === undefined && hasSize(parcel)
  if (presets.length === 0 && !canKeep) return null
  return (
    <div className="col-span-full flex flex-wrap items-end gap-2">
      {presets.length > 0 && (
        <Field label={t`Preset`} className="min-w-0 basis-60">
          {(control) => (
            <Select {...control} value={chosen?.preset_id ?? ''} onChange={({ target }) => choose(target.value)}>
              <option value="">{t`Another size`}</option>
              {presets.map(({ preset_id, name }) => (
                <option key={preset_id} value={preset_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {canKeep && (
        <Button variant="ghost" onClick={() => setSaving(true)}>
          <Bookmark aria-hidden />
          <Trans>Save as preset</Trans>
        </Button>
      )}
      {isSaving && (
        <PresetDialog
          parcel={parcel}
          country={country}
          onClose={() => setSaving(false)}
          onSaved={(presetId) => form.setValue(`parcels.${index}.preset_id`, presetId)}
        />
      )}
    </div>
  )
}

/** Fills in the size of a new form's parcel once the presets are known, unless somebody was faster. */
export function useFirstPreset(form: ApiForm<ShipValues>): void {
  const presets = usePresets()
  const { environment_id: environmentId } = useEnvironment()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || presets.length === 0) return
    done.current = true
    const parcel = form.getValues('parcels.0')
    const preset = firstPreset(presets, readLast<string>('preset', environmentId))
    if (preset && isBlank(parcel))
      form.setValue('parcels.0', withPreset(parcel, preset, form.getValues('pickup_address.country')))
  }, [presets, environmentId, form])
}
