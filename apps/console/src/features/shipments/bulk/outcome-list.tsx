import { Trans, useLingui } from '@lingui/react/macro'
import type { Shipment } from '@waybill/sdk'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import type { Outcome } from '../../../bulk/use-bulk-run.ts'
import { StatusBadge } from '../../../format/status-badge.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { describeError } from '../../../ui/error-state.tsx'
import { toPlace } from '../columns.tsx'

interface OutcomeListProps {
  shipments: readonly Shipment[]
  outcomes: Record<string, Outcome>
}

/** The chosen shipments, and what came of each. */
export function OutcomeList({ shipments, outcomes }: OutcomeListProps) {
  const { t } = useLingui()
  return (
    <ul
      aria-label={t`Chosen shipments`}
      className="max-h-[38vh] divide-y divide-line overflow-y-auto rounded-lg border"
    >
      {shipments.map((shipment) => (
        <li key={shipment.shipment_id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2">
          <span className="min-w-0 grow basis-40 truncate font-medium">{shipment.merchant_order_ref}</span>
          <OutcomeText outcome={outcomes[shipment.shipment_id]} shipment={shipment} />
        </li>
      ))}
    </ul>
  )
}

function OutcomeText({ outcome, shipment }: { outcome: Outcome | undefined; shipment: Shipment }) {
  const { dropoff_address: to } = shipment
  const country = useFormat().country(to.country)
  if (!outcome) {
    return (
      <span className="flex min-w-0 items-center gap-2 text-sm text-muted">
        <span className="truncate">{toPlace(to, country)}</span>
        <StatusBadge status={shipment.status} />
      </span>
    )
  }
  if (outcome.state === 'running') {
    return (
      <span className="flex items-center gap-1.5 text-sm text-muted">
        <LoaderCircle className="size-4 animate-spin" aria-hidden />
        <Trans>Working</Trans>
      </span>
    )
  }
  if (outcome.state === 'done') {
    return (
      <span className="flex items-center gap-1.5 text-sm text-success">
        <CircleCheck className="size-4 shrink-0" aria-hidden />
        {outcome.text}
      </span>
    )
  }
  const { message, requestId } = describeError(outcome.error)
  return (
    <span className="flex basis-full items-start gap-1.5 text-sm text-danger">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="wrap-anywhere whitespace-pre-line">
        {message}
        {requestId && <code className="ms-2 font-mono text-xs text-muted">{requestId}</code>}
      </span>
    </span>
  )
}
