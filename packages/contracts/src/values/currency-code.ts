/** Codes of currencies in requests. */
import { z } from 'zod'
import { isCurrency } from './money.ts'

/** An ISO 4217 code in either case; upper case in the result. */
export const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrency, {
    error: 'must be an ISO 4217 currency code such as GBP',
    params: { code: 'invalid_currency' },
  })
  .meta({ pattern: '^[A-Za-z]{3}$' })
