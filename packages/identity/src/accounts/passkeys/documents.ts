/** Passkeys as users see them, and what browsers send and take. */
import { requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import type { Passkey } from './repository.ts'

const LONGEST_NAME = 100
const LONGEST_PART = 8_000
const LONGEST_ATTESTATION = 40_000

const base64url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/)
const name = requiredText(LONGEST_NAME).describe(
  'By which the user tells the passkey from others, such as that of the device.',
)

/** Fields of every credential beside its response. */
const common = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.object({}).optional().describe('Not used.'),
}

const transports = z.array(z.string().max(20)).max(10).optional()

const registrationSchema = z
  .strictObject({
    ...common,
    response: z.strictObject({
      clientDataJSON: base64url(LONGEST_PART),
      attestationObject: base64url(LONGEST_ATTESTATION),
      authenticatorData: base64url(LONGEST_PART).optional(),
      transports,
      publicKey: base64url(LONGEST_PART).optional(),
      publicKeyAlgorithm: z.int().optional(),
    }),
  })
  .describe('The credential that `navigator.credentials.create()` returns, as its `toJSON()` gives it.')
  .meta({ id: 'PasskeyRegistration' })
export type Registration = z.output<typeof registrationSchema>

const assertionSchema = z
  .strictObject({
    ...common,
    response: z.strictObject({
      clientDataJSON: base64url(LONGEST_PART),
      authenticatorData: base64url(LONGEST_PART),
      signature: base64url(LONGEST_PART),
      userHandle: base64url(200).nullish(),
    }),
  })
  .describe('The credential that `navigator.credentials.get()` returns, as its `toJSON()` gives it.')
  .meta({ id: 'PasskeyAssertion' })
export type Assertion = z.output<typeof assertionSchema>

export const createPasskeySchema = z
  .strictObject({ name, credential: registrationSchema })
  .meta({ id: 'CreatePasskey' })
export type CreatePasskey = z.output<typeof createPasskeySchema>

export const updatePasskeySchema = z.strictObject({ name }).meta({ id: 'UpdatePasskey' })
export type UpdatePasskey = z.output<typeof updatePasskeySchema>

export const signInWithPasskeySchema = z.strictObject({ credential: assertionSchema }).meta({ id: 'SignInWithPasskey' })
export type SignInWithPasskey = z.output<typeof signInWithPasskeySchema>

export const confirmationSchema = z
  .strictObject({
    password: z.string().min(1).max(1_000).optional(),
    credential: assertionSchema.optional(),
  })
  .refine(({ password, credential }) => (password === undefined) !== (credential === undefined), {
    error: 'send either password or credential',
    path: ['password'],
    params: { code: 'required' },
  })
  .meta({ id: 'Confirmation' })
export type Confirmation = z.output<typeof confirmationSchema>

export const passkeyOptionsSchema = z
  .object({
    options: z
      .record(z.string(), z.unknown())
      .describe(
        'For the browser, in the JSON form of WebAuthn: `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads it.',
      ),
    expires_at: z.string().describe('The challenge in the options is valid until then, and once.'),
  })
  .meta({ id: 'PasskeyOptions' })

export const passkeySchema = z
  .object({
    passkey_id: z.string().describe('Identifier, pky_…'),
    name: z.string(),
    synced: z.boolean().describe("Whether it is copied to the user's other devices."),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: 'Passkey' })

export const passkeyDocument = (passkey: Passkey) => ({
  passkey_id: passkey.passkeyId,
  name: passkey.name,
  synced: passkey.synced,
  created_at: passkey.createdAt.toISOString(),
  last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
})
