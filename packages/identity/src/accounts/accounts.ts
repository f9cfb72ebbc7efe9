/** The use cases of accounts, composed. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { ChangeAnnouncer } from '../credentials/change-announcer.ts'
import type { IdentityDatabase } from '../db.ts'
import { createOwnAccounts } from './members/own-account.ts'
import { createTeam } from './members/team.ts'
import { createMemberIdentities } from './oidc/identities.ts'
import type { ProviderCalls } from './oidc/provider-calls.ts'
import { createOidcProviders } from './oidc/providers.ts'
import { createOidcSignIns } from './oidc/sign-in.ts'
import { createConfirmations } from './passkeys/confirmations.ts'
import { createOwnPasskeys } from './passkeys/own-passkeys.ts'
import { createPasskeySignIns } from './passkeys/sign-in.ts'
import { createOwnTotp } from './second-factor/own-totp.ts'
import { createSecondFactorResets } from './second-factor/resets.ts'
import { createSecondSteps } from './second-factor/second-step.ts'
import { createOwnSessions } from './sessions/own-sessions.ts'
import type { Sessions } from './sessions/sessions.ts'
import { createAttempts } from './sign-in/attempts.ts'
import { createFailedProofs } from './sign-in/failed-proofs.ts'
import { sessionOpener } from './sign-in/open-session.ts'
import { createSignIns } from './sign-in/sign-in.ts'

export function getAccounts(dependencies: {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
  sessions: Pick<Sessions, 'check'>
  sharedState: SharedState
  box: SecretBox
  providerCalls: ProviderCalls
  publicUrl: string
  log: Logger
}) {
  const attempts = createAttempts(dependencies.sharedState)
  const failedProofs = createFailedProofs(dependencies)
  const all = { ...dependencies, attempts, failedProofs, openSession: sessionOpener(dependencies) }
  return {
    signIns: createSignIns(all),
    ownAccounts: createOwnAccounts(all),
    ownSessions: createOwnSessions(all),
    team: createTeam(all),
    secondSteps: createSecondSteps(all),
    ownTotp: createOwnTotp(all),
    secondFactorResets: createSecondFactorResets(all),
    passkeySignIns: createPasskeySignIns(all),
    confirmations: createConfirmations(all),
    ownPasskeys: createOwnPasskeys(all),
    oidcProviders: createOidcProviders(all),
    memberIdentities: createMemberIdentities(all),
    oidcSignIns: createOidcSignIns(all),
  }
}
