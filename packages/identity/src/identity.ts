/** Composition of identity: who calls, what callers may do, and the use cases about people, keys and merchants. */
import type { Stoppable } from '@waybill/chassis/loops/loops'
import type { Database } from '@waybill/chassis/postgres/database'
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { createFreeCalls } from '@waybill/edge/limits/free-calls'
import type { RateLimiter } from '@waybill/edge/limits/rate-limit'
import type { Admit, RouteOptions } from '@waybill/edge/routing/register'
import type { Caller } from '@waybill/edge/routing/route'
import { getAccounts } from './accounts/accounts.ts'
import { lockMaker } from './accounts/members/leaving.ts'
import { createProviderCalls } from './accounts/oidc/provider-calls.ts'
import { startAccountSecretUpkeep } from './accounts/secrets/upkeep.ts'
import { assertConfirmedFor } from './accounts/sessions/confirmation.ts'
import { sessionReader } from './accounts/sessions/read-session.ts'
import type { AdminServices, OwnedByMembers } from './admin/admin-route.ts'
import { createApiKeys } from './api-keys/api-keys.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { recordMemberWrites } from './audit/member-writes.ts'
import type { AdminToken } from './auth/admin-tokens.ts'
import { admitMerchants, type FindSuspended, payForItems, settleMerchants } from './auth/admit.ts'
import { admitOperator } from './auth/admit-operator.ts'
import { startCredentials } from './auth/credentials.ts'
import { createDriverLookup, type FindDriverByHash } from './auth/driver-credentials.ts'
import { isStillAdmitted } from './auth/still-admitted.ts'
import type { DefaultRateLimits } from './credentials/default-rate-limits.ts'
import type { IdentityDatabase } from './db.ts'
import { findEnvironmentAccess } from './merchants/environment-access-repository.ts'
import { createAccessTokens } from './oauth/access-tokens.ts'
import { startSigningKeys } from './oauth/signing-keys.ts'
import { createOAuth } from './oauth/token-endpoint.ts'
import type { IdentityServices } from './services.ts'

export interface IdentityOptions {
  db: Database<IdentityDatabase>
  sharedState: SharedState
  limiter: RateLimiter
  findDriverByHash: FindDriverByHash
  owned: OwnedByMembers
  rateLimits: DefaultRateLimits
  /** URL at which merchants reach the API, without a trailing slash. */
  publicUrl: string
  /** `id:base64,…`: encrypts stored secrets, and stored responses that show a token. */
  encryptionKeys: string
  /** At least one. */
  adminTokens: readonly AdminToken[]
  /** Whether identity providers may be reached over http and at private addresses. */
  privateIssuersAllowed: boolean
  log: Logger
  metrics: Metrics
}

/** Stop it after the servers that use it. */
export interface Identity extends Stoppable {
  /** Services for the handlers of `identityRoutes`. */
  services: IdentityServices
  /** Services for the handlers of `identityAdminRoutes`. */
  adminServices: AdminServices
  /** Admits merchants to every route of the public API, and records what members change with it. */
  admission: Pick<RouteOptions<unknown>, 'admit' | 'settle' | 'payForItems' | 'assertConfirmed' | 'recordWrite'>
  admitOperator: Admit
  /** Whether the token or session of a stream still opens it. */
  isStillAdmitted(caller: Caller): Promise<boolean>
  /** The listener is called when callers may have lost their access. */
  onAccessChange(listener: () => void): void
}

export async function startIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, sharedState, limiter, rateLimits, publicUrl, log, metrics } = options
  const freeCalls = createFreeCalls(limiter)
  const box = createSecretBox(options.encryptionKeys)
  const providerCalls = createProviderCalls({ privateAllowed: options.privateIssuersAllowed })
  const secrets = startAccountSecretUpkeep({ db, box, log, metrics })
  const signingKeys = startSigningKeys({ db, box, log })
  const stopOthers = async () => {
    await signingKeys.stop()
    await secrets.stop()
    await providerCalls.close()
  }
  const accessTokens = createAccessTokens({ signingKeys, publicUrl })
  const credentials = await startCredentials({ db, sharedState, rateLimits, accessTokens, log, metrics }).catch(
    async (error: unknown) => {
      await stopOthers()
      throw error
    },
  )
  const { sessions } = credentials
  const findDriver = createDriverLookup({
    db,
    findByHash: options.findDriverByHash,
    environmentRateLimit: rateLimits.ofEnvironment,
  })
  const findSuspended: FindSuspended = async (environmentId) =>
    (await findEnvironmentAccess(db, environmentId))?.suspended ?? null
  const readSession = sessionReader({ sessions, publicUrl, rateLimits })
  return {
    services: {
      ...getAccounts({ db, credentials, sessions, sharedState, box, providerCalls, publicUrl, log }),
      apiKeys: createApiKeys({ db, credentials, box, defaultRateLimit: rateLimits.ofKey, lockMaker }),
      auditLog: createAuditLog({ db }),
      oauth: createOAuth({ credentials, accessTokens, signingKeys, publicUrl }),
    },
    adminServices: { db, credentials, owned: options.owned, log, publicUrl },
    admission: {
      admit: admitMerchants({ credentials, limiter, freeCalls, findDriver, readSession, findSuspended }),
      settle: settleMerchants(limiter, freeCalls),
      payForItems: payForItems(limiter),
      assertConfirmed: assertConfirmedFor(db),
      recordWrite: recordMemberWrites({ db, log }),
    },
    admitOperator: admitOperator(options.adminTokens, log),
    isStillAdmitted: (caller) => isStillAdmitted(caller, credentials),
    onAccessChange: credentials.onChange,
    async stop() {
      await credentials.stop()
      await stopOthers()
    },
  }
}
