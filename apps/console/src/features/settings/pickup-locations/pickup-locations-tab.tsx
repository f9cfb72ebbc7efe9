import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PickupLocation } from '@waybill/sdk'
import { MapPin } from 'lucide-react'
import { useFormat } from '../../../format/use-format.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { ListCard, ListRow } from '../list-card.tsx'
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
    getName: getTitle,
  })
  return (
    <>
      <ListCard
        title={t`Pickup locations`}
        addTitle={t`Add a pickup location`}
        commandId="settings.pickup-location"
        onAdd={mayWrite ? () => show('new') : undefined}
        rows={locations?.map((location) => (
          <LocationRow
            key={location.pickup_location_id}
            location={location}
            onOpen={mayWrite ? () => show(location.pickup_location_id) : undefined}
            onDelete={() => void remove(location)}
          />
        ))}
        error={error}
        onRetry={() => refetch()}
        icon={<MapPin aria-hidden />}
        emptyTitle={<Trans>No pickup locations yet</Trans>}
        emptyText={
          <Trans>
            Without one, carriers are asked to collect from Monday to Friday, 09:00 to 18:00, except on public holidays.
          </Trans>
        }
      />
      {mayWrite && open === 'new' && <NewLocation onClose={() => show(undefined)} />}
      {mayWrite && open !== undefined && open !== 'new' && (
        <LocationSheet key={open} locationId={open} onClose={() => show(undefined)} />
      )}
    </>
  )
}

const getTitle = ({ name, address }: PickupLocation): string => name ?? address.address_line_1

interface LocationRowProps {
  location: PickupLocation
  /** Without it, the role may only read. */
  onOpen: (() => void) | undefined
  onDelete: () => void
}

function LocationRow({ location, onOpen, onDelete }: LocationRowProps) {
  const format = useFormat()
  const { address, hours, time_zone, holidays } = location
  const name = getTitle(location)
  const place = [address.address_line_1, address.post_code, address.city, format.country(address.country)]
  return (
    <ListRow name={name} onOpen={onOpen} onDelete={onDelete}>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="wrap-anywhere">{place.filter(Boolean).join(', ')}</p>
      <p className="text-sm text-muted">
        {describeHours(hours, format.locale)} · {time_zone.replaceAll('_', ' ')}
        {holidays === 'ignore' && (
          <>
            {' · '}
            <Trans>open on public holidays</Trans>
          </>
        )}
      </p>
    </ListRow>
  )
}
