import { WaybillError } from '../errors.ts'

export type WebhookErrorCode =
  | 'body_not_raw'
  | 'header_missing'
  | 'header_invalid'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new'

/** A message is not from Waybill, or not of now. Respond with 401 and do not process it. */
export class WebhookVerificationError extends WaybillError {
  override readonly name = 'WebhookVerificationError'
  declare readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super({ code, message })
  }
}
