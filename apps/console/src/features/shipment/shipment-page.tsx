import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useApi } from '../../session/workspace.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { shipmentQueries } from './queries.ts'

/** One shipment. */
export function ShipmentPage() {
  const { t } = useLingui()
  const { shipmentId } = useParams({ from: '/signed-in/shipments/$shipmentId' })
  const { data: shipment, error, refetch } = useQuery(shipmentQueries(useApi()).one(shipmentId))
  return (
    <Page title={shipment?.merchant_order_ref ?? t`Shipment`}>
      {shipment ? (
        <JsonView value={shipment} label={t`Shipment as JSON`} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Page>
  )
}
