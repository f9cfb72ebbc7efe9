/** The answers of New Carrier, as far as they are read. Codes stay open: a new one must not fail the parse. */
import { z } from 'zod'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

export const wireProblem = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .transform(({ error }) => error)

export const wireAccount = z.object({ account_id: z.string() })

export const wireEvent = z.object({ id: z.string(), shipment_id: z.string(), status: z.string(), at: instant })
export const wireEvents = z.object({ events: z.array(wireEvent) })
