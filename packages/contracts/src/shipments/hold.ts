/** Pure: holds, which keep shipments from being booked. */
import { z } from 'zod'

export interface Hold {
  reason: string
  heldAt: Date
  /** The member or the API key, usr_… or key_…. */
  heldBy: string
}

export const publicHoldSchema = z
  .object({
    reason: z.string().describe('Why, in the words of the one who put it on hold.'),
    held_at: z.string(),
    held_by: z.string().describe('The member or the API key that put it on hold, usr_… or key_….'),
  })
  .meta({ id: 'Hold' })

export type PublicHold = z.output<typeof publicHoldSchema>

export const publicHold = ({ reason, heldAt, heldBy }: Hold): PublicHold => ({
  reason,
  held_at: heldAt.toISOString(),
  held_by: heldBy,
})

/** From the form in which it is shown, stored and sent to other services. */
export const toHold = ({ reason, held_at, held_by }: PublicHold): Hold => ({
  reason,
  heldAt: new Date(held_at),
  heldBy: held_by,
})
