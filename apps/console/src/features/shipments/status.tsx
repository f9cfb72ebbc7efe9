import { useLingui } from '@lingui/react/macro'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Status } from './search.ts'

const tones: Record<Status, Tone> = {
  ready: 'neutral',
  in_transit: 'accent',
  out_for_delivery: 'accent',
  awaiting_collection: 'accent',
  delivery_attempted: 'warning',
  on_hold: 'warning',
  returning: 'warning',
  delivered: 'success',
  returned: 'neutral',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
}

/** The words for a status. One that this version does not know is shown as the API has it. */
export function useStatusLabels(): (status: string) => string {
  const { t } = useLingui()
  const labels: Record<Status, string> = {
    ready: t`Ready`,
    in_transit: t`In transit`,
    out_for_delivery: t`Out for delivery`,
    awaiting_collection: t`Awaiting collection`,
    delivery_attempted: t`Delivery attempted`,
    on_hold: t`On hold`,
    returning: t`Returning`,
    delivered: t`Delivered`,
    returned: t`Returned`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
    expired: t`Expired`,
  }
  return (status) => labels[status as Status] ?? status
}

export function StatusBadge({ status }: { status: string }) {
  const labelOf = useStatusLabels()
  return <Badge tone={tones[status as Status] ?? 'neutral'}>{labelOf(status)}</Badge>
}
