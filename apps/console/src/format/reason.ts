/** Pure: why something went wrong with a shipment. */
import type { Booking, Shipment } from '@waybill/sdk'

/** The code of the reason: that of the shipment, or else of its latest booking. Empty: there is none. */
export const findReason = (
  { failure_reason, cancellation_reason_code }: Pick<Shipment, 'failure_reason' | 'cancellation_reason_code'>,
  booking: Booking | undefined,
): string => failure_reason ?? cancellation_reason_code ?? booking?.incident ?? booking?.failure_reason ?? ''
