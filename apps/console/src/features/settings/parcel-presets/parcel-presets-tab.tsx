import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ParcelPreset } from '@waybill/sdk'
import { Package } from 'lucide-react'
import { formatSentWeight, formatSides } from '../../../format/parcel-measures.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ListCard, ListRow } from '../list-card.tsx'
import { locationQueries } from '../pickup-locations/queries.ts'
import { useOpenForm } from '../use-open-form.ts'
import { useUndoableDelete } from '../use-undoable-delete.ts'
import { NewPreset, PresetSheet } from './preset-sheet.tsx'
import { presetValues, toPreset } from './preset-values.ts'
import { presetQueries, useCreatePreset, useDeletePreset } from './queries.ts'

/** Sizes of boxes, by name. */
export function ParcelPresetsTab() {
  const { t } = useLingui()
  const mayWrite = useCan('parcel_presets:write')
  const { open, show } = useOpenForm()
  const { data: presets, error, refetch } = useQuery(presetQueries(useApi()).list())
  const locations = useQuery(locationQueries(useApi()).list())
  const create = useCreatePreset()
  const deletion = useDeletePreset()
  const remove = useUndoableDelete<ParcelPreset>({
    remove: ({ preset_id }) => deletion.mutateAsync(preset_id),
    restore: (preset, key) => create.mutateAsync({ preset: toPreset(presetValues(preset)), key }),
    getName: ({ name }) => name,
  })
  return (
    <>
      <ListCard
        title={t`Parcel presets`}
        addTitle={t`Add a parcel preset`}
        commandId="settings.preset"
        onAdd={mayWrite ? () => show('new') : undefined}
        rows={presets?.map((preset) => (
          <PresetRow
            key={preset.preset_id}
            preset={preset}
            onOpen={mayWrite ? () => show(preset.preset_id) : undefined}
            onDelete={() => void remove(preset)}
          />
        ))}
        error={error}
        onRetry={() => refetch()}
        icon={<Package aria-hidden />}
        emptyTitle={<Trans>No parcel presets yet</Trans>}
        emptyText={<Trans>Save the boxes that you often send, and choose one instead of typing its size.</Trans>}
      />
      {mayWrite && open === 'new' && !locations.isPending && (
        <NewPreset country={locations.data?.[0]?.address.country ?? ''} onClose={() => show(undefined)} />
      )}
      {mayWrite && open !== undefined && open !== 'new' && (
        <PresetSheet key={open} presetId={open} onClose={() => show(undefined)} />
      )}
    </>
  )
}

interface PresetRowProps {
  preset: ParcelPreset
  /** Without them, the role may only read. */
  onOpen: (() => void) | undefined
  onDelete: () => void
}

function PresetRow({ preset, onOpen, onDelete }: PresetRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { name, weight, weight_kg, is_default } = preset
  const facts = [
    formatSides(preset, format.locale),
    ...(weight === null || weight_kg === null ? [] : [formatSentWeight({ weight, weight_kg }, format.locale)]),
  ]
  return (
    <ListRow name={name} onOpen={onOpen} onDelete={onDelete}>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{name}</span>
        {is_default && <Badge tone="accent">{t`default`}</Badge>}
      </p>
      <p className="text-sm text-muted">{facts.join(' · ')}</p>
    </ListRow>
  )
}
