import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Shipment, ShipmentAddresses } from '@waybill/sdk'
import { useEffect, useRef } from 'react'
import { convertLength, convertWeight, unitsIn } from '../../format/parcel-units.ts'
import { addressValues } from '../../forms/address/address-values.ts'
import { dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'
import { useApi, useEnvironment } from '../../session/workspace.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyCustoms, copyItems, emptyItem } from './customs/customs-values.ts'
import { copyOptions } from './options/option-values.ts'
import { shipQueries } from './queries.ts'
import { emptyForm, localDate, type ShipValues } from './values.ts'

/** Fills the form with the addresses and parcels of a shipment that has failed. What was typed before comes back by Undo. */
export function ShipAgain({ shipmentId, onReady }: { shipmentId: string; onReady: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { environment_id: environmentId } = useEnvironment()
  const { data, error, refetch } = useQuery(shipQueries(useApi()).whole(shipmentId))
  const isDone = useRef(false)
  useEffect(() => {
    if (data === undefined || isDone.current) return
    isDone.current = true
    const names = [`ship.${environmentId}`, `ship.progress.${environmentId}`] as const
    const before = names.map((name) => [name, readDraft(name)] as const)
    const open = () => {
      onReady()
      void navigate({ to: '/ship', search: (search) => ({ ...search, again: undefined }), replace: true })
    }
    const undo = () => {
      for (const [name, draft] of before) if (draft !== null) keepDraft(name, draft)
      onReady()
    }
    for (const name of names) dropDraft(name)
    keepDraft(names[0], copyValues(data.shipment, data.addresses))
    if (before[0]?.[1] != null) toast(t`The form has another shipment now.`, { label: t`Undo`, run: undo })
    open()
  }, [data, environmentId, navigate, onReady, t])
  return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />
}

/** The values of a new form like the shipment. Its reference stays: it is the same order. */
function copyValues(shipment: Shipment, addresses: ShipmentAddresses): ShipValues {
  const { pickup_address: pickup, dropoff_address: dropoff } = addresses
  const units = unitsIn(pickup.country ?? '')
  return {
    ...emptyForm(localDate(new Date()), addressValues(pickup), ''),
    merchant_order_ref: shipment.merchant_order_ref,
    dropoff_address: addressValues(dropoff),
    dropoff_instructions: shipment.dropoff_instructions ?? '',
    options: copyOptions(shipment.service_options),
    customs: copyCustoms(shipment, addressValues(dropoff)),
    parcels: shipment.parcels.map(({ title, contents_description, weight, dimensions, items }) => ({
      title: title || contents_description,
      weight_kg: convertWeight(weight.value, weight.unit, units.weight),
      length_cm: convertLength(dimensions.length, dimensions.unit, units.length),
      width_cm: convertLength(dimensions.width, dimensions.unit, units.length),
      height_cm: convertLength(dimensions.height, dimensions.unit, units.length),
      preset_id: '',
      items: items.length > 0 ? copyItems(items, pickup.country ?? '') : [emptyItem],
    })),
  }
}
