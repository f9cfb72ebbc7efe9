import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ParcelPreset } from '@waybill/sdk'
import { Package, Plus, Trash2 } from 'lucide-react'
import { useCommands } from '../../../commands/registry.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useOpenForm } from '../use-open-form.ts'
import { useUndoableDelete } from '../use-undoable-delete.ts'
import { NewPreset, PresetSheet } from './preset-sheet.tsx'
import { presetValues, toPreset } from './preset-values.ts'
import { presetQueries, useCreatePreset, useDeletePreset } from './queries.ts'

/** Sizes of boxes, by name. */
export function ParcelPresetsTab() {
  const { t } = useLingui()
  const mayWrite = useCan('settings:write')
  const { open, show } = useOpenForm()
  const { data: presets, error, refetch } = useQuery(presetQueries(useApi()).list())
  useCommands(
    mayWrite
      ? [
          {
            id: 'settings.preset',
            title: t`Add a parcel preset`,
            group: t`Settings`,
            shortcut: 'c',
            run: () => show('new'),
          },
        ]
      : [],
  )
  const create = useCreatePreset()
  const deletion = useDeletePreset()
  const remove = useUndoableDelete<ParcelPreset>({
    remove: ({ preset_id }) => deletion.mutateAsync(preset_id),
    restore: (preset, key) => create.mutateAsync({ preset: toPreset(presetValues(preset)), key }),
    nameOf: ({ name }) => name,
  })
  const add = mayWrite && (
    <Button variant="primary" onClick={() => show('new')}>
      <Plus aria-hidden />
      <Trans>Add a parcel preset</Trans>
    </Button>
  )
  return (
    <div className="max-w-4xl">
      <Card title={<Trans>Parcel presets</Trans>} actions={presets?.length ? add : undefined}>
        {presets?.length === 0 ? (
          <EmptyState icon={<Package aria-hidden />} title={<Trans>No parcel presets yet</Trans>} action={add}>
            <Trans>Save the boxes that you often send, and choose one instead of typing its size.</Trans>
          </EmptyState>
        ) : presets ? (
          <ul aria-label={t`Parcel presets`} className="flex flex-col divide-y">
            {presets.map((preset) => (
              <PresetRow
                key={preset.preset_id}
                preset={preset}
                onOpen={mayWrite ? () => show(preset.preset_id) : undefined}
                onDelete={() => void remove(preset)}
              />
            ))}
          </ul>
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </Card>
      {mayWrite && open === 'new' && <NewPreset onClose={() => show(undefined)} />}
      {mayWrite && open !== undefined && open !== 'new' && (
        <PresetSheet key={open} presetId={open} onClose={() => show(undefined)} />
      )}
    </div>
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
  const { name, length_cm, width_cm, height_cm, weight_kg, is_default } = preset
  const facts = [
    format.dimensions([length_cm, width_cm, height_cm].map(Number)),
    ...(weight_kg === null ? [] : [format.weight(Number(weight_kg))]),
  ]
  return (
    <li className="flex items-center gap-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {is_default && <Badge tone="accent">{t`default`}</Badge>}
        </p>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {onOpen && (
        <>
          <Button size="sm" aria-label={t`Change ${name}`} onClick={onOpen}>
            <Trans>Change</Trans>
          </Button>
          <Button variant="ghost" size="icon" aria-label={t`Delete ${name}`} onClick={onDelete}>
            <Trash2 aria-hidden />
          </Button>
        </>
      )}
    </li>
  )
}
