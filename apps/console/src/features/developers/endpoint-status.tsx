import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '@waybill/sdk'
import { useApi } from '../../session/workspace.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { developerQueries } from './queries.ts'

const TONES: Record<Subscription['status'], Tone> = { active: 'success', paused: 'warning', disabled: 'danger' }

/** The state, and why Waybill has disabled it. One that is on and whose deliveries do not arrive is failing. */
export function EndpointStatus({ endpoint }: { endpoint: Subscription }) {
  const { t } = useLingui()
  const { subscription_id: id, status, disabled_reason: reason } = endpoint
  const { data: health } = useQuery(developerQueries(useApi()).health(id))
  const names: Record<Subscription['status'], string> = { active: t`active`, paused: t`paused`, disabled: t`disabled` }
  const reasons: Record<string, string> = { gone: t`gone`, failing: t`failing` }
  if (status === 'active' && health?.isFailing)
    return (
      <Badge tone="danger">
        <Trans>failing</Trans>
      </Badge>
    )
  return <Badge tone={TONES[status]}>{reason ? `${names[status]}: ${reasons[reason] ?? reason}` : names[status]}</Badge>
}
