import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Subscription, SubscriptionWithBacklog } from '@waybill/sdk'
import { useState } from 'react'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { developerChanges } from './changes.ts'
import { DeliveryList } from './delivery-list.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointStatus } from './endpoint-status.tsx'
import { EventNames } from './event-names.tsx'
import { developerQueries } from './queries.ts'
import { Replays } from './replays.tsx'
import { useChange, usePause } from './use-change.ts'

interface EndpointSheetProps {
  subscriptionId: string
  onClose: () => void
  onSecret: (secret: string) => void
}

/** One endpoint: its state, what can be done with it, its deliveries. */
export function EndpointSheet({ subscriptionId, onClose, onSecret }: EndpointSheetProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(developerQueries(useApi()).endpoint(subscriptionId))
  const canWrite = useCan('webhooks:write')
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={<span className="break-all">{data?.endpoint.url ?? t`Webhook endpoint`}</span>}
      size="lg"
    >
      {data === undefined && (error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />)}
      {data && (
        <div className="flex flex-col gap-5">
          <EndpointFacts endpoint={data.endpoint} />
          {canWrite && <EndpointActions {...data} onClose={onClose} onSecret={onSecret} />}
          <Replays subscriptionId={subscriptionId} canWrite={canWrite} />
          <section aria-labelledby="deliveries">
            <h3 id="deliveries" className="mb-2 font-semibold">
              <Trans>Deliveries</Trans>
            </h3>
            <DeliveryList key={subscriptionId} subscriptionId={subscriptionId} />
          </section>
        </div>
      )}
    </Sheet>
  )
}

function EndpointFacts({ endpoint }: { endpoint: SubscriptionWithBacklog }) {
  const { t } = useLingui()
  const format = useFormat()
  const { subscription_id: id, backlog, missed, events, ordering } = endpoint
  return (
    <Facts>
      <Fact name={t`Status`}>
        <EndpointStatus endpoint={endpoint} />
      </Fact>
      <Fact name={t`ID`}>
        <span className="flex items-center gap-1">
          <code className="font-mono text-sm">{id}</code>
          <CopyButton text={id} what={t`endpoint ID`} />
        </span>
      </Fact>
      <Fact name={t`Events`}>
        <EventNames events={events} />
      </Fact>
      <Fact name={t`Order`}>
        {ordering === 'none' ? (
          <Trans>As soon as possible, in any order</Trans>
        ) : (
          <Trans>In order for each shipment, quote and booking</Trans>
        )}
      </Fact>
      {backlog && (
        <Fact name={t`Behind`}>
          <Trans>
            {format.number(backlog.events_behind)} events, since <RelativeTime at={backlog.since} />
          </Trans>
        </Fact>
      )}
      {missed.length > 0 && (
        <Fact name={t`Missed`}>
          {missed.map(({ since, until, reason }) => (
            <div key={since}>
              {format.time(since)} – {format.time(until)} ({reason})
            </div>
          ))}
        </Fact>
      )}
    </Facts>
  )
}

function EndpointActions({
  endpoint,
  etag,
  onClose,
  onSecret,
}: { endpoint: Subscription; etag: string | null } & Omit<EndpointSheetProps, 'subscriptionId'>) {
  const { t } = useLingui()
  const id = endpoint.subscription_id
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'delete' | null>(null)
  const test = useChange('webhooks', developerChanges.testEndpoint)
  const pause = usePause(id)
  const rotate = useChange('webhooks', developerChanges.rotateSecret)
  const remove = useChange('webhooks', developerChanges.deleteEndpoint)
  const isActive = endpoint.status === 'active'
  const close = () => setAsked(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        busy={test.isPending}
        onClick={() => test.mutate(id, { onSuccess: () => toast(t`Test event sent`) })}
      >
        <Trans>Send a test event</Trans>
      </Button>
      <Button
        disabled={pause.isPending}
        onClick={() => pause.mutate(isActive ? 'paused' : 'active', { onError: toastError })}
      >
        {isActive ? <Trans>Pause</Trans> : <Trans>Resume</Trans>}
      </Button>
      <Button onClick={() => setAsked('edit')}>
        <Trans>Change</Trans>
      </Button>
      <Button onClick={() => setAsked('rotate')}>
        <Trans>Rotate secret</Trans>
      </Button>
      <Button onClick={() => setAsked('delete')}>
        <Trans>Delete</Trans>
      </Button>
      {asked === 'edit' && <EndpointForm stored={{ endpoint, etag }} onClose={close} onSecret={onSecret} />}
      <ConfirmDialog
        open={asked === 'rotate'}
        onOpenChange={(open) => open || close()}
        title={<Trans>Rotate the signing secret</Trans>}
        action={<Trans>Rotate secret</Trans>}
        busy={rotate.isPending}
        onConfirm={() =>
          rotate.mutate(id, {
            onSuccess: ({ secret }) => {
              close()
              onSecret(secret)
            },
          })
        }
      >
        <Trans>You get a new secret. For a while, messages are signed with the old one, too.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={(open) => open || close()}
        title={<Trans>Delete the endpoint</Trans>}
        action={<Trans>Delete endpoint</Trans>}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
        danger
      >
        <Trans>Its deliveries stop and their history is deleted. This cannot be undone.</Trans>
      </ConfirmDialog>
    </div>
  )
}
