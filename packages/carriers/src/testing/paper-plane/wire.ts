import { z } from 'zod'

const instant = z.iso.datetime().transform((text) => new Date(text))

export const planeProblem = z
  .object({ reason: z.string(), text: z.string() })
  .transform(({ reason, text }) => ({ code: reason, message: text }))
export const planePrice = z.object({ price_id: z.string(), cents: z.int(), lands_from: instant, lands_to: instant })
export const planePilot = z.object({ pilot: z.string() })
export const planeFlight = z.object({ flight: z.string(), state: z.string() })
export const planeFlights = z.array(planeFlight)
export const planeSighting = z.object({
  sighting: z.string(),
  flight: z.string(),
  ref: z.string(),
  state: z.string(),
  at: instant,
  signed_by: z.string().nullable(),
})
export const planeSightings = z.array(planeSighting)
