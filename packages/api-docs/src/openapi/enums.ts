/** Pure: enums of responses. They are open: a later version may add values. */
import { bookingStatuses, incidentCodes } from '@waybill/contracts/booking'
import { trackingStatuses } from '@waybill/contracts/events/internal-events'
import { eventTypes } from '@waybill/contracts/events/public-event'
import { quoteStatuses } from '@waybill/contracts/quote'
import { carrierMessageCodes } from '@waybill/contracts/quotes/carrier-message'
import { shipmentStatuses } from '@waybill/contracts/shipment'
import { failureReasons } from '@waybill/contracts/shipments/failure-reason'
import { deliveryStatuses } from '@waybill/contracts/webhooks/delivery'
import { replayStatuses } from '@waybill/contracts/webhooks/replay'
import { subscriptionStatuses } from '@waybill/contracts/webhooks/subscription'
import {
  asList,
  bookingMeanings,
  deliveryMeanings,
  driverJobMeanings,
  incidentMeanings,
  quoteMeanings,
  shipmentMeanings,
} from './status-meanings.ts'
import type { JsonSchema } from './types.ts'

/** Named enums, by name. */
const named: Record<string, readonly string[]> = {
  ShipmentStatus: shipmentStatuses,
  QuoteStatus: quoteStatuses,
  BookingStatus: bookingStatuses,
  TrackingStatus: trackingStatuses,
  Incident: incidentCodes,
  FailureReason: [...Object.keys(failureReasons), ...incidentCodes],
  CarrierMessageCode: Object.keys(carrierMessageCodes),
  DriverJobStatus: Object.keys(driverJobMeanings),
  EventTypeName: eventTypes,
  SubscriptionStatus: subscriptionStatuses,
  DeliveryStatus: deliveryStatuses,
  ReplayStatus: replayStatuses,
}
const getName = new Map(Object.entries(named).map(([name, values]) => [JSON.stringify(values), name]))

const OPEN_ENUM = 'Values can be added: treat an unknown one as no value.'

/** Enums whose values are explained. */
const meanings: Record<string, string> = {
  ShipmentStatus: asList(shipmentMeanings),
  QuoteStatus: asList(quoteMeanings),
  BookingStatus: asList(bookingMeanings),
  TrackingStatus: asList({ ...bookingMeanings, unknown: 'The report says nothing about the status.' }),
  DriverJobStatus: asList(driverJobMeanings),
  DeliveryStatus: asList(deliveryMeanings),
  Incident: asList(incidentMeanings),
  FailureReason: [
    ...Object.entries(failureReasons).map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`),
    '- An incident code, such as `lost`: the incident that the carrier reported. `unknown`: the carrier gave no reason.',
    '- Bookings only: any code with which the carrier refused, such as `no_courier`; without one, its HTTP status, such as `http_422`.',
  ].join('\n'),
  CarrierMessageCode: [
    asList(carrierMessageCodes),
    '- Or the code of the carrier or, without one, its HTTP status, such as `http_422`.',
  ].join('\n'),
}

const describe = (name: string): string =>
  meanings[name] === undefined ? OPEN_ENUM : `${OPEN_ENUM}\n\n${meanings[name]}`

/** An enum as the text that it is, with the values known today. Generated types keep it a string. */
export const anyOfKnown = (values: readonly unknown[]): Pick<JsonSchema, 'anyOf'> => ({
  anyOf: [{ type: 'string', enum: [...values] }, { type: 'string' }],
})

/** A reference to the enum's component if it has one, else the open enum itself; any other schema as it is. */
export function openEnum(schema: JsonSchema): JsonSchema {
  if (schema.type !== 'string' || schema.enum === undefined) return schema
  const { type: _, enum: values, ...rest } = schema
  const name = getName.get(JSON.stringify(values))
  return name === undefined ? { ...rest, ...anyOfKnown(values) } : { $ref: `#/components/schemas/${name}`, ...rest }
}

/** The components of enums that the schemas refer to. */
export function enumSchemas(schemas: unknown): Record<string, JsonSchema> {
  const text = JSON.stringify(schemas)
  const used = Object.entries(named).filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
  return Object.fromEntries(
    used.map(([name, values]) => [name, { description: describe(name), ...anyOfKnown(values) }]),
  )
}
