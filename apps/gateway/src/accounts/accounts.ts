/** The use cases of accounts, composed. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import type { ChangeAnnouncer } from '../credentials/credential.ts'
import type { GatewayDatabase } from '../db.ts'
import { ownAccountsOf } from './members/own-account.ts'
import { createTeam } from './members/team.ts'
import { memberIdentitiesOf } from './oidc/identities.ts'
import type { ProviderCalls } from './oidc/provider-calls.ts'
import { oidcProvidersOf } from './oidc/providers.ts'
import { oidcSignInsOf } from './oidc/sign-in.ts'
import { confirmationsOf } from './passkeys/confirmations.ts'
import { ownPasskeysOf } from './passkeys/own-passkeys.ts'
import { passkeySignInsOf } from './passkeys/sign-in.ts'
import { ownTotpOf } from './second-factor/own-totp.ts'
import { secondFactorResetsOf } from './second-factor/resets.ts'
import { secondStepsOf } from './second-factor/second-step.ts'
import { ownSessionsOf } from './sessions/own-sessions.ts'
import type { Sessions } from './sessions/sessions.ts'
import { createAttempts } from './sign-in/attempts.ts'
import { sessionOpener } from './sign-in/open-session.ts'
import { signInsOf } from './sign-in/sign-in.ts'

export function accountsOf(dependencies: {
  db: Database<GatewayDatabase>
  credentials: ChangeAnnouncer
  sessions: Pick<Sessions, 'check'>
  sharedState: SharedState
  box: SecretBox
  providerCalls: ProviderCalls
  publicUrl: string
}) {
  const attempts = createAttempts(dependencies.sharedState)
  const all = { ...dependencies, attempts, openSession: sessionOpener(dependencies) }
  return {
    signIns: signInsOf(all),
    ownAccounts: ownAccountsOf(all),
    ownSessions: ownSessionsOf(all),
    team: createTeam(all),
    secondSteps: secondStepsOf(all),
    ownTotp: ownTotpOf(all),
    secondFactorResets: secondFactorResetsOf(all),
    passkeySignIns: passkeySignInsOf(all),
    confirmations: confirmationsOf(all),
    ownPasskeys: ownPasskeysOf(all),
    oidcProviders: oidcProvidersOf(all),
    memberIdentities: memberIdentitiesOf(all),
    oidcSignIns: oidcSignInsOf(all),
  }
}
