import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { SimulatorFault } from '@waybill/sdk'
import { useFormat } from '../../../format/use-format.ts'
import { useApi, useCan } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { FaultForm } from './fault-form.tsx'
import { useFaultNames } from './fault-names.ts'
import { simulatorQueries, useRemoveFault } from './queries.ts'

/** In test environments: lets the simulated carriers fail. */
export function SimulatorTab() {
  const mayWrite = useCan('bookings:write')
  const queries = simulatorQueries(useApi())
  const { data: faults, error, refetch } = useQuery(queries.faults())
  const carriers = useQuery(queries.carriers())
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="text-muted">
        <Trans>
          Let the next calls to a simulated carrier go wrong, to see what your application does. Couriers are moved on
          the page of a shipment.
        </Trans>{' '}
        <a className="text-accent underline" href="/docs/testing" target="_blank" rel="noreferrer">
          <Trans>Guide to testing</Trans>
        </a>
      </p>
      {mayWrite && (
        <Card title={<Trans>Plan a fault</Trans>}>
          {carriers.data ? (
            <FaultForm carriers={carriers.data} />
          ) : carriers.error ? (
            <ErrorState error={carriers.error} onRetry={() => carriers.refetch()} />
          ) : (
            <SkeletonLines />
          )}
        </Card>
      )}
      <Card title={<Trans>Planned faults</Trans>}>
        {faults === undefined ? (
          error ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : (
            <SkeletonLines />
          )
        ) : faults.length === 0 ? (
          <EmptyState title={<Trans>No fault is planned</Trans>}>
            <Trans>The simulated carriers work, unless a magic value of a shipment says otherwise.</Trans>
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {faults.map((fault) => (
              <FaultRow key={fault.fault_id} fault={fault} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

function FaultRow({ fault, mayWrite }: { fault: SimulatorFault; mayWrite: boolean }) {
  const { t } = useLingui()
  const names = useFaultNames()
  const format = useFormat()
  const remove = useRemoveFault()
  const { carrier_code: carrier, calls_left: left, calls_count: count } = fault
  const what = `${carrier}, ${names.operation(fault.operation)}: ${names.fault(fault.fault)}`
  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <p>{what}</p>
        <p className="text-sm text-muted">
          <Trans>
            {left} of {count} calls left, until {format.time(fault.expires_at)}
          </Trans>
        </p>
      </div>
      {mayWrite && (
        <Button
          size="sm"
          aria-label={t`Remove: ${what}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate(fault.fault_id)}
        >
          <Trans>Remove</Trans>
        </Button>
      )}
    </li>
  )
}
