import { Plural, useLingui } from '@lingui/react/macro'
import { type Defaults, toDocument } from '@waybill/sdk/sheets/shipments/document'
import { useFormat } from '../../../format/use-format.ts'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { formatSentParcel } from './sent-parcel.ts'
import type { ImportRow } from './use-import.ts'

/** Rows that are shown; of a longer file, the first ones say whether its columns are right. */
const SHOWN = 20

interface ValidRowsProps {
  rows: readonly ImportRow[]
  defaults: Defaults
}

/** The shipments that Register is for, as they are sent. */
export function ValidRows({ rows, defaults }: ValidRowsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const valid = rows.filter(({ state }) => state === 'valid')
  if (valid.length === 0) return null
  const toDate = (date = '') => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? format.date(date) : date)
  return (
    <section aria-label={t`Valid rows`} className="rounded-lg border bg-surface px-2 py-1">
      <Table aria-label={t`Valid rows`}>
        <thead>
          <tr>
            <Th>{t`Row`}</Th>
            <Th>{t`Order`}</Th>
            <Th>{t`To`}</Th>
            <Th>{t`Parcel`}</Th>
            <Th>{t`Collection`}</Th>
          </tr>
        </thead>
        <tbody>
          {valid.slice(0, SHOWN).map(({ line, values }) => {
            const { merchant_order_ref, dropoff_address: to, parcels, collection_date } = toDocument(values, defaults)
            return (
              <tr key={line}>
                <Td className="tabular-nums text-muted">{line}</Td>
                <Td className="wrap-anywhere">{merchant_order_ref}</Td>
                <Td className="wrap-anywhere">
                  {[...RECIPIENT.map((field) => to[field]), format.country(to.country)].filter(Boolean).join(', ')}
                </Td>
                <Td>{parcels.map((parcel) => formatSentParcel(parcel, format.locale)).join('; ')}</Td>
                <Td className="whitespace-nowrap">{toDate(collection_date)}</Td>
              </tr>
            )
          })}
        </tbody>
      </Table>
      {valid.length > SHOWN && (
        <p className="px-3 py-2 text-muted">
          <Plural value={valid.length - SHOWN} one="# more valid row" other="# more valid rows" />
        </p>
      )}
    </section>
  )
}

const RECIPIENT = ['name', 'company', 'address_line_1', 'address_line_2', 'post_code', 'city', 'province'] as const
