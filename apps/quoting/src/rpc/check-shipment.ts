/** Checks a shipment that is not registered: parse → read the accounts → encode. */
import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { carrierOptions, findUnsupportedOption } from '@waybill/carriers/carrier-options'
import { listUnknownCodes } from '@waybill/carriers/on-demand'
import { accountCarriers, type Carriers, openCarriers } from '@waybill/carriers/registry'
import { carrierAddress } from '@waybill/carriers/shipment-request'
import { answerOnce } from '@waybill/chassis/idempotency/operations'
import type { CallContext, UnaryMethods } from '@waybill/chassis/rpc/server'
import { DEFAULT_WINDOW_MINUTES, type Dispatch, mayBook, namesServices, toDispatch } from '@waybill/contracts/dispatch'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { QuotingServiceHandlers } from '@waybill/contracts/gen/waybill/quoting/v1/QuotingService'
import { publicCarrierMessage } from '@waybill/contracts/quotes/carrier-message'
import { checkedSchemaFor, type PublicShipmentCheck } from '@waybill/contracts/quotes/shipment-check'
import { toServiceOptions } from '@waybill/contracts/requests/service-options'
import {
  assertMerchant,
  createOnDemandShipmentSchema,
  createShipmentSchema,
} from '@waybill/contracts/requests/shipment-documents'
import { parseDocument, parseDocumentWith } from '@waybill/contracts/requests/validation'
import { findCurrency } from '@waybill/contracts/values/money'
import type { Kysely } from 'kysely'
import { isServiceEnabled } from '../accounts/check.ts'
import type { QuotingDatabase } from '../db.ts'
import { type Contract, type ListContracts, simulatedContracts } from '../rates/contracts.ts'
import { type NoticedShipment, type TextNotice, textNotices } from '../rates/text-notices.ts'

interface CheckDependencies {
  db: Kysely<QuotingDatabase>
  carriers: Carriers
  listContracts: ListContracts
}

export const shipmentCheckHandlers = ({ db, carriers, listContracts }: CheckDependencies) =>
  ({
    async CheckShipment({ document }, context) {
      const { environmentId, livemode } = context
      const tenant = { environmentId, livemode }
      const shipment = readShipment(JSON.parse(document.toString()), carriers, context)
      const contracts = [...simulatedContracts(carriers, tenant), ...(await listContracts(tenant))]
      const messages = contracts.filter(mayCarry(shipment)).flatMap(({ adapter: { descriptor }, account }) =>
        listNotices(descriptor, shipment).map((notice) =>
          publicCarrierMessage({
            ...notice,
            carrierCode: descriptor.carrierCode,
            carrierAccountId: account.carrierAccountId,
            serviceCode: null,
            pointer: notice.pointer ?? null,
          }),
        ),
      )
      const body = envelopeBytes(successEnvelope({ messages } satisfies PublicShipmentCheck))
      return await answerOnce(db, context, async () => ({ status: 200, body }))
    },
  }) satisfies Partial<UnaryMethods<QuotingServiceHandlers>>

type CheckedShipment = NoticedShipment & { dispatch: Dispatch | null }

/** Throws `validation_error` and `merchant_mismatch`. */
function readShipment(body: unknown, carriers: Carriers, context: CallContext): CheckedShipment {
  const schema = checkedSchemaFor(body)
  const document =
    schema === createOnDemandShipmentSchema
      ? parseDocumentWith(schema, body, (given) => listUnknownCodes(listDescriptors(carriers, context), given))
      : { ...parseDocument(createShipmentSchema, body), dispatch: undefined }
  assertMerchant(context, document)
  const { pickup_address: pickupAddress, dispatch } = document
  const limits = { currency: findCurrency(pickupAddress.country), windowMinutes: DEFAULT_WINDOW_MINUTES }
  return {
    merchantOrderRef: document.merchant_order_ref,
    pickupAddress,
    dropoffAddress: document.dropoff_address,
    pickupInstructions: document.pickup_instructions,
    dropoffInstructions: document.dropoff_instructions,
    parcels: document.parcels,
    serviceOptions: toServiceOptions(document.service_options),
    dispatch: schema === createOnDemandShipmentSchema ? toDispatch(dispatch, limits) : null,
  }
}

/** Why the carrier makes no offer, or the texts that it takes a part of. */
function listNotices(descriptor: CarrierDescriptor, shipment: CheckedShipment): TextNotice[] {
  const options = carrierOptions(shipment, carrierAddress)
  const unsupported = findUnsupportedOption(descriptor, { ...options, parcels: shipment.parcels })
  return unsupported === null ? textNotices(descriptor, shipment) : [{ ...unsupported, retryable: false }]
}

const listDescriptors = (carriers: Carriers, { livemode }: CallContext): CarrierDescriptor[] => [
  ...[...openCarriers(carriers, livemode), ...accountCarriers(carriers, livemode)].map(({ descriptor }) => descriptor),
  ownFleetDescriptor,
]

/** Whether a service of the contract may be offered for the shipment, or booked for it on demand. */
const mayCarry =
  ({ pickupAddress, dispatch }: CheckedShipment) =>
  ({ adapter: { descriptor }, services: enabled }: Contract): boolean => {
    const { carrierCode, countries, services, discoversServices = false } = descriptor
    if (countries !== '*' && !countries.includes(pickupAddress.country)) return false
    if (dispatch === null) return true
    // Services of aggregators are known only once they are quoted.
    if (discoversServices) return namesServices(dispatch) && (dispatch.carrier_codes?.includes(carrierCode) ?? true)
    return services.some(
      (service) => isServiceEnabled(enabled, service.serviceCode) && mayBook(dispatch, { carrierCode, ...service }),
    )
  }
