import { Trans } from '@lingui/react/macro'

/** The events that an endpoint asks for. */
export const EventNames = ({ events }: { events: readonly string[] }) =>
  events.includes('*') ? <Trans>All events</Trans> : <code className="font-mono text-sm">{events.join(', ')}</code>
