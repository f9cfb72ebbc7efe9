/** Domain ⇄ proto, and domain ⇄ the JSON that an operation keeps. */

import type { BookRequest, CarrierAccount, UpdateRequest } from '@waybill/carriers/carrier-adapter'
import { carrierAddress, carrierParcels, quoteRequestOf } from '@waybill/carriers/shipment-request'
import type { Quote__Output as QuoteMessage } from '@waybill/contracts/gen/waybill/quoting/v1/Quote'
import type { QuoteOption__Output as QuoteOptionMessage } from '@waybill/contracts/gen/waybill/quoting/v1/QuoteOption'
import type { Shipment__Output as ShipmentMessage } from '@waybill/contracts/gen/waybill/shipment/v1/Shipment'
import {
  type Quote,
  type QuoteOption,
  quoteFromMessage,
  quoteMessage,
  quoteOptionFromMessage,
  quoteOptionMessage,
} from '@waybill/contracts/quote'
import { type Shipment, shipmentFromMessage, shipmentMessage } from '@waybill/contracts/shipment'
import type { CarrierAttempt } from './attempt-repository.ts'
import type { DesiredOf, OperationKind } from './operation.ts'

/** What of `desired` has dates in it, in its stored form. */
interface StoredParts {
  quote?: QuoteMessage | null
  option?: QuoteOptionMessage | null
  shipment?: ShipmentMessage | null
  candidates?: QuoteOptionMessage[]
  untilAt?: string
  readyAt?: string | null
}

interface Parts {
  quote?: Quote | null
  option?: QuoteOption | null
  shipment?: Shipment | null
  candidates?: QuoteOption[]
  untilAt?: Date
  readyAt?: Date | null
}

/** JSON text of what an operation wants. */
export function desiredText(desired: DesiredOf[OperationKind]): string {
  const { quote, option, shipment, candidates, ...rest }: Parts = desired as Parts
  const stored: StoredParts = {
    ...(quote && { quote: quoteMessage(quote) }),
    ...(option && { option: quoteOptionMessage(option) }),
    ...(shipment && { shipment: shipmentMessage(shipment) }),
    ...(candidates && { candidates: candidates.map(quoteOptionMessage) }),
  }
  return JSON.stringify({ ...rest, ...stored })
}

/** What is not stored while there is none. The version before knows neither doubts nor rounds. */
const absent = {
  book: { quote: null, option: null, shipment: null, doubt: null },
  dispatch: { quote: null, option: null, shipment: null, doubt: null, rounds: 0 },
  update: { shipment: null, readyAt: null, doubt: null },
  cancel: { doubt: null },
  recall: {},
} as const satisfies { [K in OperationKind]: Partial<DesiredOf[K]> }

/** What an operation wants, read from its JSON. */
export function desiredOf<K extends OperationKind>(kind: K, json: object): DesiredOf[K] {
  const { quote, option, shipment, candidates, untilAt, readyAt, ...rest }: StoredParts = json
  const parts: Parts = {
    ...(quote && { quote: quoteFromMessage(quote) }),
    ...(option && { option: quoteOptionFromMessage(option) }),
    ...(shipment && { shipment: shipmentFromMessage(shipment) }),
    ...(candidates && { candidates: candidates.map(quoteOptionFromMessage) }),
    ...(untilAt && { untilAt: new Date(untilAt) }),
    ...(readyAt && { readyAt: new Date(readyAt) }),
  }
  return { ...absent[kind], ...rest, ...parts } as DesiredOf[K]
}

/**
 * What the carrier is asked to do. Equal to the letter at every repeat of an attempt, since carriers refuse a key that
 * comes with another request: hence what the attempt keeps of the first one.
 */
export function bookRequest(
  shipment: Shipment,
  option: QuoteOption,
  attempt: Pick<CarrierAttempt, 'attemptId' | 'draftId' | 'sentAt' | 'callbackUrl'>,
): BookRequest {
  return {
    ...quoteRequestOf(shipment, attempt.sentAt),
    reference: attempt.attemptId,
    merchantOrderRef: shipment.merchantOrderRef,
    serviceCode: option.serviceCode,
    carrierOfferId: option.carrierRateId,
    pickupInstructions: shipment.pickupInstructions,
    dropoffInstructions: shipment.dropoffInstructions,
    callbackUrl: attempt.callbackUrl,
    draftId: attempt.draftId,
  }
}

/** The whole desired state of a job; `readyAt` only where the carrier is to come at another time. */
export const updateRequest = (shipment: Shipment, readyAt: Date | null, carrierJobId: string): UpdateRequest => ({
  carrierJobId,
  pickup: carrierAddress(shipment.pickupAddress),
  dropoff: carrierAddress(shipment.dropoffAddress),
  parcels: carrierParcels(shipment),
  readyAt,
  pickupInstructions: shipment.pickupInstructions,
  dropoffInstructions: shipment.dropoffInstructions,
})

/** The contract under which a carrier is called: secret and address are the adapter's own. */
export const carrierAccount = (environmentId: string, carrierAccountId: string, livemode: boolean): CarrierAccount => ({
  carrierAccountId,
  environmentId,
  livemode,
  secret: null,
  endpoint: null,
})
