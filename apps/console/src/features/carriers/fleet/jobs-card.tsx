import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Booking, Driver } from '@waybill/sdk'
import { Route } from 'lucide-react'
import { useCodeNames } from '../../../format/code-names.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { useApi } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/input.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { fleetQueries, useAssignDriver } from './queries.ts'

/** Deliveries by own drivers that have not ended. A job can be given to a driver, also from another one. */
export function JobsCard({ jobs, mayWrite }: { jobs: UseQueryResult<Booking[]>; mayWrite: boolean }) {
  const { t } = useLingui()
  const drivers = useQuery(fleetQueries(useApi()).drivers())
  return (
    <Card title={<Trans>Jobs</Trans>}>
      {jobs.data?.length === 0 ? (
        <EmptyState icon={<Route aria-hidden />} title={<Trans>No open jobs</Trans>}>
          <Trans>Book an offer of your own drivers: the job appears here until it is delivered.</Trans>
        </EmptyState>
      ) : jobs.data ? (
        <ul aria-label={t`Jobs`} className="flex flex-col divide-y">
          {jobs.data.map((job) => (
            <JobRow key={job.booking_id} job={job} drivers={drivers.data ?? []} mayWrite={mayWrite} />
          ))}
        </ul>
      ) : jobs.error ? (
        <ErrorState error={jobs.error} onRetry={() => jobs.refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Card>
  )
}

function JobRow({ job, drivers, mayWrite }: { job: Booking; drivers: readonly Driver[]; mayWrite: boolean }) {
  const { t } = useLingui()
  const statusName = useCodeNames()
  const assign = useAssignDriver()
  const { booking_id: bookingId, shipment, status, driver, current_driver_id: current, booked_at } = job
  const order = shipment.merchant_order_ref
  const { city, post_code } = shipment.dropoff_address
  const choices = drivers.filter(({ active, driver_id }) => active || driver_id === current)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-52 grow basis-0">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to="/shipments/$shipmentId"
            params={{ shipmentId: shipment.shipment_id }}
            className="font-medium wrap-anywhere text-accent underline"
          >
            {order}
          </Link>
          {driver === null ? (
            <Badge tone="warning">{t`looking for a driver`}</Badge>
          ) : (
            <Badge tone="accent">{statusName(status)}</Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          {[post_code, city].filter(Boolean).join(' ')} ·{' '}
          <Trans>
            booked <RelativeTime at={booked_at} />
          </Trans>
        </p>
      </div>
      {mayWrite ? (
        <Select
          aria-label={t`Driver of ${order}`}
          className="w-full sm:w-52"
          value={current ?? ''}
          disabled={assign.isPending}
          onChange={({ target }) =>
            assign.mutate(
              { bookingId, driverId: target.value },
              { onSuccess: () => toast(t`The job is assigned.`), onError: toastError },
            )
          }
        >
          <option value="" disabled>
            {t`Assign a driver`}
          </option>
          {choices.map(({ driver_id, name, open_jobs, capacity }) => (
            <option key={driver_id} value={driver_id}>
              {`${name} (${open_jobs}/${capacity})`}
            </option>
          ))}
        </Select>
      ) : (
        driver && <span>{driver.name}</span>
      )}
    </li>
  )
}
