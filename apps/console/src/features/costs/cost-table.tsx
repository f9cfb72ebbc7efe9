import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CostRow, Costs } from '@waybill/sdk'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useCarrierNames } from '../../handling/carrier-names.ts'
import { Card } from '../../ui/card.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { averagePerParcel, onTimeShare, shareText, sumBy } from './figures.ts'

const end = 'text-end tabular-nums'

/** A row for each carrier and service, which leads to its shipments. */
export function CostTable({ costs, rows }: { costs: Costs; rows: readonly CostRow[] }) {
  const { t } = useLingui()
  const services = sumBy(rows, ({ carrier_code, service_code }) => JSON.stringify([carrier_code, service_code]))
  return (
    <Card title={<Trans>Carriers and services</Trans>}>
      <Table aria-label={t`Carriers and services`}>
        <thead>
          <tr>
            <Th>{t`Carrier`}</Th>
            <Th>{t`Service`}</Th>
            <Th end>{t`Spend`}</Th>
            <Th end>{t`Parcels`}</Th>
            <Th end>{t`Per parcel`}</Th>
            <Th end>{t`On time`}</Th>
            <Th end>{t`Failed`}</Th>
            <Th end>{t`Returned`}</Th>
            <Th end>{t`Cancelled`}</Th>
            <Th end>{t`Refused`}</Th>
          </tr>
        </thead>
        <tbody>
          {services.map((row) => (
            <ServiceRow key={`${row.carrier_code} ${row.service_code}`} costs={costs} row={row} />
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function ServiceRow({ costs, row }: { costs: Costs; row: CostRow }) {
  const format = useFormat()
  const { toCarrier, toService } = useCarrierNames()
  const { carrier_code, service_code, currency, on_time, late } = row
  const average = averagePerParcel(row)
  const share = onTimeShare(row)
  const judged = format.number(on_time + late)
  return (
    <tr className="hover:bg-hover">
      <Td className="whitespace-nowrap">
        <Link
          to="/shipments"
          search={{
            carrier_code: [carrier_code ?? ''],
            service_code: [service_code ?? ''],
            collection_from: costs.from,
            collection_to: costs.to,
          }}
          className="font-medium text-accent hover:underline"
        >
          {toCarrier(carrier_code ?? '')}
        </Link>
      </Td>
      <Td>{toService(service_code ?? '')}</Td>
      <Figure>{format.money(row.total_amount, currency)}</Figure>
      <Figure>{format.number(row.parcels)}</Figure>
      <Figure>{average === null ? '–' : format.money(average, currency)}</Figure>
      <Figure>
        {share === null ? (
          '–'
        ) : (
          <>
            {shareText(share, format.locale)}{' '}
            <span className="text-sm text-muted">
              <Trans>of {judged}</Trans>
            </span>
          </>
        )}
      </Figure>
      <Figure>{format.number(row.failed)}</Figure>
      <Figure>{format.number(row.returned)}</Figure>
      <Figure>{format.number(row.cancelled)}</Figure>
      <Figure>{format.number(row.refused)}</Figure>
    </tr>
  )
}

const Figure = ({ children }: { children: ReactNode }) => <Td className={`${end} whitespace-nowrap`}>{children}</Td>
