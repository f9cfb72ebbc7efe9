import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import {
  type Confirmation,
  type CreatePasskey,
  confirmationSchema,
  createPasskeySchema,
  passkeyOptionsSchema,
  passkeySchema,
  type SignInWithPasskey,
  signInWithPasskeySchema,
  type UpdatePasskey,
  updatePasskeySchema,
} from '../passkeys/documents.ts'
import type { AccountServices } from '../services.ts'
import { sessionSchema } from '../sessions/session.ts'

const tag = 'Sessions'
const SESSION = '/api/v1/session'
/** Far more than browsers send. */
const CREDENTIAL_LIMIT_BYTES = 64 * 1024
const PASSKEYS = `${SESSION}/passkeys`
const anyone = { kind: 'anyone', limited: true } as const
const everyRole = { kind: 'session', scope: null } as const
const options = { status: 200, description: 'The options, with a new challenge.', schema: passkeyOptionsSchema }

/** Passkeys, and the confirmation that calls need which widen access. */
export const passkeyRoutes: Route<AccountServices>[] = [
  defineRoute({
    operationId: 'createPasskeySignIn',
    method: 'POST',
    path: `${SESSION}/passkey/options`,
    tag,
    summary: 'Begin to sign in with a passkey',
    description: 'The same for everybody: the passkey itself says whose it is.',
    access: anyone,
    body: noBody,
    success: [options],
    errors: ['passkeys_not_available', 'csrf_failed', 'rate_limited'],
    handle: (call, { passkeySignIns }) => passkeySignIns.options(call),
  }),
  defineRoute<AccountServices, z.ZodObject, SignInWithPasskey>({
    operationId: 'createSessionWithPasskey',
    method: 'POST',
    path: `${SESSION}/passkey`,
    tag,
    summary: 'Sign in with a passkey',
    description: 'The passkey has verified its user, so no code is asked for.',
    access: anyone,
    body: jsonBody(signInWithPasskeySchema, { limitBytes: CREDENTIAL_LIMIT_BYTES }),
    success: [
      {
        status: 201,
        description: 'The session. Its cookies are set.',
        schema: sessionSchema,
        location: SESSION,
      },
    ],
    errors: ['sign_in_failed', 'challenge_not_valid', 'passkeys_not_available', 'csrf_failed', 'rate_limited'],
    handle: (call, { passkeySignIns }) => passkeySignIns.signIn(call),
  }),
  defineRoute({
    operationId: 'createConfirmation',
    method: 'POST',
    path: `${SESSION}/confirmation/options`,
    tag,
    summary: 'Begin to confirm with a passkey',
    access: everyRole,
    body: noBody,
    success: [options],
    errors: ['passkeys_not_available'],
    secretInAnswer: true,
    handle: (call, { confirmations }) => confirmations.options(call),
  }),
  defineRoute<AccountServices, z.ZodObject, Confirmation>({
    operationId: 'confirmSession',
    method: 'POST',
    path: `${SESSION}/confirmation`,
    tag,
    summary: 'Confirm who you are',
    description:
      'With the password or a passkey. Calls that can answer `confirmation_required` need a sign-in or a confirmation within the last 10 minutes.',
    access: everyRole,
    body: jsonBody(confirmationSchema),
    success: [{ status: 204, description: 'Confirmed for 10 minutes.' }],
    errors: ['challenge_not_valid', 'passkeys_not_available', 'rate_limited'],
    handle: (call, { confirmations }) => confirmations.confirm(call),
  }),
  defineRoute({
    operationId: 'listPasskeys',
    method: 'GET',
    path: PASSKEYS,
    tag,
    summary: 'List your passkeys',
    description: 'All of them, oldest first.',
    access: everyRole,
    success: [{ status: 200, description: 'The passkeys.', schema: passkeySchema, list: true }],
    handle: (call, { ownPasskeys }) => ownPasskeys.list(call),
  }),
  defineRoute({
    operationId: 'createPasskeyRegistration',
    method: 'POST',
    path: `${SESSION}/passkey-registration`,
    tag,
    summary: 'Begin to add a passkey',
    access: everyRole,
    body: noBody,
    success: [options],
    confirmation: 'always',
    errors: ['passkey_limit_reached', 'passkeys_not_available'],
    secretInAnswer: true,
    handle: (call, { ownPasskeys }) => ownPasskeys.options(call),
  }),
  defineRoute<AccountServices, z.ZodObject, CreatePasskey>({
    operationId: 'createPasskey',
    method: 'POST',
    path: PASSKEYS,
    tag,
    summary: 'Add a passkey',
    access: everyRole,
    body: jsonBody(createPasskeySchema),
    success: [
      {
        status: 201,
        description: 'The passkey.',
        schema: passkeySchema,
        location: `${PASSKEYS}/{passkey_id}`,
      },
    ],
    confirmation: 'always',
    errors: ['challenge_not_valid', 'passkey_in_use', 'passkey_limit_reached', 'passkeys_not_available'],
    handle: (call, { ownPasskeys }) => ownPasskeys.create(call),
  }),
  defineRoute<AccountServices, z.ZodObject, UpdatePasskey>({
    operationId: 'updatePasskey',
    method: 'PATCH',
    path: `${PASSKEYS}/{passkey_id}`,
    tag,
    summary: 'Rename a passkey',
    access: everyRole,
    body: jsonBody(updatePasskeySchema),
    success: [{ status: 200, description: 'The passkey.', schema: passkeySchema }],
    handle: (call, { ownPasskeys }) => ownPasskeys.update(call),
  }),
  defineRoute({
    operationId: 'deletePasskey',
    method: 'DELETE',
    path: `${PASSKEYS}/{passkey_id}`,
    tag,
    summary: 'Remove a passkey',
    access: everyRole,
    body: noBody,
    success: [{ status: 204, description: 'It opens nothing from now on.' }],
    confirmation: 'always',
    handle: (call, { ownPasskeys }) => ownPasskeys.remove(call),
  }),
]
