/** Second factors as users see them. */
import { z } from 'zod'

const LONGEST_CODE = 40

const code = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_CODE)
  .describe('Code of the authenticator app, or a recovery code. Works once.')

export const secondFactorSchema = z
  .strictObject({
    challenge: z.string().min(1).max(100).describe('The challenge in the response to the first step.'),
    code,
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.output<typeof secondFactorSchema>

export const totpCodeSchema = z.strictObject({ code }).meta({ id: 'TotpCode' })
export type TotpCode = z.output<typeof totpCodeSchema>

/** The response to a first step that is not enough. */
export const signInChallengeSchema = z
  .object({
    challenge: z
      .string()
      .describe('Send it with a code to `POST /api/v1/session/second-factor`. It opens nothing else.'),
    factors: z.array(z.enum(['totp', 'recovery_code'])).describe('What the user can answer with.'),
    expires_at: z.string().describe('After five minutes the user begins again.'),
  })
  .meta({ id: 'SignInChallenge' })

export const totpSchema = z
  .object({
    enabled: z.boolean().describe('Whether a sign-in with a password or link also needs a code.'),
    enabled_at: z.string().nullable(),
    recovery_codes_left: z.int().describe('How many of the 10 recovery codes are unused.'),
  })
  .meta({ id: 'Totp' })

export const totpSetupSchema = z
  .object({
    secret: z.string().describe('The secret in base32, to type into an authenticator app.'),
    url: z.string().describe('The same as an `otpauth:` URL, for a QR code.'),
  })
  .meta({ id: 'TotpSetup' })

export const recoveryCodesSchema = z
  .object({
    recovery_codes: z
      .array(z.string())
      .describe('Ten codes, each of which works once in place of the app. Shown only here.'),
  })
  .meta({ id: 'RecoveryCodes' })
