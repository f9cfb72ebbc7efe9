import { Plural, useLingui } from '@lingui/react/macro'
import type { Values } from '@waybill/sdk/sheets/shipments/values'
import { useFormat } from '../../../format/use-format.ts'
import { Table, Td, Th } from '../../../ui/table.tsx'
import type { ImportRow } from './use-import.ts'

/** Rows that are shown; of a longer file, the first ones say whether its columns are right. */
const SHOWN = 20

interface RightRowsProps {
  rows: readonly ImportRow[]
  /** For rows without one. */
  collectionDate: string
}

/** The shipments that Register is for. */
export function RightRows({ rows, collectionDate }: RightRowsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const right = rows.filter(({ state }) => state === 'valid')
  if (right.length === 0) return null
  const toDate = ({ collection_date: date = collectionDate }: Values) =>
    /^\d{4}-\d{2}-\d{2}$/.test(date) ? format.date(date) : date
  return (
    <section aria-label={t`Right rows`} className="rounded-lg border bg-surface px-2 py-1">
      <Table aria-label={t`Right rows`}>
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
          {right.slice(0, SHOWN).map(({ line, values }) => (
            <tr key={line}>
              <Td className="tabular-nums text-muted">{line}</Td>
              <Td className="wrap-anywhere">{values.merchant_order_ref}</Td>
              <Td className="wrap-anywhere">{listRecipient(values).join(', ')}</Td>
              <Td>{listParcel(values).join(' · ')}</Td>
              <Td className="whitespace-nowrap">{toDate(values)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {right.length > SHOWN && (
        <p className="px-3 py-2 text-muted">
          <Plural value={right.length - SHOWN} one="# more right row" other="# more right rows" />
        </p>
      )}
    </section>
  )
}

const RECIPIENT = ['name', 'company', 'address_line_1', 'post_code', 'city', 'country'] as const

const listRecipient = (values: Values): string[] =>
  RECIPIENT.flatMap((field) => values[`dropoff_address.${field}`] || [])

/** As in the file: contents, weight, sides. */
function listParcel(values: Values): string[] {
  const [length, width, height] = (['length', 'width', 'height'] as const).map((side) => values[`parcels.0.${side}_cm`])
  const weight = values['parcels.0.weight_kg']
  const sides = length && width && height ? `${length} × ${width} × ${height}` : undefined
  const parts = [values['parcels.0.title'], weight && `${weight} kg`, sides]
  return parts.filter((part): part is string => part !== undefined && part !== '')
}
