/** Pure: options and customs of a shipment in requests about it. */
import type { ErrorDetail } from '@waybill/contracts/app-error'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import {
  optionConflict,
  type ServiceOptions,
  serviceOptionsText,
  toServiceOptions,
} from '@waybill/contracts/requests/service-options'
import type { UpdateShipment } from '@waybill/contracts/requests/shipment-documents'
import { errorDetail } from '@waybill/contracts/requests/validation'
import type { Shipment } from '@waybill/contracts/shipment'
import { type Customs, customsText, toCustoms } from '@waybill/contracts/values/customs/declaration'

/** All options after the document; null: none are left, undefined: the document has none. */
export const newServiceOptions = (
  { serviceOptions }: Shipment,
  { service_options: sent }: Pick<UpdateShipment, 'service_options'>,
): ServiceOptions | null | undefined => (sent === undefined ? undefined : toServiceOptions(sent, serviceOptions))

/** All that is declared after the document; null: nothing, undefined: the document has none. */
export const newCustoms = (
  { customs }: Shipment,
  { customs: sent }: Pick<UpdateShipment, 'customs'>,
): Customs | null | undefined => (sent === undefined ? undefined : toCustoms(sent, customs))

/** Options that exclude those that stay. */
export function optionProblems(shipment: Shipment, { service_options: sent }: Accepted<UpdateShipment>): ErrorDetail[] {
  if (!sent) return []
  const { signature, age_verification: age } = sent
  const conflict = optionConflict({
    signature: signature === undefined ? shipment.serviceOptions?.signature : signature,
    age_verification: age === undefined ? shipment.serviceOptions?.age_verification : age,
  })
  return conflict === null
    ? []
    : [errorDetail(['service_options', conflict.name], 'conflicting_fields', conflict.message)]
}

/** The parts of a booked shipment that cannot change, and differ. */
export const changedOptions = (one: Shipment, other: Shipment): string[] => {
  const items = ({ parcels }: Shipment) => JSON.stringify(parcels.map((parcel) => parcel.items ?? []))
  return [
    ...(serviceOptionsText(one.serviceOptions) === serviceOptionsText(other.serviceOptions) ? [] : ['service_options']),
    ...(customsText(one.customs) === customsText(other.customs) ? [] : ['customs']),
    ...(items(one) === items(other) ? [] : ['items']),
  ]
}
