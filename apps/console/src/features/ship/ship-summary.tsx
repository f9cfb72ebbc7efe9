import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { placeLines } from '../../format/address-lines.ts'
import { useCustomsNames } from '../../format/customs-names.ts'
import { unitsIn } from '../../format/parcel-units.ts'
import { useFormat } from '../../format/use-format.ts'
import type { AddressValues } from '../../forms/address/address-values.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Fact, Facts } from '../../ui/card.tsx'
import { type ItemValues, needsCustoms } from './customs/customs-values.ts'
import type { ShipValues } from './values.ts'

/** Summary of the booked shipment: it can no longer be edited here. */
export function ShipSummary({ values, onStartOver }: { values: ShipValues; onStartOver: () => void }) {
  const format = useFormat()
  const isDeclared = needsCustoms(values)
  const { contents, invoice_number: invoice, currency } = values.customs
  const declared = [useCustomsNames().contents[contents], values.customs.incoterm, invoice].filter(Boolean)
  const itemLine = ({ description, quantity, unit_value: value }: ItemValues, index: number) =>
    description !== '' && (
      <li key={index}>
        {quantity} × {description}, {value} {currency.toUpperCase()}
      </li>
    )
  const units = unitsIn(values.pickup_address.country)
  const startOver = (
    <Button size="sm" onClick={onStartOver}>
      <Trans>Start over</Trans>
    </Button>
  )
  return (
    <Card title={<Trans>Shipment</Trans>} actions={startOver}>
      <Facts>
        <Fact name={<Trans>Order reference</Trans>}>{values.merchant_order_ref}</Fact>
        <Fact name={<Trans>To</Trans>}>
          <Address {...values.dropoff_address} />
        </Fact>
        <Fact name={<Trans>Parcels</Trans>}>
          <ul>
            {values.parcels.map((parcel, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no identifier, and the list does not change
              <li key={index} className="tabular-nums">
                {parcel.title}, {parcel.weight_kg} {units.weight}, {parcel.length_cm} × {parcel.width_cm} ×{' '}
                {parcel.height_cm} {units.length}
                {isDeclared && <ul className="ps-4 text-muted">{(parcel.items ?? []).map(itemLine)}</ul>}
              </li>
            ))}
          </ul>
        </Fact>
        {isDeclared && declared.length > 0 && <Fact name={<Trans>Customs</Trans>}>{declared.join(', ')}</Fact>}
        {!values.on_demand && <Fact name={<Trans>Collection date</Trans>}>{format.date(values.collection_date)}</Fact>}
        {values.dropoff_instructions.trim() !== '' && (
          <Fact name={<Trans>Instructions for the courier</Trans>}>{values.dropoff_instructions}</Fact>
        )}
        <Fact name={<Trans>From</Trans>}>
          <Address {...values.pickup_address} />
        </Fact>
      </Facts>
    </Card>
  )
}

function Address(address: AddressValues): ReactNode {
  const { name, company, address_line_1, address_line_2, phone, email } = address
  const country = useFormat().country(address.country)
  const lines = [name, company, address_line_1, address_line_2, ...placeLines(address), country, phone, email]
  return <span className="whitespace-pre-line">{lines.filter(Boolean).join('\n')}</span>
}
