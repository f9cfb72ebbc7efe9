/** Pure: a session as a credential, and as its owner sees it. */
import type { RateLimit } from '@waybill/chassis/state/shared-state'
import { AppError } from '@waybill/contracts/app-error'
import { roles, scopesOfRole } from '@waybill/contracts/requests/roles'
import { type MemberScope, memberScopes } from '@waybill/contracts/requests/scopes'
import type { Credential } from '@waybill/edge/credential'
import { z } from 'zod'
import type { EnvironmentOfSession, StoredSession } from './repository.ts'

const HOUR_MS = 3_600_000
/** A session ends this long after its last request, and this long after the sign-in. */
export const IDLE_MS = 12 * HOUR_MS
export const LONGEST_MS = 30 * 24 * HOUR_MS

/** The limits of a request with a session. */
interface SessionLimits {
  ofSession: RateLimit
  ofEnvironment: RateLimit
}

/** Why the session is refused; null if it is valid. */
export function findEnd(session: StoredSession, now: Date): AppError | null {
  const { revokedAt, deactivatedAt, expiresAt, merchantSuspendedAt, providerRequired, method, role } = session
  if (revokedAt) return ended('The session was signed out or revoked. Sign in again.')
  if (deactivatedAt) return ended('The member of this session is deactivated. Ask an owner of your team.')
  // Judged at each request: a sign-in that was under way, or a change of role, makes no exception.
  if (providerRequired && method !== 'oidc' && role !== 'owner')
    return ended('Your team signs in with its identity provider now. Sign in with it.')
  if (now >= expiresAt) return ended('The session has expired. Sign in again.')
  if (isIdle(session, now)) return ended('The session has expired after 12 hours without a request. Sign in again.')
  return merchantSuspendedAt === null ? null : suspended('merchant')
}

export const isIdle = ({ lastSeenAt }: StoredSession, now: Date): boolean =>
  now.getTime() >= lastSeenAt.getTime() + IDLE_MS

const ended = (message: string) => new AppError('session_ended', message)

const suspended = (what: 'environment' | 'merchant') =>
  new AppError(
    'access_suspended',
    `The ${what} of this session is suspended. Ask the operator of this installation to resume it.`,
    { meta: { suspended: what } },
  )

/**
 * The credential of a request in the environment that its header names; a merchant with one environment needs no header.
 * Throws `environment_required`, `environment_not_found`, `access_suspended`.
 */
export function credentialIn(
  session: StoredSession,
  { token, header, limits }: { token: string; header: string | string[] | undefined; limits: SessionLimits },
): Credential {
  const { environmentId, livemode, isSuspended } = chosen(session, header)
  if (isSuspended) throw suspended('environment')
  return { ...merchantCredential(session, token, limits), environmentId, livemode, scopes: scopesIn(session, livemode) }
}

/** The credential of a request about the team or the account: its environment is empty. */
export const merchantCredential = (session: StoredSession, token: string, limits: SessionLimits): Credential => ({
  keyId: session.sessionId,
  environmentId: '',
  merchantId: session.merchantId,
  livemode: true,
  scopes: scopesIn(session, true),
  limit: limits.ofSession,
  environmentLimit: limits.ofEnvironment,
  session: { sessionId: session.sessionId, userId: session.userId, token },
})

const scopesIn = ({ role }: StoredSession, livemode: boolean): ReadonlySet<MemberScope> =>
  scopesOfRole(role, { livemode })

/** Whether the session may still act in the environment. */
export const isUsable = ({ environments }: StoredSession, id: string | null): boolean =>
  environments.some(({ environmentId, isSuspended }) => environmentId === id && !isSuspended)

function chosen({ environments }: StoredSession, header: string | string[] | undefined): EnvironmentOfSession {
  if (header !== undefined) {
    const found = environments.find(({ environmentId }) => environmentId === header)
    if (found) return found
    throw new AppError(
      'environment_not_found',
      `Waybill-Environment is ${String(header).slice(0, 64)}, which is no environment of your merchant.`,
    )
  }
  const [only] = environments
  if (only !== undefined && environments.length === 1) return only
  throw new AppError(
    'environment_required',
    only === undefined
      ? 'Your merchant has no environment yet. Ask the operator of this installation to create one.'
      : `Your merchant has ${environments.length} environments. Send the header Waybill-Environment with the id of one.`,
  )
}

export const sessionSchema = z
  .object({
    session_id: z.string().describe('Identifier, ses_…'),
    user: z
      .object({
        user_id: z.string().describe('Identifier, usr_…'),
        email: z.string(),
        name: z.string(),
        has_password: z.boolean().describe('Whether the user can sign in with a password.'),
        has_totp: z.boolean().describe('Whether a sign-in with a password also needs a code of an authenticator app.'),
        passkeys_count: z.int().describe('How many passkeys the user has.'),
      })
      .describe('The person who is signed in.'),
    merchant: z.object({ merchant_id: z.string(), name: z.string() }),
    role: z.enum(roles).describe('What the user may do: see `scopes`.'),
    scopes: z
      .array(z.enum(memberScopes))
      .describe('Scopes of the session in every environment. An environment may add more: see its own `scopes`.'),
    environments: z
      .array(
        z.object({
          environment_id: z.string().describe('Identifier, env_…: the value of the header Waybill-Environment.'),
          name: z.string(),
          livemode: z.boolean(),
          scopes: z.array(z.enum(memberScopes)).describe('What the session may do in this environment.'),
        }),
      )
      .describe('The environments that the session can use, oldest first.'),
    created_at: z.string(),
    expires_at: z.string().describe('The session ends at this time in any case, 30 days after the sign-in.'),
    idle_expires_at: z.string().describe('The session ends at this time unless there is a request before it.'),
  })
  .meta({ id: 'Session' })

export const sessionDocument = (session: StoredSession) => ({
  session_id: session.sessionId,
  user: {
    user_id: session.userId,
    email: session.email,
    name: session.userName,
    has_password: session.hasPassword,
    has_totp: session.hasTotp,
    passkeys_count: session.passkeysCount,
  },
  merchant: { merchant_id: session.merchantId, name: session.merchantName },
  role: session.role,
  scopes: [...scopesIn(session, true)],
  environments: session.environments.map(({ environmentId, name, livemode }) => ({
    environment_id: environmentId,
    name,
    livemode,
    scopes: [...scopesIn(session, livemode)],
  })),
  created_at: session.createdAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  idle_expires_at: new Date(
    Math.min(session.lastSeenAt.getTime() + IDLE_MS, session.expiresAt.getTime()),
  ).toISOString(),
})
