import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../session/workspace.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { NewShipment } from './new-shipment.tsx'
import { RegisteredShipment } from './registered-shipment.tsx'
import { ShipAgain } from './ship-again.tsx'

/** From an address to a printed label. */
export function ShipPage() {
  const { t } = useLingui()
  const [round, setRound] = useState(0)
  const { shipment: shipmentId, again } = useSearch({ from: '/signed-in/ship' })
  const navigate = useNavigate()
  const mayAsk = useCan('quotes:write')
  return (
    <Page title={t`Ship`}>
      {!mayAsk ? (
        <EmptyState title={<Trans>Your role cannot ship</Trans>}>
          <Trans>Ask an owner of your team for the permission.</Trans>
        </EmptyState>
      ) : again !== undefined ? (
        <ShipAgain key={again} shipmentId={again} onReady={() => setRound((before) => before + 1)} />
      ) : shipmentId === undefined ? (
        <NewShipment key={round} onNext={() => setRound((before) => before + 1)} />
      ) : (
        <RegisteredShipment key={shipmentId} shipmentId={shipmentId} onNext={() => navigate({ to: '/ship' })} />
      )}
    </Page>
  )
}
