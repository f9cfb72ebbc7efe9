/** Pure: whose merchant a document names. */
import { AppError } from '@waybill/contracts/app-error'
import { MOST_LISTED } from '@waybill/contracts/requests/bounded-input'
import { shortened } from '@waybill/contracts/requests/issue-texts'
import { errorDetail, getDetails, parseDocument } from '@waybill/contracts/requests/validation'
import type { z } from 'zod'

/**
 * Throws `merchant_mismatch` if the document names a merchant other than that of the token, if there is one; with what the
 * schema does not accept of the other fields.
 */
export function assertOwnMerchant(value: unknown, merchantId: string | undefined, schema: z.ZodType | null): void {
  if (!merchantId || typeof value !== 'object' || value === null || !Object.hasOwn(value, 'merchant_id')) return
  const { merchant_id } = value as { merchant_id?: unknown }
  if (typeof merchant_id !== 'string' || merchant_id === merchantId) return
  const other = shortened(merchant_id)
  const message = `The token belongs to merchant ${merchantId}, but merchant_id is ${other}. Omit merchant_id, or use a token of ${other}.`
  const others = schema === null ? [] : getDetails(() => parseDocument(schema, value))
  const also = others.length === 0 ? '' : ' Other fields are invalid, too; see details.'
  const own = errorDetail(['merchant_id'], 'mismatch', 'is not the merchant of the token')
  throw new AppError('merchant_mismatch', message + also, { details: [own, ...others].slice(0, MOST_LISTED) })
}
