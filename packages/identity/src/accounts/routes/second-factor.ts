import { defineRoute, jsonBody, noBody, type Route } from '@waybill/edge/routing/route'
import type { z } from 'zod'
import { memberSchema } from '../members/documents.ts'
import {
  recoveryCodesSchema,
  type SecondFactor,
  secondFactorSchema,
  type TotpCode,
  totpCodeSchema,
  totpSchema,
  totpSetupSchema,
} from '../second-factor/documents.ts'
import type { AccountServices } from '../services.ts'
import { sessionSchema } from '../sessions/session.ts'

const tag = 'Sessions'
const TOTP = '/api/v1/session/totp'
const everyRole = { kind: 'session', scope: null } as const
const newCodes = { status: 200, description: 'The recovery codes. Shown only here.', schema: recoveryCodesSchema }

/** Authenticator apps and recovery codes. */
export const secondFactorRoutes: Route<AccountServices>[] = [
  defineRoute<AccountServices, z.ZodObject, SecondFactor>({
    operationId: 'createSessionWithCode',
    method: 'POST',
    path: '/api/v1/session/second-factor',
    tag,
    summary: 'Finish a sign-in with a code',
    description:
      'The second step of a user with an authenticator app. A code that is wrong leaves the challenge valid; ten in a row are too many.',
    access: { kind: 'anyone', limited: true },
    body: jsonBody(secondFactorSchema),
    success: [
      {
        status: 201,
        description: 'The session. Its cookies are set.',
        schema: sessionSchema,
        location: '/api/v1/session',
      },
    ],
    errors: ['challenge_not_valid', 'sign_in_failed', 'csrf_failed', 'rate_limited'],
    handle: (call, { secondSteps }) => secondSteps.signIn(call),
  }),
  defineRoute({
    operationId: 'getTotp',
    method: 'GET',
    path: TOTP,
    tag,
    summary: 'Get the state of your authenticator app',
    access: everyRole,
    success: [{ status: 200, description: 'The state.', schema: totpSchema }],
    handle: (call, { ownTotp }) => ownTotp.get(call),
  }),
  defineRoute({
    operationId: 'setUpTotp',
    method: 'POST',
    path: TOTP,
    tag,
    summary: 'Begin to set up an authenticator app',
    description: 'Returns a new secret, in place of an earlier one. Nothing changes until a code confirms it.',
    access: everyRole,
    body: noBody,
    success: [{ status: 201, description: 'The secret.', schema: totpSetupSchema, location: TOTP }],
    confirmation: 'always',
    errors: ['totp_in_use'],
    secretInAnswer: true,
    handle: (call, { ownTotp }) => ownTotp.setUp(call),
  }),
  defineRoute<AccountServices, z.ZodObject, TotpCode>({
    operationId: 'enableTotp',
    method: 'POST',
    path: `${TOTP}/enable`,
    tag,
    summary: 'Turn on the authenticator app',
    description:
      'With a code of the app, which proves that it has the secret. From then on a sign-in with a password or link also asks for a code. Open sessions stay.',
    access: everyRole,
    body: jsonBody(totpCodeSchema),
    success: [newCodes],
    confirmation: 'always',
    errors: ['totp_in_use', 'rate_limited'],
    secretInAnswer: true,
    handle: (call, { ownTotp }) => ownTotp.enable(call),
  }),
  defineRoute<AccountServices, z.ZodObject, TotpCode>({
    operationId: 'disableTotp',
    method: 'POST',
    path: `${TOTP}/disable`,
    tag,
    summary: 'Turn off the authenticator app',
    description: 'With a code of the app or a recovery code. The recovery codes end with it.',
    access: everyRole,
    body: jsonBody(totpCodeSchema),
    success: [{ status: 204, description: 'A password or link is enough to sign in.' }],
    confirmation: 'always',
    errors: ['rate_limited'],
    handle: (call, { ownTotp }) => ownTotp.disable(call),
  }),
  defineRoute({
    operationId: 'renewRecoveryCodes',
    method: 'POST',
    path: `${TOTP}/recovery-codes`,
    tag,
    summary: 'Make new recovery codes',
    description: 'They replace all earlier ones.',
    access: everyRole,
    body: noBody,
    success: [newCodes],
    confirmation: 'always',
    errors: ['totp_not_enabled'],
    secretInAnswer: true,
    handle: (call, { ownTotp }) => ownTotp.renewRecoveryCodes(call),
  }),
  defineRoute({
    operationId: 'resetSecondFactor',
    method: 'POST',
    path: '/api/v1/team/members/{user_id}/second-factor-reset',
    tag: 'Team',
    summary: 'Remove the second factors of a member',
    description:
      'For a member who has lost them: removes the authenticator app, the recovery codes and all passkeys, and ends the sessions of the member. The password stays.',
    access: { kind: 'session', scope: 'team:write' },
    body: noBody,
    success: [{ status: 200, description: 'The member.', schema: memberSchema }],
    confirmation: 'always',
    errors: ['own_second_factor'],
    handle: (call, { secondFactorResets }) => secondFactorResets.reset(call),
  }),
]
