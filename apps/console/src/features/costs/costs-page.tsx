import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Costs } from '@waybill/sdk'
import { ChartColumnStacked } from 'lucide-react'
import { readClock } from '../../format/clock.ts'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/input.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { CostTable } from './cost-table.tsx'
import { ExportCosts } from './export-costs.tsx'
import { getPeriod, listCurrencies, PERIODS } from './figures.ts'
import { costQueries } from './queries.ts'
import { Totals } from './totals.tsx'
import { WeeksCard } from './weeks-card.tsx'

/** Spend, shares on time and failures of bookings, in whole weeks. */
export function CostsPage() {
  const { t } = useLingui()
  const { weeks = 4 } = useSearch({ from: '/signed-in/costs' })
  const period = getPeriod(weeks, new Date(readClock()))
  const { data, error, refetch } = useQuery(costQueries(useApi()).costs(period))
  return (
    <Page
      title={t`Costs`}
      actions={
        <>
          <PeriodSelect />
          {data && data.rows.length > 0 && <ExportCosts costs={data} />}
        </>
      }
    >
      {data ? (
        <Content costs={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Page>
  )
}

function PeriodSelect() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/costs' })
  const { weeks = 4 } = useSearch({ from: '/signed-in/costs' })
  const names = { 4: t`4 weeks and the next`, 12: t`12 weeks and the next`, 52: t`52 weeks and the next` }
  const choose = (text: string) =>
    navigate({ search: (before) => ({ ...before, weeks: text === '12' ? 12 : text === '52' ? 52 : undefined }) })
  return (
    <Select aria-label={t`Period`} className="w-auto" value={weeks} onChange={({ target }) => choose(target.value)}>
      {PERIODS.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </Select>
  )
}

function Content({ costs }: { costs: Costs }) {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/costs' })
  const { currency: chosen } = useSearch({ from: '/signed-in/costs' })
  if (costs.rows.length === 0) return <NoCosts costs={costs} />
  const currencies = listCurrencies(costs.rows)
  const currency = currencies.find((one) => one === chosen) ?? currencies[0] ?? ''
  const rows = costs.rows.filter((row) => row.currency === currency)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Covered costs={costs} />
        {currencies.length > 1 && (
          <Select
            aria-label={t`Currency`}
            className="w-auto"
            value={currency}
            onChange={({ target }) => navigate({ search: (before) => ({ ...before, currency: target.value }) })}
          >
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </div>
      <Totals rows={rows} />
      <WeeksCard costs={costs} rows={rows} currency={currency} />
      <CostTable costs={costs} rows={rows} />
    </div>
  )
}

/** The weeks, and until when changes are in the figures. */
function Covered({ costs }: { costs: Costs }) {
  const format = useFormat()
  const [from, to] = [format.date(costs.from), format.date(costs.to)]
  const countedUntil = costs.as_of === null ? null : format.time(costs.as_of)
  return (
    <p className="grow text-sm text-muted">
      <Trans>
        Collected from {from} to {to}, with tax.
      </Trans>{' '}
      {countedUntil === null ? (
        <Trans>Older bookings are still being counted.</Trans>
      ) : (
        <Trans>Changes until {countedUntil} are counted.</Trans>
      )}
    </p>
  )
}

const NoCosts = ({ costs }: { costs: Costs }) => (
  <EmptyState icon={<ChartColumnStacked aria-hidden />} title={<Trans>No bookings in these weeks</Trans>}>
    {costs.as_of === null ? (
      <Trans>Older bookings are still being counted.</Trans>
    ) : (
      <Trans>A booking appears within a minute, in the week in which its shipment is collected.</Trans>
    )}
  </EmptyState>
)
