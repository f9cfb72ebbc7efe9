import { useLingui } from '@lingui/react/macro'

/** The words for a status of a delivery or a replay, a cause of an attempt, and a fault without an answer; others as they are. */
export function useDeliveryNames(): (code: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    pending: t`pending`,
    sending: t`sending`,
    succeeded: t`succeeded`,
    retrying: t`retrying`,
    failed: t`failed`,
    paused: t`paused`,
    cancelled: t`cancelled`,

    running: t`running`,
    completed: t`completed`,

    event: t`event`,
    retry: t`retry`,
    manual: t`manual`,
    test: t`test`,
    replay: t`replay`,

    dns_error: t`host name not found`,
    connect_error: t`no connection`,
    tls_error: t`no secure connection`,
    timeout: t`no answer in time`,
    reset: t`connection broken`,
    protocol_error: t`answer not readable`,
    blocked_address: t`address not allowed`,
    signing_error: t`not signed`,
  }
  return (code) => names[code] ?? code
}
