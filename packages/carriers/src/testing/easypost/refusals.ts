/** Refusals in EasyPost's words. */
import type { FaultOrder } from '../../conformance/suite.ts'
import { type VendorAnswer, VendorRefusal } from '../vendor-server.ts'

const answer = (status: number, code: string, message: string, errors: unknown[] = []): VendorAnswer => ({
  status,
  body: { error: { code, message, errors } },
})

export const refuse = (...refused: Parameters<typeof answer>): VendorRefusal => new VendorRefusal(answer(...refused))

export const notFound = () => refuse(404, 'NOT_FOUND', 'The requested resource could not be found.')

const INACTIVE_KEY = [
  401,
  'APIKEY.INACTIVE',
  'This api key is no longer active. Please use a different api key or reactivate this key.',
] as const
export const inactiveKey = () => refuse(...INACTIVE_KEY)

export function answerFault({ mode }: FaultOrder): VendorAnswer {
  if (mode === '401') return answer(...INACTIVE_KEY)
  if (mode === '403') return answer(403, 'FORBIDDEN', 'You are not authorized to perform this action.')
  if (mode === '500') return answer(500, 'INTERNAL_SERVER_ERROR', 'We could not process your request.')
  if (mode === '429') return answer(429, 'RATE_LIMITED', 'Too many requests.')
  return answer(422, 'SHIPMENT.POSTAGE.FAILURE', 'The carrier refuses this shipment.')
}
