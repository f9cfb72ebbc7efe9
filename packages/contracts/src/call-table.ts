/** Pure: which service may call which methods of which other service. Servers refuse every other call. */
import type { BookingServiceDefinition } from './gen/waybill/booking/v1/BookingService.ts'
import type { OperatorServiceDefinition } from './gen/waybill/operator/v1/OperatorService.ts'
import type { QuotingServiceDefinition } from './gen/waybill/quoting/v1/QuotingService.ts'
import type { ShipmentServiceDefinition } from './gen/waybill/shipment/v1/ShipmentService.ts'
import type { WebhookServiceDefinition } from './gen/waybill/webhook/v1/WebhookService.ts'

/** The definition of each gRPC service by its full name. */
export interface RpcDefinitions {
  'waybill.booking.v1.BookingService': BookingServiceDefinition
  'waybill.operator.v1.OperatorService': OperatorServiceDefinition
  'waybill.quoting.v1.QuotingService': QuotingServiceDefinition
  'waybill.shipment.v1.ShipmentService': ShipmentServiceDefinition
  'waybill.webhook.v1.WebhookService': WebhookServiceDefinition
}
export type RpcServiceName = keyof RpcDefinitions

type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: true } & string
type Table = Record<string, { [S in RpcServiceName]?: readonly Named<RpcDefinitions[S]>[] }>

/**
 * Caller → methods. A server of the previous version refuses what its own table does not have: upgrade callees before
 * their callers.
 */
export const CALL_TABLE = {
  gateway: {
    'waybill.shipment.v1.ShipmentService': [
      'Create',
      'Get',
      'GetAddresses',
      'List',
      'Count',
      'FindByReferences',
      'ListEvents',
      'Return',
      'GetReturnRules',
      'UpdateReturnRules',
      'ResetReturnRules',
      'OpenReturnPage',
      'ReturnByRecipient',
      'Handle',
      'ListTags',
      'AddNote',
      'ListNotes',
      'DeleteNote',
      'CreatePickupLocation',
      'GetPickupLocation',
      'ListPickupLocations',
      'UpdatePickupLocation',
      'DeletePickupLocation',
      'GetCustomsDefaults',
      'UpdateCustomsDefaults',
      'ResetCustomsDefaults',
      'Follow',
      'ListNews',
      'FindToErase',
      'Erase',
    ],
    'waybill.quoting.v1.QuotingService': [
      'Create',
      'CreateLive',
      'Get',
      'List',
      'ListExchanges',
      'ListCarriers',
      'CreateCarrierAccount',
      'GetCarrierAccount',
      'ListCarrierAccounts',
      'UpdateCarrierAccount',
      'DeleteCarrierAccount',
      'VerifyCarrierAccount',
      'CheckAddress',
      'LocateAddress',
      'CheckShipment',
      'CreateRateCard',
      'GetRateCard',
      'ListRateCards',
      'UpdateRateCard',
      'DeleteRateCard',
    ],
    'waybill.booking.v1.BookingService': [
      'Book',
      'CancelShipment',
      'CancelBooking',
      'UpdateShipment',
      'Get',
      'List',
      'GetOfShipment',
      'ListOfShipments',
      'GetDriverLocation',
      'ListExchanges',
      'GetCosts',
      'GetLabel',
      'MarkLabelPrinted',
      'CreateLabelBatch',
      'GetLabelBatch',
      'GetLabelBatchDocument',
      'CreatePickup',
      'GetPickup',
      'ListPickups',
      'CancelPickup',
      'CreateManifest',
      'GetManifest',
      'ListManifests',
      'ListOpenLabels',
      'GetManifestDocument',
      'GetProofMedia',
      'RevokeDocumentLinks',
      'Advance',
      'PlanFault',
      'ListFaults',
      'RemoveFault',
      'CreateBatch',
      'GetBatch',
      'ListBatchItems',
      'CreateDriver',
      'GetDriver',
      'ListDrivers',
      'UpdateDriver',
      'DeleteDriver',
      'RotateDriverToken',
      'AssignDriver',
      'FindDriverByToken',
      'ListDriverJobs',
      'AcceptOffer',
      'DeclineOffer',
      'ReportJob',
      'AddJobMedia',
      'MoveDriver',
      'ReceiveCallback',
      'ListDoubtful',
      'GetDoubtful',
      'ResolveDoubtful',
    ],
    'waybill.webhook.v1.WebhookService': [
      'CreateSubscription',
      'ListSubscriptions',
      'TestSubscription',
      'GetSubscription',
      'UpdateSubscription',
      'DeleteSubscription',
      'RotateSecret',
      'ListDeliveries',
      'GetDelivery',
      'Redeliver',
      'CreateReplay',
      'PreviewReplay',
      'ListReplays',
      'GetReplay',
      'CancelReplay',
      'ListEvents',
      'GetEvent',
      'FindLogPlace',
      'ListLogEnds',
      'ReadLog',
    ],
    'waybill.operator.v1.OperatorService': [
      'ListParked',
      'GetParked',
      'ReplayParked',
      'DiscardParked',
      'ListOutbox',
      'ReplayOutbox',
      'DescribeErasure',
      'ListStuck',
    ],
  },
  quoting: {
    'waybill.shipment.v1.ShipmentService': ['Find', 'FindOrRegister'],
  },
  booking: {
    'waybill.shipment.v1.ShipmentService': ['Find', 'CheckUpdate', 'Claim', 'Settle', 'ListClaims', 'FindRecorded'],
    'waybill.quoting.v1.QuotingService': ['FindOption', 'QuoteForDispatch', 'Accept'],
  },
} as const satisfies Table

