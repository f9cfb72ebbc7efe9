import type { OwnAccounts } from './members/own-account.ts'
import type { Team } from './members/team.ts'
import type { MemberIdentities } from './oidc/identities.ts'
import type { OidcProviders } from './oidc/providers.ts'
import type { OidcSignIns } from './oidc/sign-in.ts'
import type { Confirmations } from './passkeys/confirmations.ts'
import type { OwnPasskeys } from './passkeys/own-passkeys.ts'
import type { PasskeySignIns } from './passkeys/sign-in.ts'
import type { OwnTotp } from './second-factor/own-totp.ts'
import type { SecondFactorResets } from './second-factor/resets.ts'
import type { SecondSteps } from './second-factor/second-step.ts'
import type { OwnSessions } from './sessions/own-sessions.ts'
import type { SignIns } from './sign-in/sign-in.ts'

/** The use cases of people, which the routes here call. */
export interface AccountServices {
  signIns: SignIns
  ownAccounts: OwnAccounts
  ownSessions: OwnSessions
  team: Team
  secondSteps: SecondSteps
  ownTotp: OwnTotp
  secondFactorResets: SecondFactorResets
  passkeySignIns: PasskeySignIns
  confirmations: Confirmations
  ownPasskeys: OwnPasskeys
  oidcProviders: OidcProviders
  memberIdentities: MemberIdentities
  oidcSignIns: OidcSignIns
}
