import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Booking, Shipment } from '@waybill/sdk'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { FirstSteps } from './first-steps.tsx'
import { TROUBLE, type Work, workQueries } from './queries.ts'
import {
  AddressRow,
  AskedRow,
  CarrierRow,
  LateRow,
  NoCourierRow,
  StuckRow,
  ToBookRow,
  TroubleRow,
  WebhookRow,
} from './rows.tsx'
import { WorkSection } from './work-section.tsx'

const RECENT_MS = 7 * 86_400_000

/** Open work, each entry with its next action. */
export function TodayPage() {
  const { t } = useLingui()
  const [since] = useState(() => new Date(Date.now() - RECENT_MS).toISOString().slice(0, 10))
  const work = useWork(since)
  const list = useRef<HTMLDivElement>(null)
  const group = t`Today`
  useCommands([
    { id: 'today.next', title: t`Next task`, group, shortcut: 'j', keysOnly: true, run: () => step(list.current, 1) },
    {
      id: 'today.back',
      title: t`Task before`,
      group,
      shortcut: 'k',
      keysOnly: true,
      run: () => step(list.current, -1),
    },
  ])
  const failed = Object.values(work).filter(({ error }) => error !== null)
  const isDone = failed.length === 0 && Object.values(work).every(({ data }) => data?.rows.length === 0)
  return (
    <Page title={t`Today`}>
      <div ref={list} className="flex max-w-5xl flex-col gap-4">
        <FirstSteps />
        {isDone && <NothingWaits />}
        {failed[0] && <ErrorState error={failed[0].error} onRetry={() => failed.map(({ refetch }) => refetch())} />}
        <ConnectionSections {...work} />
        <DeliverySections {...work} />
        <ShipmentSections {...work} since={since} />
      </div>
    </Page>
  )
}

type OpenWork = ReturnType<typeof useWork>

/** Broken connections to carriers and to the systems of the merchant. */
const ConnectionSections = ({ carriers, webhooks }: Pick<OpenWork, 'carriers' | 'webhooks'>) => (
  <>
    <WorkSection
      title={<Trans>Carrier accounts that fail</Trans>}
      tone="danger"
      query={carriers}
      getId={({ carrier_account_id }) => carrier_account_id}
      row={(account) => <CarrierRow account={account} />}
    />
    <WorkSection
      title={<Trans>Webhooks that do not arrive</Trans>}
      tone="danger"
      query={webhooks}
      getId={({ endpoint }) => endpoint.subscription_id}
      row={(failing) => <WebhookRow {...failing} />}
    />
  </>
)

/** Deliveries that somebody has to look after. */
const DeliverySections = ({
  couriers,
  stuck,
  addresses,
  late,
}: Pick<OpenWork, 'couriers' | 'stuck' | 'addresses' | 'late'>) => (
  <>
    <WorkSection
      title={<Trans>No courier</Trans>}
      tone="danger"
      query={couriers}
      getId={getId}
      row={(shipment) => <NoCourierRow shipment={shipment} />}
    />
    <WorkSection
      title={<Trans>Bookings without an answer</Trans>}
      tone="warning"
      query={stuck}
      getId={({ booking_id }) => booking_id}
      row={(booking) => <StuckRow booking={booking} />}
    />
    <WorkSection
      title={<Trans>Address problems</Trans>}
      tone="warning"
      query={addresses}
      getId={getId}
      row={(shipment) => <AddressRow shipment={shipment} />}
    />
    <WorkSection
      title={<Trans>Late</Trans>}
      tone="warning"
      query={late}
      getId={({ booking_id }) => booking_id}
      row={(booking) => <LateRow booking={booking} />}
    />
  </>
)

