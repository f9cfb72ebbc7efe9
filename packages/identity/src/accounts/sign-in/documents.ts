/** Bodies of the calls that sign in. */
import { z } from 'zod'

const LONGEST_EMAIL = 254
/** Longer than any passphrase; hashing costs the same for every length. */
const LONGEST_PASSWORD = 1_000

export const signInSchema = z
  .strictObject({
    email: z.string().trim().toLowerCase().min(1).max(LONGEST_EMAIL).describe('E-mail address of the user.'),
    password: z.string().min(1).max(LONGEST_PASSWORD),
    merchant_id: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('One of `meta.merchants` of the error `merchant_choice_required`.'),
  })
  .meta({ id: 'SignIn' })
export type SignIn = z.output<typeof signInSchema>

const token = z.string().min(1).max(200).describe('The part of the one-time link after `#token=`.')

export const readLinkSchema = z.strictObject({ token }).meta({ id: 'ReadLink' })
export type ReadLink = z.output<typeof readLinkSchema>

export const linkAccountSchema = z
  .object({
    purpose: z.enum(['sign_in', 'password_reset', 'invitation']).describe('What the link is for.'),
    email: z.string().describe('E-mail address of the account.'),
    merchant_name: z.string(),
  })
  .meta({ id: 'LinkAccount' })

export const signInWithLinkSchema = z.strictObject({ token }).meta({ id: 'SignInWithLink' })
export type SignInWithLink = z.output<typeof signInWithLinkSchema>
