import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Manifest, OpenLabels } from '@waybill/sdk'
import { ClipboardCheck, Printer, Truck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { Field } from '../../forms/field.tsx'
import { useCarrierNames } from '../../handling/carrier-names.ts'
import { openDocument } from '../../labels/paper.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { dayQueries, useCloseDay, useManifestDocument } from './day-queries.ts'
import { LeftOutLabels } from './left-out-labels.tsx'
import { PickupList } from './pickups/pickup-list.tsx'
import { PickupSheet } from './pickups/pickup-sheet.tsx'

/** The person's today, YYYY-MM-DD. */
function readToday(): string {
  const now = new Date()
  const part = (value: number) => String(value).padStart(2, '0')
  return [now.getFullYear(), part(now.getMonth() + 1), part(now.getDate())].join('-')
}

/** Closes the labels of a day with the carriers that need a list of them, and prints the list. */
export function DayTab() {
  const { t } = useLingui()
  const [day, setDay] = useState(readToday)
  const { data: groups, error, refetch } = useQuery(dayQueries(useApi()).open(day))
  return (
    <div className="flex flex-col gap-4">
      <Card title={<Trans>Open labels</Trans>}>
        <div className="flex flex-col gap-4">
          <Field label={t`Day of collection`} className="max-w-52">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={day}
                onChange={({ target }) => target.value && setDay(target.value)}
              />
            )}
          </Field>
          {groups ? (
            <Groups groups={groups} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : (
            <SkeletonLines />
          )}
        </div>
      </Card>
      <Card title={<Trans>Manifests</Trans>}>
        <Recent />
      </Card>
      <Card title={<Trans>Pickups</Trans>}>
        <PickupList />
      </Card>
    </div>
  )
}

function Groups({ groups }: { groups: readonly OpenLabels[] }) {
  if (groups.length === 0)
    return (
      <EmptyState icon={<ClipboardCheck aria-hidden />} title={<Trans>Nothing to close</Trans>}>
        <Trans>Labels of this day appear here after they are booked.</Trans>
      </EmptyState>
    )
  return (
    <ul className="flex flex-col divide-y">
      {groups.map((group) => (
        <Group key={toKey(group)} group={group} />
      ))}
    </ul>
  )
}

const toPlace = (address: OpenLabels['address']): string =>
  [address?.name, address?.address_line_1, address?.city].filter(Boolean).join(', ')

const toKey = ({ carrier_account_id, carried_by, location_id, address }: OpenLabels): string =>
  [carrier_account_id, carried_by, location_id, address?.address_line_1, address?.post_code].join(' ')

/** The labels of a carrier account and a place. */
function Group({ group }: { group: OpenLabels }) {
  const { toCarrier } = useCarrierNames()
  const mayClose = useCan('bookings:write')
  const closing = useCloseDay()
  const sent = useRef({ choice: '', key: '' })
  const [schedules, setSchedules] = useState(false)
  const { booking_ids, left_out, address, carried_by, makes_manifests } = group
  const count = booking_ids.length
  const collectable = toCollectable(group)
  const close = async () => {
    const choice = booking_ids.join(' ')
    if (sent.current.choice !== choice) sent.current = { choice, key: crypto.randomUUID() }
    const tab = window.open('', '_blank')
    try {
      const { document } = await closing.mutateAsync({ group, key: sent.current.key })
      sent.current = { choice: '', key: '' }
      if (document) openDocument(document, '4x6', tab)
      else tab?.close()
    } catch {
      // The error of the call is shown below.
      tab?.close()
    }
  }
  const carrier = [carried_by?.toUpperCase(), toCarrier(group.carrier_code)].filter(Boolean).join(' · ')
  const place = toPlace(address)
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <h3 className="font-medium">{carrier}</h3>
          <p className="text-sm wrap-anywhere text-muted">{place}</p>
        </div>
        {mayClose && collectable.length > 0 && (
          <Button onClick={() => setSchedules(true)}>
            <Truck aria-hidden />
            <Trans>Schedule a pickup</Trans>
          </Button>
        )}
        {!makes_manifests ? (
          <p className="text-sm text-muted">
            <Trans>Needs no manifest</Trans>
          </p>
        ) : mayClose ? (
          <Button variant="primary" busy={closing.isPending} disabled={count === 0} onClick={() => void close()}>
            <ClipboardCheck aria-hidden />
            <Plural value={count} one="Close # label" other="Close # labels" />
          </Button>
        ) : (
          <p className="text-sm">
            <Plural value={count} one="# open label" other="# open labels" />
          </p>
        )}
      </div>
      {closing.error !== null && <ErrorNote error={closing.error} />}
      {makes_manifests && left_out.length > 0 && <LeftOutLabels leftOut={left_out} />}
      {schedules && <PickupSheet bookingIds={collectable} place={place} onClose={() => setSchedules(false)} />}
    </li>
  )
}

