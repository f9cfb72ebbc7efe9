/** Pure: registers the return of a shipment. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { collectionFields } from '@waybill/contracts/requests/shipment-documents'
import { validationError } from '@waybill/contracts/requests/validation'
import type { Shipment, ShipmentStatus } from '@waybill/contracts/shipment'
import type { ReturnedParcel, ReturnShipment, ReturnTerms } from '@waybill/contracts/shipments/returns'
import { completeCustoms } from '@waybill/contracts/values/customs/declaration'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import { assertFree } from '../claims/claim.ts'
import { type Cause, changed, created, type ShipmentChange } from '../shipments/change.ts'
import { nowAt, type Owner, unbooked } from '../shipments/create.ts'
import { chooseGoods, listLeft, returnedParcels } from './goods.ts'

const MOST_RETURNS = 50

/** Why a shipment in this status has no returns; absent: it may have some. */
const refusedStatuses: Partial<Record<ShipmentStatus, string>> = {
  returning: 'is on its way back already',
  returned: 'has come back already',
  failed: 'has failed',
  cancelled: 'is cancelled',
  expired: 'has expired',
}

/** The shipment with its new return, and the return. Both are stored in one transaction. */
interface Registered {
  original: ShipmentChange
  returned: ShipmentChange
}

interface Registering {
  owner: Owner
  document: ReturnShipment
  /** Goods that the recipient has chosen. */
  goods?: ReturnedParcel[]
  /** Whether a return that the recipient asks for is approved at once. */
  isApproved?: (terms: ReturnTerms, parcels: readonly Parcel[]) => boolean
}

/**
 * A return waits to be booked, like any other shipment: from the recipient, to the pickup or where the shipment says that
 * parcels go back to. `returns`: the earlier ones. Throws
 * `validation_error` for goods that the shipment does not have or that are in another return, and `shipment_not_returnable` if nothing is left.
 */
export function registerReturn(
  original: Shipment,
  returns: readonly Shipment[],
  { owner, document, goods: chosen, isApproved }: Registering,
  cause: Cause,
): Registered {
  const left = listLeft(original, returns)
  const { goods, problems } = chosen ? { goods: chosen, problems: [] } : chooseGoods(left, document)
  if (problems.length > 0) throw validationError(problems)
  if (goods.length === 0) throw refusal(original, 'has nothing left to come back: everything is in its returns')
  const { reason, note, pay, label } = document
  const parcels = returnedParcels(left, goods)
  const terms: ReturnTerms = { return_of: original.shipmentId, reason, note, pay, label, goods }
  const asked: ReturnTerms = { ...terms, ...(chosen && { by_recipient: true }) }
  const approved = { outcome: 'approved', note: null, decided_at: cause.at.toISOString(), decided_by: null } as const
  const shipment: Shipment = {
    ...unbooked(cause.at),
    ...owner,
    shipmentId: newId('shp'),
    merchantOrderRef: document.merchant_order_ref ?? original.merchantOrderRef,
    ...collectionFields(nowAt(original.dropoffAddress, cause.at)),
    pickupAddress: original.dropoffAddress,
    dropoffAddress: original.serviceOptions?.return_address ?? original.pickupAddress,
    pickupInstructions: null,
    dropoffInstructions: null,
    metadata: document.metadata,
    tags: [],
    assigneeId: null,
    parcels,
    serviceOptions: null,
    customs: original.customs ? completeCustoms({ contents: 'returned_goods' }) : null,
    returnTerms: isApproved?.(asked, parcels) ? { ...asked, decision: approved } : asked,
  }
  const returnIds = [...(original.returnIds ?? []), shipment.shipmentId]
  return {
    original: changed(original, { returnIds }, cause, { description: 'Return registered' }),
    returned: created(shipment, cause),
  }
}

/** Throws `shipment_not_returnable`, or `shipment_busy` while an operation may change or end the shipment. */
export function assertReturnable(shipment: Shipment): void {
  const { status, returnTerms, bookingId, cancelRequested, returnIds = [] } = shipment
  if (returnTerms) throw refusal(shipment, `is itself the return of ${returnTerms.return_of}`)
  const refused = refusedStatuses[status]
  if (refused !== undefined) throw refusal(shipment, refused)
  if (cancelRequested) throw refusal(shipment, 'is being cancelled')
  if (bookingId === null) throw refusal(shipment, 'has no carrier yet: book it first, or cancel it')
  if (returnIds.length >= MOST_RETURNS) throw refusal(shipment, `has ${MOST_RETURNS} returns already`)
  assertFree(shipment)
}

const refusal = ({ shipmentId, status, returnIds = [] }: Shipment, what: string): AppError =>
  new AppError('shipment_not_returnable', `Shipment ${shipmentId} ${what}.`, {
    meta: { current_status: status, ...(returnIds.length > 0 && { return_ids: returnIds }) },
  })
