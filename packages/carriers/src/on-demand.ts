/**
 * Pure: which services may carry an on-demand shipment, as far as carriers declare it. Carriers at which merchants have
 * accounts count as usable: which accounts an environment has is known only to those who quote.
 */
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import { type Dispatch, defaultDispatch, mayBook, namesServices } from '@waybill/contracts/dispatch'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import type { DetailCode } from '@waybill/contracts/requests/detail-codes'
import type { CreateOnDemandShipment } from '@waybill/contracts/requests/shipment-documents'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Decline } from './carrier-adapter.ts'
import type { CarrierDescriptor } from './carrier-descriptor.ts'
import { declinesByDescriptor, mayBeDiscovered } from './service-limits.ts'
import { toQuoteRequest } from './shipment-request.ts'

/**
 * Throws unless a service of the carriers takes the shipment within the limits of its dispatch: `validation_error` if the
 * limits name carriers or services that do not exist, `dispatch_not_served` with the limit of each service. What only a
 * carrier knows, such as the length of the road or the services of an aggregator, is left to its answer.
 */
export function assertDispatchable(carriers: readonly CarrierDescriptor[], shipment: Shipment): void {
  const dispatch = shipment.dispatch ?? defaultDispatch
  const unknown = unknownCodes(carriers, dispatch)
  if (unknown.length > 0) throw validationError(unknown)
  if (mayDiscover(carriers, dispatch)) return
  const request = toQuoteRequest(shipment, new Date(0))
  let considered = 0
  // A merchant without rate cards would otherwise learn much later that no courier comes.
  const certain = namesServices(dispatch) ? carriers : carriers.filter(({ byRateCard }) => !byRateCard)
  const declined = certain.flatMap((carrier) => {
    const { carrierCode } = carrier
    const allowed = carrier.services.filter((service) => mayBook(dispatch, { carrierCode, ...service }))
    considered += allowed.length
    return declinesByDescriptor(carrier, request)
      .filter(({ serviceCode }) => allowed.some((service) => service.serviceCode === serviceCode))
      .map((decline) => ({ carrierCode, ...decline }))
  })
  if (declined.length === considered) throw notServed(declined, dispatch)
}

function notServed(declined: readonly (Decline & { carrierCode: string })[], dispatch: Dispatch): AppError {
  const isNamed = namesServices(dispatch)
  if (declined.length === 0) {
    const text =
      dispatch.carried_by !== null
        ? 'No carrier that is connected here has services that another one carries, as dispatch.carried_by asks for. Leave it out, or name other carriers and services.'
        : isNamed
          ? 'No service is both in dispatch.service_codes and of a carrier in dispatch.carrier_codes. Name other ones.'
          : 'No carrier of this environment comes on demand. Add a carrier account with POST /api/v1/carrier-accounts (see /docs/carrier-accounts), or name services in dispatch.service_codes.'
    return new AppError('dispatch_not_served', text, { meta: { messages: [] } })
  }
  const reasons = declined.map(({ serviceCode, message }) => `${serviceCode}: ${message}`).join(' ')
  const wayOut = isNamed
    ? 'Change the shipment or dispatch.'
    : 'Change the shipment, or name other services in dispatch.service_codes.'
  const messages = declined.map(({ carrierCode, serviceCode, ...reason }) => ({
    carrier_code: carrierCode,
    service_code: serviceCode,
    ...reason,
  }))
  return new AppError('dispatch_not_served', `No courier takes this shipment. ${reasons} ${wayOut}`, {
    meta: { messages },
  })
}

/** Whether an aggregator may offer a service that the limits allow. */
function mayDiscover(carriers: readonly CarrierDescriptor[], dispatch: Dispatch): boolean {
  const { carrier_codes, service_codes } = dispatch
  if (!namesServices(dispatch)) return false // services of aggregators do not come on demand
  return (
    (service_codes === null || service_codes.some(mayBeDiscovered)) &&
    carriers.some(
      ({ carrierCode, discoversServices }) =>
        discoversServices && (carrier_codes === null || carrier_codes.includes(carrierCode)),
    )
  )
}

/** Errors in the carriers and services that a document names, as far as its schema accepts it. */
export const listUnknownCodes = (
  carriers: readonly CarrierDescriptor[],
  { dispatch }: Pick<Accepted<CreateOnDemandShipment>, 'dispatch'>,
): ErrorDetail[] => unknownCodes(carriers, dispatch ?? {})

function unknownCodes(
  carriers: readonly CarrierDescriptor[],
  { carrier_codes, service_codes }: Pick<Accepted<Dispatch>, 'carrier_codes' | 'service_codes'>,
): ErrorDetail[] {
  const carrierCodes = carriers.map(({ carrierCode }) => carrierCode)
  const serviceCodes = carriers.flatMap(({ services }) => services.map(({ serviceCode }) => serviceCode))
  const aggregators = carriers
    .filter(({ discoversServices }) => discoversServices)
    .map(({ carrierCode }) => carrierCode)
  const discovered = aggregators.length === 0 ? [] : [`a service of ${aggregators.join(' or ')} such as usps.priority`]
  return [
    ...(carrier_codes ?? []).flatMap((code, index) =>
      code === undefined || carrierCodes.includes(code)
        ? []
        : unknownCode(['carrier_codes', index], 'unknown_carrier', carrierCodes),
    ),
    ...(service_codes ?? []).flatMap((code, index) =>
      code === undefined || serviceCodes.includes(code) || (aggregators.length > 0 && mayBeDiscovered(code))
        ? []
        : unknownCode(['service_codes', index], 'unknown_service', [...serviceCodes, ...discovered]),
    ),
  ]
}

const unknownCode = (path: [string, number], code: DetailCode, known: readonly string[]): ErrorDetail =>
  errorDetail(['dispatch', ...path], code, `must be one of ${known.join(', ')}`)