/** Deliveries with a problem, returns that are asked for, and what is to be booked. */
const ShipmentSections = ({
  trouble,
  asked,
  toBook,
  since,
}: Pick<OpenWork, 'trouble' | 'asked' | 'toBook'> & { since: string }) => (
  <>
    <WorkSection
      title={<Trans>Deliveries with a problem</Trans>}
      tone="warning"
      query={trouble}
      getId={getId}
      row={(shipment) => <TroubleRow shipment={shipment} />}
      allText={<Trans>All with a problem</Trans>}
      all={(text) => (
        <Link
          to="/shipments"
          search={{ status: [...TROUBLE], updated_from: since, sort: '-updated_at' }}
          className="text-sm text-accent hover:underline"
        >
          {text}
        </Link>
      )}
    />
    <WorkSection
      title={<Trans>Returns to approve</Trans>}
      tone="accent"
      query={asked}
      getId={getId}
      row={(shipment) => <AskedRow shipment={shipment} />}
    />
    <WorkSection
      title={<Trans>Shipments to book</Trans>}
      tone="accent"
      query={toBook}
      getId={getId}
      row={(shipment) => <ToBookRow shipment={shipment} />}
      allText={useCan('bookings:write') && <Trans>Book many at once</Trans>}
      all={(text) => (
        <Link
          to="/shipments"
          search={{ waiting_for: ['booking'], sort: 'created_at' }}
          className="text-sm text-accent hover:underline"
        >
          {text}
        </Link>
      )}
    />
  </>
)

/** A shipment is in the first section that it belongs to. */
function useWork(since: string) {
  const work = workQueries(useApi())
  const couriers = joined(useQuery(work.searching()), useQuery(work.noCourier(since)))
  const stuck = useQuery(work.stuck())
  const addresses = useQuery(work.addresses())
  const late = useQuery(work.late())
  const getIds = <T,>({ data }: Read<T>, of: (row: T) => string): string[] => (data?.rows ?? []).map(of)
  const unbooked = new Set([...getIds(couriers, getId), ...getIds(stuck, findShipment)])
  const misaddressed = new Set([...unbooked, ...getIds(addresses, getId)])
  const delayed = new Set([...misaddressed, ...getIds(late, findShipment)])
  return {
    carriers: useQuery(work.carriers()),
    webhooks: useWebhooks(),
    couriers,
    stuck,
    addresses: without(addresses, unbooked, getId),
    late: without(late, misaddressed, findShipment),
    trouble: without(useQuery(work.trouble(since)), delayed, getId),
    asked: useQuery(work.asked()),
    toBook: useQuery(work.toBook()),
  }
}

const NO_ROWS = { rows: [], hasMore: false }

/** None for a role that sees no webhooks. */
function useWebhooks() {
  const mayRead = useCan('webhooks:read')
  const found = useQuery({ ...workQueries(useApi()).webhooks(), enabled: mayRead })
  return mayRead ? found : { ...found, data: NO_ROWS }
}

const NothingWaits = () => (
  <EmptyState
    icon={<CircleCheck aria-hidden />}
    title={<Trans>Nothing waits</Trans>}
    action={
      useCan('quotes:write') && (
        <Button asChild variant="primary">
          <Link to="/ship">
            <Trans>Ship something</Trans>
          </Link>
        </Button>
      )
    }
  >
    <Trans>Open work appears here.</Trans>
  </EmptyState>
)

const getId = ({ shipment_id }: Shipment): string => shipment_id
const findShipment = ({ shipment_id }: Booking): string => shipment_id

/** State of a query that a section shows. */
interface Read<T> {
  data: Work<T> | undefined
  error: Error | null
  refetch: () => unknown
}

/** The rows of shipments that no earlier section has. */
const without = <T,>({ data, error, refetch }: Read<T>, earlier: ReadonlySet<string>, of: (row: T) => string) => ({
  data: data && { ...data, rows: data.rows.filter((row) => !earlier.has(of(row))) },
  error,
  refetch,
})

const joined = <T,>(one: Read<T>, other: Read<T>): Read<T> => ({
  data: one.data &&
    other.data && {
      rows: [...one.data.rows, ...other.data.rows],
      hasMore: one.data.hasMore || other.data.hasMore,
    },
  error: one.error ?? other.error,
  refetch: () => Promise.all([one.refetch(), other.refetch()]),
})

/** Moves the focus to the action of the row after or before. Enter then does it. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const actions = [...(list?.querySelectorAll<HTMLElement>('[data-work-action]') ?? [])]
  const at = actions.indexOf(document.activeElement as HTMLElement)
  const next = actions[at === -1 ? (by === 1 ? 0 : actions.length - 1) : at + by]
  next?.focus()
}
