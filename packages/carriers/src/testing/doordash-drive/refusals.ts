/** DoorDash's errors, with the codes of its reference ("Error codes and reasons"). */
import type { FaultOrder } from '../../conformance/suite.ts'
import { type VendorAnswer, VendorRefusal } from '../vendor-server.ts'

export const refusal = (status: number, code: string, message: string, more: object = {}): VendorAnswer => ({
  status,
  body: { code, message, ...more },
})

export const refuse = (...refused: Parameters<typeof refusal>): VendorRefusal => new VendorRefusal(refusal(...refused))

export const validationError = (problems: { field: string; message: string }[]): VendorAnswer =>
  refusal(400, 'validation_error', 'One or more request values could not be validated.', {
    field_errors: problems.map(({ field, message }) => ({ field, error: message })),
  })

export const unknownDelivery = (): VendorRefusal =>
  refuse(404, 'unknown_delivery_id', 'There is no delivery with this external delivery id.')

/** A refusal of the delivery as such. */
export const invalidDelivery = (reason: string, message: string): VendorAnswer =>
  refusal(422, 'invalid_delivery_parameters', message, { reason })

export function answerFault({ mode, operation }: FaultOrder): VendorAnswer {
  if (mode === '401') return refusal(401, 'authentication_error', 'The token could not be authenticated.')
  if (mode === '403') return refusal(403, 'authorization_error', 'The account may not use this API.')
  if (mode === '500') return refusal(500, 'service_fault', 'Something went wrong. Please try again.')
  if (mode === '429') return refusal(429, 'too_many_requests', 'Too many requests.')
  if (mode === 'no_courier') return invalidDelivery('no_available_dashers', 'No Dashers are available right now.')
  return operation === 'quote' || operation === 'draft'
    ? invalidDelivery('delivery_address_not_in_coverage', 'The drop-off address is not in our coverage area.')
    : validationError([{ field: 'external_delivery_id', message: 'This delivery cannot be created.' }])
}
