/** Pure: fields of responses in requests that cannot change them. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import { changedNames, isEarlierResponse } from '@waybill/contracts/requests/read-only-fields'
import { readOnlyNames } from '@waybill/contracts/requests/shipment-documents'
import { errorDetail } from '@waybill/contracts/requests/validation'
import { type PublicShipment, publicShipment, type Shipment } from '@waybill/contracts/shipment'
import { parcelIdProblems } from './parcels.ts'

/** Read-only fields that a request sends back beside its changes. */
interface SentBack {
  pickup_address?: { location_id?: unknown } | undefined
  dropoff_address?: { location_id?: unknown } | undefined
  parcels?: readonly ({ parcel_id?: string | undefined } | undefined)[] | undefined
}

/** They never change. Waybill changes the other read-only fields as the delivery goes on. */
const fixed: readonly string[] = [
  'shipment_id',
  'environment_id',
  'merchant_order_ref',
  'dispatch',
  'direction',
  'return_of',
  'return_terms',
  'created_at',
] satisfies (keyof PublicShipment)[]

const isMoving = (name: string): boolean => (readOnlyNames as readonly string[]).includes(name) && !fixed.includes(name)

/** Fields that other calls change. */
const changedBy: Record<string, string> = {
  assignee_id: 'is changed by POST /api/v1/shipments/{shipment_id}/assign: leave it out',
  hold: 'is changed by POST /api/v1/shipments/{shipment_id}/hold and /release: leave it out',
} satisfies Partial<Record<keyof PublicShipment, string>>

const readProblem = (name: string): string =>
  changedBy[name] ??
  (isMoving(name)
    ? 'is set by Waybill: leave it out, send its present value, or send the updated_at that was returned with it'
    : 'cannot be changed after creation: leave it out, or send the stored value')

/** Responses do not show all of an address: merged, an earlier one would make a place that nobody has entered. */
const OTHER_PLACE = 'is not the id of the present address, which has changed: read the shipment again, or leave it out'

/**
 * The read-only fields whose values differ from those of the shipment, and the ids that are not those of its parcels. Fields
 * that Waybill changes may have earlier values in a response that is sent back, which its `updated_at` shows; the ids of places
 * may not. `except`: fields that the caller compares.
 */
export function readOnlyProblems(
  shipment: Shipment,
  document: SentBack,
  except: readonly string[] = [],
): ErrorDetail[] {
  const shown = publicShipment(shipment)
  const sent = document as Record<string, unknown>
  const isEarlier = isEarlierResponse(sent, shipment.updatedAt)
  const fields = changedNames(shown, sent, readOnlyNames)
    .filter((name) => !except.includes(name) && !(isEarlier && isMoving(name)))
    .map((name) => [name])
  const addresses = (['pickup_address', 'dropoff_address'] as const)
    .filter((name) => changedNames(shown[name], document[name] ?? {}, ['location_id']).length > 0)
    .map((name) => errorDetail([name, 'location_id'], 'read_only', OTHER_PLACE))
  return [
    ...fields.map((path) => errorDetail(path, 'read_only', readProblem(String(path[0])))),
    ...addresses,
    ...parcelIdProblems(document.parcels ?? [], shipment.parcels),
  ]
}
