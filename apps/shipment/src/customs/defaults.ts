/** Pure: how a new shipment gets the customs defaults of its merchant. */
import { crossesCustoms, findCustomsTerritory } from '@waybill/carriers/mapping/customs/borders'
import { isSurelyForIoss, isSurelyUnfiled } from '@waybill/carriers/mapping/customs/low-value'
import { territoryCode } from '@waybill/carriers/mapping/territories'
import { carrierAddress, carrierParcels } from '@waybill/carriers/shipment-request'
import type { AppError } from '@waybill/contracts/app-error'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Address } from '@waybill/contracts/values/address'
import {
  type Customs,
  type CustomsDocument,
  completeCustoms,
  isOwn,
  MOST_TAX_IDS,
  type TaxId,
  taxIdsName,
  withoutFields,
} from '@waybill/contracts/values/customs/declaration'
import type { DefaultFields } from '@waybill/contracts/values/customs/defaults'

interface Places {
  pickup_address: Address
  dropoff_address: Address
}

const toRoute = ({ pickup_address: pickup, dropoff_address: dropoff }: Places) => ({
  pickup: carrierAddress(pickup),
  dropoff: carrierAddress(dropoff),
})

/** Whether shipments between these places have defaults at all. */
export const needsDefaults = (places: Places): boolean => crossesCustoms(toRoute(places))

interface Document {
  customs?: CustomsDocument | null
}

/**
 * Puts the defaults into the fields that the document of a new shipment leaves out, which `from_defaults` then lists. Null, and an
 * empty list of numbers, declare nothing. Throws `validation_error` if there are too many numbers with those of the document.
 */
export const declaring =
  ({ customs }: Document, defaults: DefaultFields | null) =>
  (shipment: Shipment): Shipment =>
    defaults === null || customs === null ? shipment : withDefaults(shipment, customs ?? {}, defaults)

function withDefaults(shipment: Shipment, document: CustomsDocument, defaults: DefaultFields): Shipment {
  const sent = completeCustoms(shipment.customs ?? {})
  const areOpen = document.tax_ids === undefined || (document.tax_ids ?? []).length > 0
  const taxIds = areOpen ? chooseTaxIds(shipment, sent, defaults) : []
  const isOpen = (name: 'contents' | 'non_delivery' | 'certify' | 'certify_signer' | 'export_filing') =>
    document[name] === undefined
  const signer = isOpen('certify_signer') ? defaults.certify_signer : sent.certify_signer
  const filled: Partial<Customs> = {
    ...(defaults.contents && isOpen('contents') && { contents: defaults.contents }),
    ...(defaults.non_delivery && isOpen('non_delivery') && { non_delivery: defaults.non_delivery }),
    // Nobody certifies without a name.
    ...(defaults.certify && signer && isOpen('certify') && { certify: true }),
    ...(defaults.certify_signer && isOpen('certify_signer') && { certify_signer: defaults.certify_signer }),
    ...(defaults.export_filing &&
      isOpen('export_filing') &&
      isExempt(shipment) && { export_filing: defaults.export_filing }),
  }
  if (taxIds.length > 0 && sent.tax_ids.length + taxIds.length > MOST_TAX_IDS) throw tooManyTaxIds(taxIds)
  const names = [...Object.keys(filled), ...new Set(taxIds.map(({ type }) => taxIdsName(type)))]
  if (names.length === 0) return shipment
  const tax_ids = [...sent.tax_ids, ...taxIds]
  return { ...shipment, customs: completeCustoms({ ...sent, ...filled, tax_ids, from_defaults: names }) }
}

function tooManyTaxIds(taxIds: readonly TaxId[]): AppError {
  const types = [...new Set(taxIds.map(({ type }) => type))].join(', ')
  const message = `must have at most ${MOST_TAX_IDS} entries together with those of the customs defaults (${types})`
  return validationError([errorDetail(['customs', 'tax_ids'], 'too_many', message)])
}

/** Whether the exemption from filing of exports of the United States applies for certain. Canada has another. */
function isExempt(shipment: Shipment): boolean {
  const [from, to] = territories(shipment)
  const isExport = from === 'US' && to !== 'CA' && !to.startsWith('US-')
  return isExport && isSurelyUnfiled({ parcels: carrierParcels(shipment) })
}

function territories({ pickupAddress, dropoffAddress }: Shipment): [from: string, to: string] {
  const [pickup, dropoff] = [carrierAddress(pickupAddress), carrierAddress(dropoffAddress)]
  return [findCustomsTerritory(pickup), findCustomsTerritory(dropoff)]
}

/** Territories that ask for numbers of a type; others are asked for everywhere. */
const territoryByType: Readonly<Partial<Record<TaxId['type'], string>>> = {
  ioss: 'EU',
  voec: 'NO',
  abn: 'AU',
  arn: 'AU',
}

/** Those for this lane, of types that the document does not have. */
function chooseTaxIds(shipment: Shipment, sent: Customs, defaults: DefaultFields): TaxId[] {
  const isAsked = findAsked(shipment, sent)
  return defaults.tax_ids
    .filter(({ type }) => isAsked(type) && !sent.tax_ids.some((id) => isOwn(id, taxIdsName(type))))
    .map((id) => ({ party: 'sender' as const, ...id }))
}

/** Whether numbers of a type are asked for on the lane of a shipment. */
function findAsked(shipment: Shipment, customs: Customs): (type: TaxId['type']) => boolean {
  const [from, to] = territories(shipment)
  const isWithinUk = from === 'GB' && territoryCode(carrierAddress(shipment.dropoffAddress)) === 'GB-NIR'
  return (type) => {
    if (type === 'ioss' && (isWithinUk || !isForIoss(shipment, customs))) return false
    if (type === 'ukims') return isWithinUk
    return (territoryByType[type] ?? to) === to
  }
}

/**
 * The declaration of a changed shipment without the defaults that it would not get any more. Others stay, also those that have changed
 * since. The same object if all stay.
 */
export function withoutStaleDefaults(shipment: Shipment): Shipment['customs'] {
  const { customs, pickupAddress, dropoffAddress } = shipment
  if (!customs || customs.from_defaults.length === 0) return customs
  const crosses = needsDefaults({ pickup_address: pickupAddress, dropoff_address: dropoffAddress })
  const isAsked = findAsked(shipment, customs)
  const stale = customs.from_defaults.filter((name) => {
    if (!crosses) return true
    if (name === 'export_filing') return !isExempt(shipment)
    return customs.tax_ids.some((id) => isOwn(id, name) && !isAsked(id.type))
  })
  return stale.length === 0 ? customs : withoutFields(customs, stale)
}

/** Small consignments to others than businesses. */
function isForIoss(shipment: Shipment, { tax_ids: ids }: Customs): boolean {
  const isForBusiness =
    Boolean(shipment.dropoffAddress.company) ||
    ids.some(({ party, type }) => party !== 'sender' && (type === 'vat' || type === 'eori'))
  return !isForBusiness && isSurelyForIoss({ parcels: carrierParcels(shipment) })
}
