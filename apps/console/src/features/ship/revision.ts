/** Pure: what has to be done so that offers are for what the form shows. */
import type { UpdateShipment } from '@waybill/sdk'
import { listChanged, residentialChange } from '../../forms/address/address-values.ts'
import { needsCustoms, toCustomsChange } from './customs/customs-values.ts'
import { toOptionChanges } from './options/option-values.ts'
import type { Progress } from './progress.ts'
import { type ShipValues, toDocument } from './values.ts'

type Step =
  | { kind: 'register' }
  /** The shipment exists, and the form shows something else. */
  | { kind: 'update'; shipmentId: string; changes: UpdateShipment }
  /** The form shows another order than that of the shipment, or another way to send it: neither can be changed. */
  | { kind: 'replace'; shipmentId: string }
  | { kind: 'ask'; shipmentId: string }

/** The next step towards offers for the form. */
export function nextStep(progress: Progress | null, values: ShipValues): Step {
  if (progress?.shipmentId === undefined || progress.isOnDemand) return { kind: 'register' }
  const { shipmentId, registered } = progress
  if (values.on_demand || registered?.merchant_order_ref.trim() !== values.merchant_order_ref.trim())
    return { kind: 'replace', shipmentId }
  const changes = readChanges(progress.isChangedElsewhere ? null : (registered ?? null), values)
  return Object.keys(changes).length === 0 ? { kind: 'ask', shipmentId } : { kind: 'update', shipmentId, changes }
}

/** Whether the offers are for what the form shows: only then can one be booked. */
export const isAsQuoted = (progress: Progress | null, values: ShipValues): boolean =>
  progress?.quoteId !== undefined && nextStep(progress, values).kind === 'ask'

export interface Replaced {
  reference: string
  recipient: string
  /** It is cancelled; else it gets the recipient of the form. */
  isCancelled: boolean
  /** Known to be there. Else the answer to its registration got lost. */
  isRegistered: boolean
}

/** The shipment of another recipient than the form shows that the next offers change or cancel. */
export function findReplaced(progress: Progress | null, values: ShipValues): Replaced | null {
  const before = progress?.registered ?? progress?.registering?.values
  if (before === undefined || progress?.isOnDemand || progress?.bookingId !== undefined) return null
  const recipient = findRecipient(before)
  if (recipient.toLowerCase() === findRecipient(values).toLowerCase()) return null
  const reference = before.merchant_order_ref.trim()
  const isRegistered = progress?.shipmentId !== undefined
  const isCancelled = values.on_demand || reference !== values.merchant_order_ref.trim()
  return { reference, recipient, isCancelled, isRegistered }
}

const findRecipient = ({ dropoff_address: { name, company, address_line_1: street } }: ShipValues): string =>
  [name, company, street].map((text) => text.trim()).find((text) => text !== '') ?? ''

/** The fields that differ; without the values before, all. The API merges addresses: an emptied field is null. */
function readChanges(before: ShipValues | null, after: ShipValues): UpdateShipment {
  const old = before && toDocument(before)
  const now = toDocument(after)
  const changes: Record<string, unknown> = {}
  for (const name of ['pickup_address', 'dropoff_address'] as const) {
    const changed = listChanged(old?.[name], now[name])
    if (changed.length > 0)
      changes[name] = Object.fromEntries(changed.map((field) => [field, now[name][field] || null]))
  }
  const moved = listChanged(old?.dropoff_address, now.dropoff_address)
  const kind = residentialChange(before?.residential, after.residential, moved)
  if (Object.keys(kind).length > 0) changes.dropoff_address = { ...(changes.dropoff_address as object), ...kind }
  if (old?.collection_date !== now.collection_date) changes.collection_date = now.collection_date
  if (JSON.stringify(old?.parcels) !== JSON.stringify(now.parcels)) changes.parcels = now.parcels
  if (!old || JSON.stringify(old.service_options) !== JSON.stringify(now.service_options))
    changes.service_options = toOptionChanges(now.service_options)
  if (needsCustoms(after)) {
    if (!old || JSON.stringify(old.customs) !== JSON.stringify(now.customs))
      changes.customs = toCustomsChange(old?.customs ?? undefined, now.customs ?? undefined)
  } else if (!before || needsCustoms(before)) changes.customs = null
  const instructions = now.dropoff_instructions ?? null
  if (!old || (old.dropoff_instructions ?? null) !== instructions) changes.dropoff_instructions = instructions
  return changes
}
