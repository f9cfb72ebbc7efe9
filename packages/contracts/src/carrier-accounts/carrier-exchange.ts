/** Exchanges with a carrier, as merchants see them. */
import { z } from 'zod'

export const publicCarrierExchangeSchema = z
  .object({
    exchange_id: z.string().describe('Identifier, a UUID.'),
    carrier_code: z.string(),
    carrier_account_id: z.string(),
    operation: z
      .string()
      .describe(
        'What for: `quote`, `draft`, `book`, `recover`, `update`, `cancel`, `track`, `label`, `media` or `callback`. More may be added.',
      ),
    direction: z.string().describe('`sent`: Waybill called the carrier. `received`: the carrier called back.'),
    attempt: z
      .int()
      .describe(
        '1, or more if it repeats an earlier request with the same operation, method and path, such as a poll.',
      ),
    method: z.string(),
    path: z.string().describe('Path and query, without the host. Values of the query that may be private are `…`.'),
    request_body: z.string().nullable().describe('Redacted JSON, at most 8 KiB; of other bodies the length.'),
    http_status: z.int().nullable().describe('null: there was no answer.'),
    response_body: z.string().nullable().describe('Redacted JSON, at most 8 KiB; of other bodies the length.'),
    fault: z.string().nullable().describe('Why there was no answer, or why a call-back was not accepted.'),
    started_at: z.string(),
    duration_ms: z.int().describe('Milliseconds until the answer, or until there was none.'),
  })
  .meta({ id: 'CarrierExchange' })
export type PublicCarrierExchange = z.output<typeof publicCarrierExchangeSchema>
