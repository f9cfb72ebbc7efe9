/** Pure: whether a quote's document fits a shipment. */
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import { serviceOptionsText, toServiceOptions } from '@waybill/contracts/requests/service-options'
import type { CreateQuoteForShipment } from '@waybill/contracts/requests/shipment-documents'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import { publicShipment, type Shipment } from '@waybill/contracts/shipment'
import { locationId, type SentBackAddress } from '@waybill/contracts/values/address'
import {
  type CustomsDocument,
  customsText,
  isDeclaredBy,
  isFieldEmpty,
  toCustoms,
} from '@waybill/contracts/values/customs/declaration'
import { findCurrency } from '@waybill/contracts/values/money'
import { hasTags } from '@waybill/contracts/values/search/tags'
import { contentValues, declaredValueDetails, hasSameParcels, toParcels, withStored } from '../shipments/parcels.ts'
import { readOnlyProblems } from '../shipments/read-only.ts'

/**
 * Throws `quote_mismatch` with the fields that differ, unless everything that a quote's body repeats equals what the
 * shipment that it names has. Fields that the body leaves out match. `validation_error` if it has other wrong fields, too.
 */
export function assertSameShipment(shipment: Shipment, document: CreateQuoteForShipment): void {
  const refused = refusedInQuote(shipment, document)
  const differing = differingNames(shipment, document).map(mismatch)
  if (refused.length > 0) throw validationError([...refused, ...differing])
  if (differing.length === 0) return
  const names = differing.map(({ field }) => field).join(', ')
  throw new AppError(
    'quote_mismatch',
    `Shipment ${shipment.shipmentId} differs in ${names}. Leave these fields out, or update the shipment first.`,
    { details: differing },
  )
}

const mismatch = (name: string): ErrorDetail => errorDetail([name], 'mismatch', 'differs from the shipment')

/** Errors beyond the schema in the document. `wrong`: the details of the schema's refusal. */
export function quoteProblems(
  shipment: Shipment,
  accepted: Accepted<CreateQuoteForShipment>,
  wrong: readonly ErrorDetail[],
): ErrorDetail[] {
  const named = new Set(wrong.map(({ pointer }) => pointer.split('/')[1]))
  // A field that is wrong in part is not compared.
  const whole = Object.fromEntries(Object.entries(accepted).filter(([name]) => !named.has(name)))
  const differing = differingNames(shipment, whole as Partial<CreateQuoteForShipment>)
  return [...refusedInQuote(shipment, accepted), ...differing.map(mismatch)]
}

/** The fields of the body with another value than the shipment has. */
function differingNames(shipment: Shipment, document: Partial<CreateQuoteForShipment>): string[] {
  const { environmentId } = shipment
  const sameAddress = (name: 'pickup_address' | 'dropoff_address', stored: Shipment['pickupAddress']): boolean => {
    const sent = document[name]
    if (sent?.location_id !== undefined) return isShownOf(sent, stored)
    return sent === undefined || locationId(environmentId, sent) === locationId(environmentId, stored)
  }
  const { merchant_order_ref: orderRef, parcels, ready_at: readyAt } = document
  const currency = findCurrency(shipment.pickupAddress.country)
  const matches = {
    merchant_order_ref: orderRef === undefined || orderRef === shipment.merchantOrderRef,
    pickup_address: sameAddress('pickup_address', shipment.pickupAddress),
    dropoff_address: sameAddress('dropoff_address', shipment.dropoffAddress),
    parcels:
      parcels === undefined ||
      hasSameParcels(toParcels(withStored(parcels, shipment.parcels), currency), shipment.parcels),
    collection_date: isSameCollection(shipment, document.collection_date),
    ready_at: !readyAt || readyAt.getTime() === shipment.readyAt.getTime(),
    pickup_instructions: isSameText(document.pickup_instructions, shipment.pickupInstructions),
    dropoff_instructions: isSameText(document.dropoff_instructions, shipment.dropoffInstructions),
    metadata: isSameMetadata(document.metadata ?? {}, shipment.metadata),
    service_options: isSameOptions(document.service_options, shipment.serviceOptions),
    customs: isSameCustoms(document.customs, shipment.customs),
    tags: hasTags(shipment.tags, document.tags ?? []),
  }
  return Object.entries(matches)
    .filter(([, equal]) => !equal)
    .map(([name]) => name)
}

