import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { PartyPopper } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useApi } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { TROUBLE, workQueries } from './queries.ts'
import { WorkSection } from './work-section.tsx'

const RECENT_MS = 7 * 86_400_000

/** What waits for somebody, and the one thing to do about each. */
export function TodayPage() {
  const { t } = useLingui()
  const work = workQueries(useApi())
  const [since] = useState(() => new Date(Date.now() - RECENT_MS).toISOString().slice(0, 10))
  const trouble = useQuery(work.trouble(since))
  const toBook = useQuery(work.toBook())
  const carriers = useQuery(work.carriers())
  const webhooks = useQuery(work.webhooks())
  const isDone = [trouble, toBook, carriers, webhooks].every(({ data, error }) => data?.rows.length === 0 && !error)
  return (
    <Page title={t`Today`}>
      <div className="flex max-w-5xl flex-col gap-4">
        {isDone && (
          <EmptyState
            icon={<PartyPopper aria-hidden />}
            title={<Trans>Everything is on its way</Trans>}
            action={
              <Button asChild variant="primary">
                <Link to="/ship">
                  <Trans>Ship something</Trans>
                </Link>
              </Button>
            }
          >
            <Trans>Nothing waits for you. What needs somebody appears here by itself.</Trans>
          </EmptyState>
        )}
        <WorkSection
          title={<Trans>Carrier accounts that fail</Trans>}
          tone="danger"
          query={carriers}
          idOf={({ carrier_account_id }) => carrier_account_id}
          row={({ name, failure }) => (
            <Row
              name={name}
              text={failure?.message}
              action={
                <Link to="/carriers">
                  <Trans>Fix the account</Trans>
                </Link>
              }
            />
          )}
        />
        <WorkSection
          title={<Trans>Webhooks that are switched off</Trans>}
          tone="danger"
          query={webhooks}
          idOf={({ subscription_id }) => subscription_id}
          row={({ url, disabled_reason }) => (
            <Row
              name={url}
              text={disabled_reason === 'gone' ? t`The receiver is gone` : t`Deliveries failed too long`}
              action={
                <Link to="/developers">
                  <Trans>Switch it on</Trans>
                </Link>
              }
            />
          )}
        />
        <WorkSection
          title={<Trans>Deliveries with a problem</Trans>}
          tone="warning"
          query={trouble}
          idOf={idOf}
          row={(shipment) => <TroubleRow shipment={shipment} />}
          all={
            <Link
              to="/shipments"
              search={{ status: [...TROUBLE], updated_from: since, sort: '-updated_at' }}
              className="text-sm text-accent hover:underline"
            >
              <Trans>All with a problem</Trans>
            </Link>
          }
        />
        <WorkSection
          title={<Trans>Shipments to book</Trans>}
          tone="accent"
          query={toBook}
          idOf={idOf}
          row={(shipment) => <ToBookRow shipment={shipment} />}
          all={
            <Link
              to="/shipments"
              search={{ status: ['ready'], sort: 'created_at' }}
              className="text-sm text-accent hover:underline"
            >
              <Trans>Book many at once</Trans>
            </Link>
          }
        />
      </div>
    </Page>
  )
}

const idOf = ({ shipment_id }: Shipment): string => shipment_id

interface RowProps {
  name: string
  text: ReactNode
  beside?: ReactNode
  /** A link. */
  action: ReactNode
}

const Row = ({ name, text, beside, action }: RowProps) => (
  <>
    <span className="min-w-0 grow basis-full truncate font-medium sm:basis-56">{name}</span>
    <span className="min-w-0 grow basis-40 truncate text-muted sm:basis-64">{text}</span>
    {beside}
    <Button asChild size="sm">
      {action}
    </Button>
  </>
)

const recipientOf = ({ dropoff_address: { name, city } }: Shipment): string => [name, city].filter(Boolean).join(', ')

function TroubleRow({ shipment }: { shipment: Shipment }) {
  const { t } = useLingui()
  const labels: Record<string, string> = {
    delivery_attempted: t`Delivery attempted`,
    on_hold: t`On hold`,
    returning: t`Returning`,
    failed: t`Failed`,
  }
  const { status, shipment_id } = shipment
  return (
    <Row
      name={shipment.merchant_order_ref}
      text={recipientOf(shipment)}
      beside={<Badge tone={status === 'failed' ? 'danger' : 'warning'}>{labels[status] ?? status}</Badge>}
      action={
        <Link to="/shipments/$shipmentId" params={{ shipmentId: shipment_id }}>
          <Trans>Open</Trans>
        </Link>
      }
    />
  )
}

const ToBookRow = ({ shipment }: { shipment: Shipment }) => (
  <Row
    name={shipment.merchant_order_ref}
    text={recipientOf(shipment)}
    beside={
      <span className="text-sm whitespace-nowrap text-muted sm:w-32 sm:text-end">
        <RelativeTime at={shipment.created_at} />
      </span>
    }
    action={
      <Link to="/shipments/$shipmentId" params={{ shipmentId: shipment.shipment_id }}>
        <Trans>Book</Trans>
      </Link>
    }
  />
)
