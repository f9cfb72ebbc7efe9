import { Trans } from '@lingui/react/macro'
import type { CostRow } from '@waybill/sdk'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { addRows, averagePerParcel, onTimeShare, shareText } from './figures.ts'

/** The figures of all carriers together. */
export function Totals({ rows }: { rows: readonly CostRow[] }) {
  const format = useFormat()
  const sum = addRows(rows as [CostRow, ...CostRow[]])
  const average = averagePerParcel(sum)
  const share = onTimeShare(sum)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border bg-surface p-4 sm:grid-cols-3 lg:grid-cols-5">
      <Total name={<Trans>Spend</Trans>}>{format.money(sum.total_amount, sum.currency)}</Total>
      <Total name={<Trans>Parcels</Trans>}>{format.number(sum.parcels)}</Total>
      <Total name={<Trans>Average per parcel</Trans>}>
        {average === null ? '–' : format.money(average, sum.currency)}
      </Total>
      <Total name={<Trans>On time</Trans>}>{share === null ? '–' : shareText(share, format.locale)}</Total>
      <Total name={<Trans>Failed or returned</Trans>}>{format.number(sum.failed + sum.returned)}</Total>
    </dl>
  )
}

const Total = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold tabular-nums">{children}</dd>
  </div>
)
