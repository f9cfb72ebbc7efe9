import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Badge } from '../ui/badge.tsx'
import { type SentDelivery, toneOfDelivery } from './sent-deliveries.ts'

/** Webhooks about one thing: how many were answered, and each on demand. */
export function SentDeliveries({ deliveries }: { deliveries: readonly SentDelivery[] }) {
  const answered = deliveries.filter(({ status }) => status === 'succeeded').length
  const failed = deliveries.filter(({ status }) => status === 'failed').length
  const open = deliveries.length - answered - failed
  return (
    <details className="mt-1 text-sm">
      <summary className="min-h-6 text-muted *:ms-2">
        <Plural value={deliveries.length} one="# webhook" other="# webhooks" />
        {answered > 0 && (
          <Badge tone="success">
            <Trans>{answered} answered</Trans>
          </Badge>
        )}
        {open > 0 && (
          <Badge tone="warning">
            <Trans>{open} waiting</Trans>
          </Badge>
        )}
        {failed > 0 && (
          <Badge tone="danger">
            <Trans>{failed} failed</Trans>
          </Badge>
        )}
      </summary>
      <ul className="mt-1 flex flex-col gap-1.5">
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.delivery_id} delivery={delivery} />
        ))}
      </ul>
    </details>
  )
}

export function DeliveryLine({ delivery }: { delivery: SentDelivery }) {
  const { delivery_id, subscription_id, event, url, status, attempt_count: count, attempts } = delivery
  const answer = attempts.at(-1)?.response_status
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <Link
        to="/developers"
        search={{ tab: 'webhooks', endpoint: subscription_id, delivery: delivery_id }}
        className="font-mono hover:underline"
      >
        {event}
      </Link>
      <Badge tone={toneOfDelivery(status)}>{status}</Badge>
      <span className="text-muted">
        {answer && <Trans>answered with {answer}</Trans>}
        {answer && ', '}
        <Plural value={count} one="# attempt" other="# attempts" />
      </span>
      <span className="basis-full font-mono text-xs wrap-anywhere text-muted">{url}</span>
    </li>
  )
}
