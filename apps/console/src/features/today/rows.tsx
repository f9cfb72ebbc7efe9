import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Booking, CarrierAccount, Shipment, Subscription } from '@waybill/sdk'
import type { ReactNode } from 'react'
import { useCodeNames } from '../../format/code-names.ts'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useCan } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { type TroubledShipment, useApproveReturn, useSwitchOn, useVerifyAccount } from './queries.ts'

interface RowProps {
  name: ReactNode
  text: ReactNode
  beside?: ReactNode
  /** A link or a button: the one thing to do. */
  action: ReactNode
}

const Row = ({ name, text, beside, action }: RowProps) => (
  <>
    <span dir="auto" className="min-w-0 grow basis-full truncate text-start font-medium sm:basis-56">
      {name}
    </span>
    <span dir="auto" className="min-w-0 grow basis-40 truncate text-start text-muted sm:basis-64">
      {text}
    </span>
    {beside}
    {action}
  </>
)

/** `j` and `k` stop at each. */
const ActionLink = ({ children }: { children: ReactNode }) => (
  <Button asChild size="sm" data-work-action>
    {children}
  </Button>
)

const When = ({ at }: { at: string }) => (
  <span className="text-sm whitespace-nowrap text-muted sm:w-32 sm:text-end">
    <RelativeTime at={at} />
  </span>
)

const getRecipient = ({ dropoff_address: { name, city } }: Pick<Shipment, 'dropoff_address'>): string =>
  [name, city].filter(Boolean).join(', ')

/** The reason first: it is what somebody looks for. */
function useReasons() {
  const getName = useCodeNames()
  return (reason: string | null, shipment: Shipment): string =>
    [reason && getName(reason), getRecipient(shipment)].filter(Boolean).join(' · ')
}

/** Ships again a delivery that has failed; for a role that may not, a link to the shipment. */
function FailedAction({ shipmentId }: { shipmentId: string }) {
  const mayShip = useCan('quotes:write')
  if (!mayShip) return <OpenShipment shipmentId={shipmentId} />
  return (
    <ActionLink>
      <Link to="/ship" search={{ again: shipmentId }}>
        <Trans>Ship again</Trans>
      </Link>
    </ActionLink>
  )
}

const OpenShipment = ({ shipmentId }: { shipmentId: string }) => (
  <ActionLink>
    <Link to="/shipments/$shipmentId" params={{ shipmentId }}>
      <Trans>Open</Trans>
    </Link>
  </ActionLink>
)

export function ToBookRow({ shipment }: { shipment: TroubledShipment }) {
  const toText = useReasons()
  const { shipment_id: shipmentId, merchant_order_ref, reason, created_at } = shipment
  const mayShip = useCan('quotes:write')
  const book = (
    <ActionLink>
      <Link to="/ship" search={{ shipment: shipmentId }}>
        <Trans>Book</Trans>
      </Link>
    </ActionLink>
  )
  return (
    <Row
      name={merchant_order_ref}
      text={toText(reason, shipment)}
      beside={<When at={created_at} />}
      action={mayShip ? book : <OpenShipment shipmentId={shipmentId} />}
    />
  )
}

/** The search goes on, or has ended without a courier. */
export function NoCourierRow({ shipment }: { shipment: Shipment }) {
  const toText = useReasons()
  const { shipment_id, merchant_order_ref, status, failure_reason, created_at, updated_at } = shipment
  const hasFailed = status === 'failed'
  return (
    <Row
      name={
        <Link to="/shipments/$shipmentId" params={{ shipmentId: shipment_id }} className="hover:underline">
          {merchant_order_ref}
        </Link>
      }
      text={toText(failure_reason, shipment)}
      beside={
        <>
          <Badge tone={hasFailed ? 'danger' : 'warning'}>
            {hasFailed ? <Trans>None found</Trans> : <Trans>Searching</Trans>}
          </Badge>
          <When at={hasFailed ? updated_at : created_at} />
        </>
      }
      action={hasFailed ? <FailedAction shipmentId={shipment_id} /> : <OpenShipment shipmentId={shipment_id} />}
    />
  )
}

export const StuckRow = ({ booking }: { booking: Booking }) => (
  <Row
    name={booking.shipment.merchant_order_ref}
    text={<Trans>{booking.quote_option.carrier_name} has not answered</Trans>}
    beside={<When at={booking.created_at} />}
    action={<OpenShipment shipmentId={booking.shipment_id} />}
  />
)

const NOT_PICKED_UP = ['pending', 'assigned', 'reassigning', 'en_route_to_pickup', 'arrived_at_pickup']

export const LateRow = ({ booking }: { booking: Booking }) => (
  <Row
    name={booking.shipment.merchant_order_ref}
    text={getRecipient(booking.shipment)}
    beside={
      <>
        <Badge tone="warning">
          {NOT_PICKED_UP.includes(booking.status) ? <Trans>Pickup</Trans> : <Trans>Delivery</Trans>}
        </Badge>
        {booking.eta && <When at={booking.eta.to} />}
      </>
    }
    action={<OpenShipment shipmentId={booking.shipment_id} />}
  />
)