/** The fields that no request about the shipment may have, of a document or of the part of it that its schema accepts. */
const refusedInQuote = (shipment: Shipment, document: Accepted<CreateQuoteForShipment>): ErrorDetail[] => [
  ...readOnlyProblems(shipment, document, ['merchant_order_ref']),
  ...declaredValueDetails(document.parcels ?? [], findCurrency(shipment.pickupAddress.country)),
]

/** Whether the shipment is collected on the date, or at the time, that was sent. Responses show the date. */
const isSameCollection = (shipment: Shipment, sent: CreateQuoteForShipment['collection_date']): boolean =>
  sent === undefined ||
  (sent.allDay
    ? sent.date === publicShipment(shipment).collection_date
    : sent.at.getTime() === shipment.collectionAt.getTime())

const isSameText = (sent: string | null | undefined, stored: string | null): boolean =>
  (sent ?? null) === null || sent === stored

const isSameMetadata = (sent: Record<string, string>, stored: Record<string, string>): boolean =>
  Object.keys(sent).length === 0 || metadataText(sent) === metadataText(stored)

/** Options that the document leaves out are those of the shipment. */
const isSameOptions = (sent: CreateQuoteForShipment['service_options'], stored: Shipment['serviceOptions']): boolean =>
  !sent || serviceOptionsText(toServiceOptions(sent, stored)) === serviceOptionsText(stored)

const isSameCustoms = (sent: CreateQuoteForShipment['customs'], stored: Shipment['customs']): boolean =>
  !sent || customsText(toCustoms(sent, stored)) === customsText(stored)

/** Equal for the same entries in any order. */
const metadataText = (metadata: Record<string, string>): string =>
  JSON.stringify(Object.entries(metadata).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** Whether an address with an ID, as in responses, says nothing else than the stored one; it lacks some of its fields. */
const isShownOf = ({ location_id: _, ...sent }: SentBackAddress, stored: Shipment['pickupAddress']): boolean =>
  Object.entries(sent).every(([name, value]) => value === null || value === stored[name as keyof typeof stored])

/** Whether a quote that names no shipment may get this one. */
export const isUnbooked = ({ status, onDemand, bookingId, claimId }: Shipment): boolean =>
  status === 'ready' && !onDemand && bookingId === null && claimId === null

/**
 * Whether a shipment holds what a new one with the document would hold, or the document has its `ready_at`, as it is shown.
 * The team may have added tags since. `customs`: as sent, since defaults may have changed.
 */
export const hasSameContent = (
  wanted: Shipment,
  stored: Shipment,
  { customs }: { customs?: CustomsDocument | null } = {},
): boolean => {
  const isShownTime = wanted.readyAt.getTime() === stored.readyAt.getTime()
  const content = contentText(isShownTime ? { ...wanted, createdAt: stored.createdAt } : wanted)
  return content === contentText(stored) && isDeclaredBy(customs, stored.customs) && hasTags(stored.tags, wanted.tags)
}

/** Whether a shipment lacks a default that a new one with the document would get: it was refused then, or is of later. */
export const lacksDefaults = (wanted: Shipment, stored: Shipment): boolean =>
  wanted.customs?.from_defaults.some((name) => isFieldEmpty(stored.customs, name)) ?? false

/** The merchant's fields of a shipment, but `customs`. A `ready_at` that was left out is the time of creation. */
function contentText(shipment: Shipment): string {
  const { environmentId, parcels } = shipment
  const pickupCurrency = findCurrency(shipment.pickupAddress.country)
  return JSON.stringify([
    shipment.merchantOrderRef,
    locationId(environmentId, shipment.pickupAddress),
    locationId(environmentId, shipment.dropoffAddress),
    parcels.map((parcel) => contentValues(parcel, pickupCurrency)),
    shipment.collectionAt,
    shipment.collectionDate,
    shipment.collectionAllDay,
    shipment.readyAt.getTime() === shipment.createdAt.getTime() ? null : shipment.readyAt,
    shipment.pickupInstructions,
    shipment.dropoffInstructions,
    metadataText(shipment.metadata),
    serviceOptionsText(shipment.serviceOptions),
  ])
}
