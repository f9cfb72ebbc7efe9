import type { Subscription } from '@waybill/sdk'
import { Badge, type Tone } from '../../ui/badge.tsx'

const TONES: Record<Subscription['status'], Tone> = { active: 'success', paused: 'warning', disabled: 'danger' }

/** The state, and why Waybill has disabled it. */
export const EndpointStatus = ({ endpoint }: { endpoint: Subscription }) => (
  <Badge tone={TONES[endpoint.status]}>
    {endpoint.disabled_reason ? `${endpoint.status}: ${endpoint.disabled_reason}` : endpoint.status}
  </Badge>
)