export type Caller = keyof typeof CALL_TABLE
/** The gRPC services of which the caller may call methods. */
export type CalledBy<C extends Caller> = Extract<keyof (typeof CALL_TABLE)[C], RpcServiceName>
/** The methods that the caller may call. */
export type MethodsFor<
  C extends Caller,
  S extends CalledBy<C>,
> = (typeof CALL_TABLE)[C][S] extends readonly (infer M extends string)[] ? M : never

export const CALLERS = Object.keys(CALL_TABLE) as Caller[]

/** The services that serve gRPC. Each serves its interface and the operator's. */
export const CALLEES = ['shipment', 'quoting', 'booking', 'webhook'] as const
export type Callee = (typeof CALLEES)[number]

const permitted = new Map(
  Object.entries(CALL_TABLE as Table).map(([caller, services]) => [
    caller,
    new Set(Object.entries(services).flatMap(([service, methods]) => methods.map((method) => `/${service}/${method}`))),
  ]),
)

/** Whether the table has the method, given by its path: `/waybill.shipment.v1.ShipmentService/Get`. */
export const mayCall = (caller: string, path: string): boolean => permitted.get(caller)?.has(path) ?? false

/** The service that serves the interface; null for the operator's, which all serve. */
export const findCallee = (service: string): Callee | null =>
  CALLEES.find((callee) => service.startsWith(`waybill.${callee}.`)) ?? null

/** Every caller with every service that it calls. */
export const callPairs: readonly { caller: Caller; callee: Callee }[] = CALLERS.flatMap((caller) => {
  const called = Object.keys(CALL_TABLE[caller]).map(findCallee)
  return CALLEES.filter((callee) => called.includes(callee)).map((callee) => ({ caller, callee }))
})

/**
 * The `INTERNAL_KEY` of a service with one key for each pair of caller and callee that it is part of. No other service
 * can sign in its name. `toKey` returns the same key for both sides.
 */
export const pairKeys = (service: string, toKey: (caller: Caller, callee: Callee) => string): string =>
  callPairs
    .filter(({ caller, callee }) => caller === service || callee === service)
    .map(({ caller, callee }) => `${caller}/${callee}:${toKey(caller, callee)}`)
    .join(',')
