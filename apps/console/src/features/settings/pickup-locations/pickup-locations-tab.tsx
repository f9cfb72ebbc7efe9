import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PickupLocation } from '@waybill/sdk'
import { MapPin, Plus, Trash2 } from 'lucide-react'
import { useCommands } from '../../../commands/registry.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useOpenForm } from '../use-open-form.ts'
import { useUndoableDelete } from '../use-undoable-delete.ts'
import { LocationSheet, NewLocation } from './location-sheet.tsx'
import { locationValues, toLocation } from './location-values.ts'
import { describeHours } from './open-hours.ts'
import { locationQueries, useCreateLocation, useDeleteLocation } from './queries.ts'

/** Places where couriers collect, with their opening hours. */
export function PickupLocationsTab() {
  const { t } = useLingui()
  const mayWrite = useCan('shipments:write')
  const { open, show } = useOpenForm()
  const { data: locations, error, refetch } = useQuery(locationQueries(useApi()).list())
  const create = useCreateLocation()
  const deletion = useDeleteLocation()
  const remove = useUndoableDelete<PickupLocation>({
    remove: ({ pickup_location_id }) => deletion.mutateAsync(pickup_location_id),
    restore: (location, key) =>
      create.mutateAsync({ location: toLocation(locationValues(location), location.address), key }),
    nameOf: titleOf,
  })
  useCommands(
    mayWrite
      ? [
          {
            id: 'settings.pickup-location',
            title: t`Add a pickup location`,
            group: t`Settings`,
            shortcut: 'c',
            run: () => show('new'),
          },
        ]
      : [],
  )
  const add = mayWrite && (
    <Button variant="primary" onClick={() => show('new')}>
      <Plus aria-hidden />
      <Trans>Add a pickup location</Trans>
    </Button>
  )
  return (
    <div className="max-w-4xl">
      <Card title={<Trans>Pickup locations</Trans>} actions={locations?.length ? add : undefined}>
        {locations?.length === 0 ? (
          <EmptyState icon={<MapPin aria-hidden />} title={<Trans>No pickup locations yet</Trans>} action={add}>
            <Trans>
              Without one, carriers are asked to collect from Monday to Friday, 09:00 to 18:00, except on public
              holidays.
            </Trans>
          </EmptyState>
        ) : locations ? (
          <ul aria-label={t`Pickup locations`} className="flex flex-col divide-y">
            {locations.map((location) => (
              <LocationRow
                key={location.pickup_location_id}
                location={location}
                onOpen={mayWrite ? () => show(location.pickup_location_id) : undefined}
                onDelete={() => void remove(location)}
              />
            ))}
          </ul>
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </Card>
      {mayWrite && open === 'new' && <NewLocation onClose={() => show(undefined)} />}
      {mayWrite && open !== undefined && open !== 'new' && (
        <LocationSheet key={open} locationId={open} onClose={() => show(undefined)} />
      )}
    </div>
  )
}

const titleOf = ({ name, address }: PickupLocation): string => name ?? address.address_line_1

interface LocationRowProps {
  location: PickupLocation
  /** Without it, the role may only read. */
  onOpen: (() => void) | undefined
  onDelete: () => void
}

function LocationRow({ location, onOpen, onDelete }: LocationRowProps) {
  const { t } = useLingui()
  const { locale } = useFormat()
  const { address, hours, time_zone, holidays } = location
  const name = titleOf(location)
  const place = [address.address_line_1, address.post_code, address.city, address.country]
  return (
    <li className="flex items-center gap-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="wrap-anywhere">{place.filter(Boolean).join(', ')}</p>
        <p className="text-sm text-muted">
          {describeHours(hours, locale)} · {time_zone.replaceAll('_', ' ')}
          {holidays === 'ignore' && (
            <>
              {' · '}
              <Trans>open on public holidays</Trans>
            </>
          )}
        </p>
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