/** Bookings that the carrier could collect: also those that need no manifest. */
const toCollectable = ({ schedules_pickups, booking_ids, left_out }: OpenLabels): string[] =>
  schedules_pickups
    ? [...booking_ids, ...left_out.filter(({ code }) => code === 'no_manifests').map(({ booking_id }) => booking_id)]
    : []

function Recent() {
  const { data: manifests, error, refetch } = useQuery(dayQueries(useApi()).recent())
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!manifests) return <SkeletonLines />
  if (manifests.length === 0)
    return (
      <p className="text-sm text-muted">
        <Trans>No day is closed yet.</Trans>
      </p>
    )
  return (
    <ul className="flex flex-col divide-y">
      {manifests.map((manifest) => (
        <RecentManifest key={manifest.manifest_id} manifest={manifest} />
      ))}
    </ul>
  )
}

function RecentManifest({ manifest }: { manifest: Manifest }) {
  const { t } = useLingui()
  const format = useFormat()
  const { toCarrier } = useCarrierNames()
  const reading = useManifestDocument()
  const maySchedule = useCan('bookings:write')
  const [schedules, setSchedules] = useState(false)
  const { manifest_id, status, carrier_code, ship_date, booking_ids, left_out, manifest_number, error } = manifest
  const print = async () => {
    const tab = window.open('', '_blank')
    try {
      openDocument(await reading.mutateAsync(manifest_id), '4x6', tab)
    } catch {
      // The error of the call is shown below.
      tab?.close()
    }
  }
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {toCarrier(carrier_code)} · {format.date(ship_date)}
            {status === 'created' ? (
              <Badge tone="success">{t`Closed`}</Badge>
            ) : status === 'failed' ? (
              <Badge tone="danger">{t`Failed`}</Badge>
            ) : (
              <Badge tone="accent">{t`The carrier is being asked`}</Badge>
            )}
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            <Plural value={booking_ids.length} one="# label" other="# labels" />
            {manifest_number !== null && ` · ${manifest_number}`}
          </p>
        </div>
        {maySchedule && status === 'created' && (
          <Button onClick={() => setSchedules(true)}>
            <Truck aria-hidden />
            <Trans>Schedule a pickup</Trans>
          </Button>
        )}
        {manifest.document_url !== null && (
          <Button onClick={() => void print()} aria-label={t`Print the manifest of ${format.date(ship_date)}`}>
            <Printer aria-hidden />
            <Trans>Print</Trans>
          </Button>
        )}
      </div>
      {error !== null && (
        <p role="alert" className="text-sm wrap-anywhere text-danger">
          {error.message}
        </p>
      )}
      {reading.error !== null && <ErrorNote error={reading.error} />}
      {left_out.length > 0 && <LeftOutLabels leftOut={left_out} />}
      {schedules && (
        <PickupSheet bookingIds={booking_ids} place={toPlace(manifest.address)} onClose={() => setSchedules(false)} />
      )}
    </li>
  )
}
