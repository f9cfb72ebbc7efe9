import { Trans, useLingui } from '@lingui/react/macro'
import { type CostRow, type Costs, money } from '@waybill/sdk'
import { type ComponentType, lazy, Suspense } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useCarrierNames } from '../../handling/carrier-names.ts'
import { Card } from '../../ui/card.tsx'
import { cn } from '../../ui/class-names.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import { listCarrierWeeks, listWeeks } from './figures.ts'
import type { WeeksChartProps } from './weeks-chart.tsx'

/** Without it, the table says the same. */
const WeeksChart = lazy(
  (): Promise<{ default: ComponentType<WeeksChartProps> }> =>
    import('./weeks-chart.tsx').then(
      (module) => ({ default: module.WeeksChart }),
      () => ({ default: () => null }),
    ),
)

const COLOURS = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-6']

/** The spend of each week by carrier: as a chart, and as a table with the same numbers. */
export function WeeksCard({ costs, rows, currency }: { costs: Costs; rows: readonly CostRow[]; currency: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const { toCarrier } = useCarrierNames()
  const weeks = listWeeks(costs)
  const carriers = listCarrierWeeks(rows, weeks).map(({ carrierCode, amounts }) => ({
    name: carrierCode === null ? t`Other carriers` : toCarrier(carrierCode),
    amounts,
  }))
  const total = (index: number) => money.add('0', ...carriers.flatMap(({ amounts }) => amounts[index] ?? []))
  return (
    <Card title={<Trans>Spend by week</Trans>}>
      <Suspense fallback={<div className="h-64" />}>
        <WeeksChart weeks={weeks} carriers={carriers} currency={currency} />
      </Suspense>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1" aria-label={t`Carriers of the chart`}>
        {carriers.map(({ name }, index) => (
          <li key={name} className="flex items-center gap-1.5 text-sm">
            <span className={cn('size-3 rounded-sm', COLOURS[index])} data-chart-colour aria-hidden />
            {name}
          </li>
        ))}
      </ul>
      <details className="mt-3">
        <summary className="text-sm text-muted">
          <Trans>The weeks as a table</Trans>
        </summary>
        <Table aria-label={t`Spend by week`} className="mt-2">
          <thead>
            <tr>
              <Th>{t`Week from`}</Th>
              {carriers.map(({ name }) => (
                <Th key={name} end>
                  {name}
                </Th>
              ))}
              <Th end>{t`All`}</Th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, index) => (
              <tr key={week}>
                <Td className="whitespace-nowrap">{format.date(week)}</Td>
                {carriers.map(({ name, amounts }) => (
                  <Td key={name} className="text-end tabular-nums">
                    {format.money(amounts[index] ?? '0', currency)}
                  </Td>
                ))}
                <Td className="text-end font-medium tabular-nums">{format.money(total(index), currency)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </Card>
  )
}
