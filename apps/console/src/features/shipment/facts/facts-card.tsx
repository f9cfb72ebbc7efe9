import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Shipment } from '@waybill/sdk'
import { placeLines } from '../../../format/address-lines.ts'
import { formatParcel } from '../../../format/parcel-measures.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useApi } from '../../../session/workspace.ts'
import { Card, Fact, Facts } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { shipmentQueries } from '../queries.ts'
import { ReturnFacts } from '../returns/return-facts.tsx'
import { useCustomsLines, useItemLine } from './customs-lines.ts'
import { useOptionLines } from './option-lines.ts'

interface ShownAddress {
  name: string | null
  company?: string | null
  address_line_1: string | null
  address_line_2?: string | null
  post_code: string | null
  city: string | null
  province?: string | null
  country: string | null
  phone?: string | null
  email?: string | null
  residential?: boolean | null
}

/** Where from, where to, what and when. */
export function FactsCard({ shipment }: { shipment: Shipment }) {
  const format = useFormat()
  // The shipment has the address without phone and e-mail: it is shown until the whole one is there.
  const { data: whole } = useQuery(shipmentQueries(useApi()).addresses(shipment.shipment_id))
  const options = useOptionLines(shipment.service_options)
  const customs = useCustomsLines(shipment.customs)
  const itemLine = useItemLine()
  const metadata = Object.entries(shipment.metadata)
  return (
    <Card title={<Trans>Shipment</Trans>}>
      <Facts>
        <Fact name={<Trans>To</Trans>}>
          <AddressLines address={whole?.dropoff_address ?? shipment.dropoff_address} />
          {shipment.dropoff_instructions && <p className="text-muted">{shipment.dropoff_instructions}</p>}
        </Fact>
        <Fact name={<Trans>From</Trans>}>
          <AddressLines address={whole?.pickup_address ?? shipment.pickup_address} />
          {shipment.pickup_instructions && <p className="text-muted">{shipment.pickup_instructions}</p>}
        </Fact>
        <Fact name={<Trans>Collection</Trans>}>{format.date(shipment.collection_date)}</Fact>
        <Fact name={<Trans>Parcels</Trans>}>
          <ul>
            {shipment.parcels.map((parcel) => (
              <li key={parcel.parcel_id}>
                {parcel.contents_description} · {formatParcel(parcel, format.locale)}
                {parcel.items.length > 0 && (
                  <ul className="ps-4 text-muted">
                    {parcel.items.map((item, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: items have no identifier
                      <li key={index}>{itemLine(item)}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </Fact>
        {options.length > 0 && (
          <Fact name={<Trans>Options</Trans>}>
            {options.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Fact>
        )}
        {customs.length > 0 && (
          <Fact name={<Trans>Customs</Trans>}>
            {customs.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Fact>
        )}
        <ReturnFacts shipment={shipment} />
        {metadata.length > 0 && (
          <Fact name={<Trans>Metadata</Trans>}>
            {metadata.map(([key, value]) => (
              <p key={key}>
                {key}: {value}
              </p>
            ))}
          </Fact>
        )}
        <Fact name={<Trans>ID</Trans>}>
          <span className="font-mono text-sm">{shipment.shipment_id}</span>
          <CopyButton text={shipment.shipment_id} what="ID" />
        </Fact>
      </Facts>
    </Card>
  )
}

function AddressLines({ address }: { address: ShownAddress }) {
  const { name, company, address_line_1, address_line_2, phone, email } = address
  const { t } = useLingui()
  const country = useFormat().country(address.country)
  const kind = typeof address.residential === 'boolean' ? (address.residential ? t`Home` : t`Business`) : null
  const lines = [name, company, address_line_1, address_line_2, ...placeLines(address), country, phone, email, kind]
  // biome-ignore lint/suspicious/noArrayIndexKey: a city may have the name of its country
  return lines.filter(Boolean).map((line, index) => <p key={index}>{line}</p>)
}
