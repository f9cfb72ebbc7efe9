/** Failures of steps of pickups and manifests before anything was sent, in the form of a carrier's own. */
import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'

export const describeFailure = (
  carrierCode: string,
  code: string,
  message: string,
  retryable: boolean,
): CarrierFailure => ({
  carrierCode,
  code,
  message,
  httpStatus: null,
  retryable,
  retryAfterMs: null,
})

/** The step is tried again later: nothing was sent. */
export const later = (failure: CarrierFailure) => ({ kind: 'later' as const, failure, doubt: false })

export const notConnected = ({ carrierCode }: { carrierCode: string }) =>
  later(describeFailure(carrierCode, 'not_connected', `Carrier ${carrierCode} is not connected.`, true))