export function AddressRow({ shipment }: { shipment: TroubledShipment }) {
  const toText = useReasons()
  return (
    <Row
      name={shipment.merchant_order_ref}
      text={toText(shipment.reason, shipment)}
      beside={<When at={shipment.updated_at} />}
      action={
        <ActionLink>
          <Link to="/shipments/$shipmentId" params={{ shipmentId: shipment.shipment_id }} search={{ edit: true }}>
            <Trans>Fix the address</Trans>
          </Link>
        </ActionLink>
      }
    />
  )
}

export function TroubleRow({ shipment }: { shipment: TroubledShipment }) {
  const { t } = useLingui()
  const toText = useReasons()
  const labels: Record<string, string> = {
    delivery_attempted: t`Delivery attempted`,
    on_hold: t`On hold`,
    returning: t`Returning`,
    failed: t`Failed`,
  }
  const { status, shipment_id, merchant_order_ref, reason, updated_at } = shipment
  const hasFailed = status === 'failed'
  return (
    <Row
      name={
        <Link to="/shipments/$shipmentId" params={{ shipmentId: shipment_id }} className="hover:underline">
          {merchant_order_ref}
        </Link>
      }
      text={toText(reason, shipment)}
      beside={
        <>
          <Badge tone={hasFailed ? 'danger' : 'warning'}>{labels[status] ?? status}</Badge>
          <When at={updated_at} />
        </>
      }
      action={hasFailed ? <FailedAction shipmentId={shipment_id} /> : <OpenShipment shipmentId={shipment_id} />}
    />
  )
}

/** Asked for by the recipient. Refused on its page, which asks for the reason. */
export function AskedRow({ shipment }: { shipment: Shipment }) {
  const { t } = useLingui()
  const getName = useCodeNames()
  const approve = useApproveReturn(() => toast(t`The return is approved. Book it next.`))
  const mayDecide = useCan('shipments:change')
  const { shipment_id: shipmentId, merchant_order_ref, return_terms: terms, pickup_address, created_at } = shipment
  const reasons = new Set([terms?.reason, ...(terms?.goods ?? []).map(({ reason }) => reason)])
  const words = [...reasons].flatMap((reason) => (reason ? [getName(reason)] : []))
  return (
    <Row
      name={
        <Link to="/shipments/$shipmentId" params={{ shipmentId }} className="hover:underline">
          {merchant_order_ref}
        </Link>
      }
      text={[...words, terms?.note, pickup_address.name].filter(Boolean).join(' · ')}
      beside={<When at={created_at} />}
      action={
        mayDecide ? (
          <Button size="sm" data-work-action busy={approve.isPending} onClick={() => approve.mutate(shipmentId)}>
            <Trans>Approve</Trans>
          </Button>
        ) : (
          <OpenShipment shipmentId={shipmentId} />
        )
      }
    />
  )
}

/** Verified here; credentials that have to be replaced, on the page of the account. */
export function CarrierRow({ account }: { account: CarrierAccount }) {
  const { t } = useLingui()
  const verify = useVerifyAccount(({ status }) =>
    toast(status === 'verified' ? t`The account works.` : t`The carrier still refuses the account.`),
  )
  const canWrite = useCan('carriers:write')
  return (
    <Row
      name={
        <Link to="/carriers" className="hover:underline">
          {account.name}
        </Link>
      }
      text={account.failure?.message}
      beside={account.failure && <When at={account.failure.at} />}
      action={
        canWrite && (
          <Button
            size="sm"
            data-work-action
            busy={verify.isPending}
            onClick={() => verify.mutate(account.carrier_account_id)}
          >
            <Trans>Verify</Trans>
          </Button>
        )
      }
    />
  )
}

/** Switched off by Waybill, or on and without success: then the deliveries say why. */
export function WebhookRow({ endpoint, stuck }: { endpoint: Subscription; stuck: number }) {
  const { t } = useLingui()
  const switchOn = useSwitchOn(() => toast(t`The endpoint is on.`))
  const canWrite = useCan('webhooks:write')
  const { subscription_id: id, url, status, disabled_reason: reason, updated_at } = endpoint
  const isOff = status === 'disabled'
  return (
    <Row
      name={
        <Link to="/developers" search={{ tab: 'webhooks', endpoint: id }} className="hover:underline">
          {url}
        </Link>
      }
      text={
        !isOff ? (
          stuck > 0 ? (
            <Plural value={stuck} one="# delivery does not arrive" other="# deliveries do not arrive" />
          ) : (
            t`The latest delivery has failed`
          )
        ) : reason === 'gone' ? (
          t`The receiver is gone`
        ) : (
          t`Deliveries failed too long`
        )
      }
      beside={isOff && <When at={updated_at} />}
      action={
        !isOff ? (
          <ActionLink>
            <Link to="/developers" search={{ tab: 'webhooks', endpoint: id }}>
              <Trans>See why</Trans>
            </Link>
          </ActionLink>
        ) : (
          canWrite && (
            <Button size="sm" data-work-action busy={switchOn.isPending} onClick={() => switchOn.mutate(id)}>
              <Trans>Switch it on</Trans>
            </Button>
          )
        )
      }
    />
  )
}
